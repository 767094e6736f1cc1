import type { BoardModule } from "../../lib/board";
import { brief, tell } from "../../lib/score";
import type { BataviaView } from "../../lib/wire";
import Answers from "./Answers.svelte";
import Board from "./Board.svelte";
import Holdings from "./Holdings.svelte";
import { legend } from "./legend";

export default {
  Board,
  Answers,
  Holdings,
  legend,
  leaves: () => false,
  panel: (view, seat, words) => {
    const own = view.seats[seat]!;
    return [
      {
        sign: "star",
        value: brief(own.score),
        name: tell(own.score, words),
        place: `gold-${seat}`,
      },
      {
        sign: "note",
        value: own.bills ?? "?",
        name: `${own.bills ?? "?"} ${words.say("board.bills")}`,
        place: `bills-${seat}`,
      },
      {
        sign: "back",
        value: own.cards,
        name: `${own.cards} ${words.say("board.cards")}`,
        place: `cards-${seat}`,
      },
    ];
  },
} satisfies BoardModule<BataviaView>;
