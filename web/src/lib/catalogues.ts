/** The catalogues of the terminal and of the page, loaded when they are needed. */
import { send } from "./transport";
import type { Catalogue, Language } from "./words";

type Loader = () => Promise<{ default: Catalogue }>;
const common = import.meta.glob<{ default: Catalogue }>("../words/*.ts");
const areas = import.meta.glob<{ default: Catalogue }>("../words/*/*.json");
const games = import.meta.glob<{ default: Catalogue }>(
  "../../../src/comptoir/games/*/words/*.json",
);

async function read(loaders: Loader[]): Promise<Catalogue> {
  const found = await Promise.all(loaders.map((load) => load()));
  return Object.assign({}, ...found.map((module) => module.default)) as Catalogue;
}

/** Return the messages of one area, which only some pages need. */
export async function area(language: Language, name: string): Promise<Catalogue> {
  return (await areas[`../words/${name}/${language}.json`]!()).default;
}

const kept = new Map<string, Promise<Catalogue>>();

/** Return the messages of the page, or of the page and one game. */
export function catalogue(language: Language, game = ""): Promise<Catalogue> {
  const name = `${language} ${game}`;
  let found = kept.get(name);
  if (!found) {
    const ours = common[`../words/${language}.ts`]!;
    const own = games[`../../../src/comptoir/games/${game}/words/${language}.json`];
    found = read(game ? [ours, own ?? (() => served(game, language))] : [ours]);
    kept.set(name, found);
    found.catch(() => kept.delete(name)); // the next call tries again
  }
  return found;
}

/** Fetch the catalogue of a game that the page was not built with. */
async function served(game: string, language: Language): Promise<{ default: Catalogue }> {
  const answer = await send(`/games/${encodeURIComponent(game)}/words?language=${language}`);
  return { default: answer.ok ? ((await answer.json()) as Catalogue) : {} };
}
