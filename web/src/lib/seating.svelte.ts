/** Seats are changed over HTTP: what is refused is said where it was asked for. */
import { known, Refusal, requestId, sit } from "./api";
import type { TableClient } from "./table.svelte";

export class Seating {
  trouble = $state("");

  /** Ask for a change, and keep the sentence if it is refused. */
  async change(what: () => Promise<unknown>): Promise<void> {
    this.trouble = "";
    try {
      await what();
    } catch (error) {
      this.trouble = error instanceof Refusal ? error.sentence : String(error);
    }
  }

  /** Take a seat; the socket is opened anew with that seat's eyes. */
  join(client: TableClient, seat: number): Promise<void> {
    return this.change(async () => {
      await known();
      await sit(client.id, seat, requestId());
      client.reopen();
    });
  }
}
