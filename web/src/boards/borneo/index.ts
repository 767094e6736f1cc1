import type { BoardModule } from "../../lib/board";
import { brief, tell } from "../../lib/score";
import type { BorneoView } from "../../lib/wire";
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
      { sign: "star", value: brief(own.score), name: tell(own.score, words) },
      {
        sign: "scroll",
        value: own.missions.length,
        name: words.say("borneo.done", {
          missions: own.missions.length,
          list: own.missions.map((mission) => mission.value).join(" + "),
        }),
      },
      {
        sign: "back",
        value: own.hand_cards,
        name: words.say("borneo.hand_cards", { cards: own.hand_cards }),
        place: `home-${seat}`,
      },
    ];
  },
} satisfies BoardModule<BorneoView>;
