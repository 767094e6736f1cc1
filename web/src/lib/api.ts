/** The client of the server's HTTP API. */
import { keep, prefs } from "./prefs.svelte";
import { send } from "./transport";
import type {
  Fault,
  GameInfo,
  MatchRequest,
  Me,
  NewTable,
  NextTable,
  Recovery,
  TableSettings,
  TableState,
} from "./wire";

/** A refusal by the server: a key of the catalogue and its arguments. */
export class Refusal extends Error {
  constructor(
    readonly fault: Fault,
    readonly status: number,
  ) {
    super(fault.text);
  }

  /** The reason in the reader's language. */
  get sentence(): string {
    const key = `refused.${this.fault.error}`;
    return prefs.words.has(key) ? prefs.words.say(key, this.fault.args) : this.fault.text;
  }
}

/** Send a request and return the answer's JSON. */
export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await send(path, {
      method,
      headers: { "content-type": "application/json", "accept-language": prefs.language },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refusal({ error: "no_connection", text: "", rule: null, args: {} }, 0);
  }
  if (answer.status === 204) return undefined as T;
  const said: unknown = await answer.json().catch(() => null);
  if (!answer.ok) {
    const broken: Fault = { error: "broken", text: answer.statusText, rule: null, args: {} };
    throw new Refusal({ ...broken, ...(said as Partial<Fault> | null) }, answer.status);
  }
  return said as T;
}

export const here = encodeURIComponent;

/** Return the rules of a game as Markdown. */
export async function rules(game: string): Promise<string> {
  const answer = await send(`/games/${here(game)}/rules?language=${prefs.language}`);
  if (!answer.ok)
    throw new Refusal({ error: "unknown_game", text: "", rule: null, args: {} }, answer.status);
  return answer.text();
}

export const games = (): Promise<GameInfo[]> => ask("GET", "/games");
/** The games without their actions, options and phrases. */
export const gamesInBrief = (): Promise<GameInfo[]> => ask("GET", "/games?brief=true");
export const addresses = (): Promise<string[]> => ask("GET", "/addresses");
export const readComponents = (
  game: string,
  name: string,
  text: string,
): Promise<Record<string, unknown>> =>
  ask("POST", `/games/${here(game)}/components?language=${prefs.language}`, { name, text });
export const me = (): Promise<Me> => ask("GET", "/me");
export const introduce = (name: string): Promise<Me> =>
  ask("POST", "/me", { name, language: prefs.language });
export const recovery = (): Promise<Recovery> => ask("POST", "/me/recovery");
export const recover = (secret: string): Promise<Me> => ask("POST", "/recover", { secret });
export const findOpponents = (match: MatchRequest): Promise<TableState> =>
  ask("POST", "/match", match);
export const makeTable = (table: NewTable): Promise<TableState> => ask("POST", "/tables", table);
export const table = (id: string): Promise<TableState> => ask("GET", `/tables/${here(id)}`);
export const changeTable = (id: string, settings: TableSettings): Promise<TableState> =>
  ask("PUT", `/tables/${here(id)}/settings`, settings);
export const sit = (id: string, seat: number, request: string): Promise<TableState> =>
  ask("POST", `/tables/${here(id)}/seats/${seat}`, { request });
/** Make a table in this browser: for people who share the device, and bots. */
export async function makeHere(table: NewTable, names: readonly string[]): Promise<string> {
  await ask("POST", "/local/me", { name: names[0] ?? "", language: prefs.language });
  const made = await ask<TableState>("POST", "/local/tables", table);
  const { id } = made.table;
  for (const [at, name] of names.slice(1).entries())
    await ask("POST", `/tables/${id}/seats/${at + 1}`, { name, request: requestId() });
  keep.set("local", "1");
  return id;
}
/** Continue the game of a record, in this browser or at a server's table. */
export const continueRecord = (record: string, elsewhere = false): Promise<TableState> =>
  ask("POST", elsewhere ? "/records" : "/local/records", { record });
/** Return the record of a running game, for its only person to continue it elsewhere. */
export const takeAlong = (id: string): Promise<{ record: string }> =>
  ask("POST", `/tables/${here(id)}/along`);
/** Continue a game at its table on the server, with the moves made in this browser. */
export const bringBack = (id: string, record: string): Promise<TableState> =>
  ask("PUT", `/tables/${here(id)}/along`, { record });
/** Delete a table of this browser. */
export const forget = (id: string): Promise<null> => ask("DELETE", `/tables/${here(id)}`);
/** Load a game with its rules and bots into this browser. */
export const getReady = (game: string): Promise<void> =>
  ask("POST", `/local/games/${here(game)}/ready`);
/** Return the record of a table in this browser as a short text. */
export async function recordToken(id: string): Promise<string> {
  return (await send(`/tables/${here(id)}/record?as=token`)).text();
}

/** Take the first free seat of a table. */
export async function join(id: string): Promise<void> {
  await known();
  const { seats } = (await table(id)).state;
  const free = seats.findIndex((seat) => !seat.name && !seat.bot && !seat.invited);
  await sit(id, Math.max(0, free), requestId());
}
export const leave = (id: string, seat: number): Promise<TableState> =>
  ask("DELETE", `/tables/${here(id)}/seats/${seat}`);
export const renameSeat = (id: string, seat: number): Promise<TableState> =>
  ask("PUT", `/tables/${here(id)}/seats/${seat}/name`);
export const seatBot = (id: string, seat: number, bot: string): Promise<TableState> =>
  ask("PUT", `/tables/${here(id)}/seats/${seat}/bot`, { bot });
export const dismissBot = (id: string, seat: number): Promise<TableState> =>
  ask("DELETE", `/tables/${here(id)}/seats/${seat}/bot`);
export const again = (id: string, next: NextTable = {}): Promise<TableState> =>
  ask("POST", `/tables/${here(id)}/again`, next);

/** Sign in as a guest if this browser has no account; make up a name if none was given. */
export async function known(): Promise<Me> {
  const name = prefs.name.trim();
  if (keep.get("known")) {
    try {
      const found = await me();
      return name && name !== found.name ? await introduce(name) : found;
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 401) throw error;
    }
  }
  const made = await introduce(name || prefs.words.say("front.guest"));
  keep.set("known", "1");
  return made;
}

/** Return a request id, which makes a repeat of the request idempotent. */
export function requestId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (n) =>
    n.toString(16).padStart(2, "0"),
  ).join("");
}
