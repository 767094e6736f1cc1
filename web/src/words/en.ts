/** The catalogue that every page needs, as one chunk of the build. */
import bots from "../../../src/comptoir/bots/words/en.json";
import engine from "../../../src/comptoir/engine/words/en.json";
import server from "../../../src/comptoir/server/words/en.json";
import page from "./en.json";

export default { ...bots, ...engine, ...server, ...page };
