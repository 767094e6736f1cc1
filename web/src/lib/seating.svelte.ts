/** Seat changes over HTTP; a refusal shows next to the button that caused it. */
import { known, Refusal, requestId, sit } from "./api";
import type { TableClient } from "./table.svelte";

export class Seating {
  trouble = $state("");

  /** Request a change; store the sentence of a refusal. */
  async change(what: () => Promise<unknown>): Promise<void> {
    this.trouble = "";
    try {
      await what();
    } catch (error) {
      this.trouble = error instanceof Refusal ? error.sentence : String(error);
    }
  }

  /** Take a seat, then reconnect to receive that seat's view. */
  join(client: TableClient, seat: number): Promise<void> {
    return this.change(async () => {
      await known();
      await sit(client.id, seat, requestId());
      client.reopen();
    });
  }
}
