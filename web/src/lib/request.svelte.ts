/** Something that is asked of the server, one at a time: what is refused is said in words. */
import { Refusal } from "./api";

export class ServerRequest {
  trouble = $state("");
  done = $state("");
  busy = $state(false);

  /** Do something; `done` is said afterwards. False if it was refused. */
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
