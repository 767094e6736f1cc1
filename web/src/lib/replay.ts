/** Finished games from the server, cached while the page is open. */
import { Refusal } from "./api";
import { send } from "./transport";
import type { Event, Fault, Lesson, Moment, Replay, TableState } from "./wire";

const kept = new Map<string, Promise<unknown>>();

async function get<T>(path: string): Promise<T> {
  const answer = await send(path);
  const said: unknown = await answer.json();
  if (!answer.ok) throw new Refusal(said as Fault, answer.status);
  return said as T;
}

function once<T>(path: string): Promise<T> {
  let found = kept.get(path) as Promise<T> | undefined;
  if (!found) {
    found = get<T>(path);
    kept.set(path, found);
    found.catch(() => kept.delete(path));
  }
  return found;
}

export const replay = (id: string): Promise<Replay> =>
  once(`/tables/${encodeURIComponent(id)}/replay`);
export const moment = (id: string, move: number, eyes: string): Promise<Moment> =>
  once(`/tables/${encodeURIComponent(id)}/replay/${move}?eyes=${eyes}`);
/** Fetch a moment of a game that may be running: not cached, since moves can be undone. */
export const pastMoment = (id: string, move: number, seat: number | null): Promise<Moment> =>
  get(`/tables/${encodeURIComponent(id)}/replay/${move}?eyes=${seat ?? "all"}`);
export const lesson = (game: string): Promise<Lesson> =>
  once(`/games/${encodeURIComponent(game)}/lesson`);

/** Continue from a moment against bots. */
export async function branch(
  id: string,
  move: number,
  seat: number,
  request: string,
  bot: string,
): Promise<TableState> {
  const answer = await send(`/tables/${encodeURIComponent(id)}/branch`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ move, seat, request, bot }),
  });
  const said: unknown = await answer.json();
  if (!answer.ok) throw new Refusal(said as Fault, answer.status);
  return said as TableState;
}

/** Return an event as a seat saw it; `all`: nothing hidden. */
export function seenBy(event: Event, eyes: string): Event {
  if (eyes === "all" || !event.hidden?.length || String(event.seat) === eyes) return event;
  const args = Object.fromEntries(
    Object.entries(event.args ?? {}).filter(([name]) => !event.hidden?.includes(name)),
  );
  return { ...event, name: `${event.name}.hidden`, args, hidden: [] };
}
