/** The catalogue that every page needs, as one chunk of the build. */
import bots from "../../../src/comptoir/bots/words/fr.json";
import engine from "../../../src/comptoir/engine/words/fr.json";
import server from "../../../src/comptoir/server/words/fr.json";
import page from "./fr.json";

export default { ...bots, ...engine, ...server, ...page };
