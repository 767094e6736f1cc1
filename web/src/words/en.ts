/** The words of every page, as one part of it. */
import bots from "../../../src/comptoir/bots/words/en.json";
import engine from "../../../src/comptoir/engine/words/en.json";
import server from "../../../src/comptoir/server/words/en.json";
import page from "./en.json";

export default { ...bots, ...engine, ...server, ...page };
