/** Looking back: the table as it stood after an earlier move. */
import { Refusal } from "./api";
import { pastMoment } from "./replay";
import type { TableClient } from "./table.svelte";
import type { Moment } from "./wire";

export class Look {
  now = $state.raw<Moment | null>(null); // the moment shown; null: the present
  trouble = $state("");
  #asked = 0;

  constructor(readonly client: TableClient) {}

  /** Return true if the reader may look back: in a seat with open notes, or after the end. */
  get can(): boolean {
    const { state, info } = this.client;
    if (!state || !info) return false;
    return state.state === "over" || (state.seat !== null && info.settings.memory === "open");
  }

  /** The move that is shown. */
  get at(): number | null {
    return this.now?.move ?? null;
  }

  /** Show the table after a move; the last one is the present. */
  async show(move: number | null): Promise<void> {
    const asked = ++this.#asked;
    this.trouble = "";
    if (move === null || move >= (this.client.state?.moves ?? 0)) {
      this.now = null;
      return;
    }
    try {
      const found = await pastMoment(this.client.id, move, this.client.state?.seat ?? null);
      if (asked === this.#asked) this.now = found;
    } catch (error) {
      if (asked === this.#asked)
        this.trouble = error instanceof Refusal ? error.sentence : String(error);
    }
  }
}
