/** One game's board by itself, for a cell of a notebook: `web/notebook.js` builds it. */
import { mount } from "svelte";
import "../app.css";
import board from "../lib/plain"; // or the game's own, as it was built
import { prefs } from "../lib/prefs.svelte";
import { atRest, facesOf } from "../lib/rest";
import { Words, type Catalogue, type Labels } from "../lib/words";
import page from "../words/en.json";
import Sight from "./Sight.svelte";

/** The data from Python: `comptoir.engine.text.notebook`. */
interface Told {
  view: unknown; // as a spectator sees it
  players: string[];
  actors: number[];
  labels: Labels; // what components show
  messages: Catalogue; // of the engine and the game
}

const told = JSON.parse(document.getElementById("told")!.textContent) as Told;
prefs.words = new Words("en", { ...page, ...told.messages }, told.players, told.labels);
const given = atRest({
  view: told.view,
  seat: null,
  seats: facesOf(told.players, null, told.actors),
  words: prefs.words,
  over: told.actors.length === 0,
  still: true,
});
mount(Sight, { target: document.body, props: { given, board } });
