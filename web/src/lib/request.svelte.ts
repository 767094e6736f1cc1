/** A request in progress, one at a time, with its result or refusal as a sentence. */
import { Refusal } from "./api";

export class ServerRequest {
  trouble = $state("");
  done = $state("");
  busy = $state(false);

  /** Run a request; show `done` on success. Return false if it was refused. */
  async run(what: () => Promise<unknown>, done = ""): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.trouble = this.done = "";
    try {
      await what();
      this.done = done;
      return true;
    } catch (error) {
      this.trouble = error instanceof Refusal ? error.sentence : String(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
