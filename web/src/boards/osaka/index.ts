import type { BoardModule } from "../../lib/board";
import { brief, tell } from "../../lib/score";
import type { OsakaView } from "../../lib/wire";
import Answers from "./Answers.svelte";
import Board from "./Board.svelte";
import Holdings from "./Holdings.svelte";
import { legend } from "./legend";

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((a, b) => a + b, 0);

export default {
  Board,
  Answers,
  Holdings,
  legend,
  leaves: (action) => action.verb === "pass",
  panel: (view, seat, words) => {
    const own = view.seats[seat]!;
    const tokens = sum(own.tokens);
    return [
      {
        sign: "star",
        value: brief(own.score),
        name: tell(own.score, words),
        place: `points-${seat}`,
      },
      {
        sign: "flag",
        value: tokens,
        name: words.under(
          words.say("board.tokens"),
          words.say("osaka.tokens", { tokens, goal: view.tokens_to_end }),
        ),
        place: `tokens-${seat}`,
      },
      {
        sign: "back",
        value: own.cards,
        name: words.say("osaka.cards", { cards: own.cards }),
        place: `home-${seat}`,
      },
    ];
  },
} satisfies BoardModule<OsakaView>;
