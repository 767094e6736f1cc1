/** A published game: the questions to its players, and the feedback they send. */
import { history } from "./people";
import { send } from "./transport";

interface Playtest {
  game: string;
  rules: number;
  address: string; // where answers are posted; empty if players send a file
}

/** The game that this edition was published for; null for any other edition. */
export const playtest: Playtest | null = JSON.parse(
  document.documentElement.dataset.playtest ?? "null",
) as Playtest | null;

export type Answers = Record<string, string | number | null>;
const MOST = 50; // games sent at most

/** Return the records of the finished games that this browser keeps. */
export async function records(): Promise<unknown[]> {
  const tables = await history(MOST, "", "");
  const over = tables.filter(({ state }) => state === "over");
  const answers = await Promise.all(over.map(({ id }) => send(`/tables/${id}/record`)));
  return Promise.all(answers.filter(({ ok }) => ok).map((answer) => answer.json()));
}

/** Return a player's feedback as a text. */
export function feedback(answers: Answers, games: unknown[]): string {
  const { game, rules } = playtest!;
  return JSON.stringify({ comptoir: "playtest", game, rules, answers, records: games }, null, 1);
}

/** Post feedback to the designer's address; return true if it arrived. */
export async function post(text: string): Promise<boolean> {
  try {
    const headers = { "content-type": "text/plain" };
    const answer = await fetch(playtest!.address, { method: "POST", headers, body: text });
    return answer.ok;
  } catch {
    return false;
  }
}

/** Save feedback as a file. */
export function save(text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = `${playtest!.game}-${new Date().toISOString().slice(0, 16).replace(":", "")}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}
