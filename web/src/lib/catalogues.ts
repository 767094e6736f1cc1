/** The catalogues of the terminal and of the page, loaded when they are needed. */
import type { Catalogue, Language } from "./words";

type Loader = () => Promise<{ default: Catalogue }>;
const common = import.meta.glob<{ default: Catalogue }>([
  "../words/*.json",
  "../../../src/comptoir/engine/words/*.json",
  "../../../src/comptoir/server/words/*.json",
  "../../../src/comptoir/bots/words/*.json",
]);
const games = import.meta.glob<{ default: Catalogue }>(
  "../../../src/comptoir/games/*/words/*.json",
);

async function read(loaders: Loader[]): Promise<Catalogue> {
  const found = await Promise.all(loaders.map((load) => load()));
  return Object.assign({}, ...found.map((module) => module.default)) as Catalogue;
}

const kept = new Map<string, Promise<Catalogue>>();

/** Return the messages of the page, or of the page and one game. */
export function catalogue(language: Language, game = ""): Promise<Catalogue> {
  const name = `${language} ${game}`;
  let found = kept.get(name);
  if (!found) {
    const of = (all: Record<string, Loader>, end: string) =>
      Object.entries(all)
        .filter(([path]) => path.endsWith(end))
        .map(([, load]) => load);
    const own = game ? of(games, `/games/${game}/words/${language}.json`) : [];
    found = read([...of(common, `/${language}.json`), ...own]);
    kept.set(name, found);
  }
  return found;
}
