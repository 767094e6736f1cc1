/** Looking back: the table as it stood after a move that the log tells of. */
import { Refusal } from "./api";
import { pastMoment } from "./replay";
import type { TableClient } from "./table.svelte";
import type { Moment } from "./wire";

export class Look {
  now = $state.raw<Moment | null>(null); // what the board shows instead of the present
  trouble = $state("");
  #asked = 0;

  constructor(readonly client: TableClient) {}

  /** Whether one may look back: in one's own seat, at a table with open notes; or after the end. */
  get can(): boolean {
    const { state, info } = this.client;
    if (!state || !info) return false;
    return state.state === "over" || (state.seat !== null && info.settings.memory === "open");
  }

  /** The move that is looked at. */
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
