/** The review of a game, followed while it is computed. */
import { known, Refusal } from "./api";
import { say } from "./prefs.svelte";
import { beginReview, reviewOf, type Depth } from "./review";
import type { ReviewState } from "./wire";

const POLL = 700; // milliseconds between two requests for its progress
const TRIES = 2; // attempts at a review that fails

export class Reviewing {
  told = $state.raw<ReviewState | null>(null);
  trouble = $state("");

  /** Follow a review, started first if `begin` is set; return a function that stops it. */
  follow(
    id: string,
    depth: Depth,
    language: string,
    seat: number | null,
    begin: boolean,
  ): () => void {
    let [timer, tries, stopped] = [0, 0, false];
    const look = async (): Promise<void> => {
      try {
        let told = await reviewOf(id, depth, language, seat);
        if (!told.review && !told.progress && begin) {
          if (++tries > TRIES) return void (this.trouble = say("review.failed"));
          await known();
          told = await beginReview(id, depth);
        }
        if (stopped) return;
        this.told = told;
        if (told.progress) timer = window.setTimeout(() => void look(), POLL);
      } catch (error) {
        if (!stopped) this.trouble = error instanceof Refusal ? error.sentence : String(error);
      }
    };
    void look();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }
}
