import type { BoardModule } from "../../lib/board";
import { brief } from "../../lib/score";
import type { NegocesView } from "../../lib/wire";
import Answers from "./Answers.svelte";
import Board from "./Board.svelte";
import Holdings from "./Holdings.svelte";
import { legend } from "./legend";
import Result from "./Result.svelte";

export default {
  Board,
  Answers,
  Holdings,
  legend,
  Result,
  leaves: () => false,
  bubbles: true,
  panel: (view, seat, words) => {
    const own = view.seats[seat]!;
    const { points: goods, sure } = own.score;
    return [
      {
        sign: "crate",
        value: brief(own.score),
        name: words.say(sure ? "board.goods" : "negoces.goods_seen", { goods }),
      },
      {
        sign: "coin",
        value: own.coins,
        name: words.say("board.line", { coins: own.coins, line: view.goal_coins }),
      },
      { sign: "back", value: own.cards, name: words.say("negoces.cards", { cards: own.cards }) },
    ];
  },
} satisfies BoardModule<NegocesView>;
