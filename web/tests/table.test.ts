/** The table's connection, with a socket that does what the test says. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as early from "../src/lib/early";
import { TableClient } from "../src/lib/table.svelte";
import type { Line, State } from "../src/lib/wire";
import { moved, state } from "./kit";

class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  static get last(): FakeSocket {
    return FakeSocket.all.at(-1)!;
  }

  readyState = FakeSocket.CONNECTING;
  sent: Record<string, unknown>[] = [];
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  welcome(number: number, now: State, lines: Line[] = []): void {
    this.readyState = FakeSocket.OPEN;
    this.say({ type: "welcome", table: {}, number, lines, state: now, now: Date.now() });
  }
  news(number: number, now: State, lines: Line[] = []): void {
    this.say({ type: "news", number, lines, state: now, now: Date.now() });
  }
}

let client: TableClient;
const PASS = { verb: "pass" };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("BroadcastChannel", undefined);
  Reflect.deleteProperty(globalThis, "BroadcastChannel");
  FakeSocket.all = [];
  client = new TableClient("t 1", () => "fr");
});
afterEach(() => {
  client.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a socket that was opened early is taken over, with what it has said", () => {
  early.expect("t 2", "fr");
  const socket = FakeSocket.last;
  socket.welcome(3, state(7), [moved(1, 0)]);
  const other = new TableClient("t 2", () => "fr");

  expect(FakeSocket.last).toBe(socket);
  expect(other.link).toBe("open");
  socket.close(); // and it reconnects as usual
  vi.advanceTimersByTime(250);
  expect(FakeSocket.last.url).toContain("since=3");
  other.close();
});

test("a socket that was opened early for another table, or is dead, is left", () => {
  early.expect("t 3", "fr");
  const other = FakeSocket.last;
  new TableClient("t 2", () => "fr").close();
  expect(other.readyState).toBe(3);

  early.expect("t 2", "fr");
  const dead = FakeSocket.last;
  dead.close();
  new TableClient("t 2", () => "fr").close();
  expect(FakeSocket.last).not.toBe(dead);
});

test("it asks for everything first, in the reader's language", () => {
  expect(FakeSocket.last.url).toMatch(/\/api\/tables\/t%201\/socket\?since=0&language=fr$/);
  expect(client.link).toBe("opening");
  FakeSocket.last.welcome(2, state(2), [moved(1, 0), moved(2, 1)]);
  expect([client.link, client.beat, client.lines.length]).toEqual(["open", 1, 2]);
  expect(client.before).toBeNull(); // what was there before we came does not move
  expect(client.fresh).toEqual([]);
});

test("news are added once, however often they come", () => {
  FakeSocket.last.welcome(1, state(1), [moved(1, 0)]);
  FakeSocket.last.news(2, state(2), [moved(2, 1)]);
  FakeSocket.last.news(2, state(2), [moved(2, 1)]);
  expect(client.lines.map((line) => line.number)).toEqual([1, 2]);
  expect(client.before?.own.asked).toBe(2);
});

test("a lost connection comes back by itself, ever more slowly, and asks for what it missed", () => {
  FakeSocket.last.welcome(7, state(7));
  FakeSocket.last.close();
  expect(client.link).toBe("lost");
  const waits: number[] = [];
  for (let tries = 0; tries < 8; tries++) {
    const before = FakeSocket.all.length;
    let waited = 0;
    while (FakeSocket.all.length === before) {
      vi.advanceTimersByTime(50);
      waited += 50;
    }
    waits.push(waited);
    expect(FakeSocket.last.url).toContain("since=7");
    FakeSocket.last.close();
  }
  expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000]);
});

test("what was asked and not answered is sent again, under the same id", async () => {
  FakeSocket.last.welcome(3, state(3, [PASS]));
  const done = client.act(PASS);
  const first = FakeSocket.last.sent;
  expect(first).toMatchObject([{ type: "move", action: PASS, asked: 3 }]);
  FakeSocket.last.close();
  vi.advanceTimersByTime(250);
  FakeSocket.last.welcome(3, state(3, [PASS]));
  expect(FakeSocket.last.sent).toEqual(first);
  FakeSocket.last.say({ type: "done", id: first[0]!.id, number: 4 });
  expect(await done).toBeNull();
});

test("what is asked while nobody listens waits for the welcome", () => {
  void client.request({ type: "undo" });
  expect(FakeSocket.last.sent).toEqual([]);
  FakeSocket.last.welcome(1, state(1));
  expect(FakeSocket.last.sent).toMatchObject([{ type: "undo" }]);
});

test("it is busy from the click until the table asks something else", () => {
  FakeSocket.last.welcome(3, state(3, [PASS]));
  expect(client.busy).toBe(false);
  void client.act(PASS);
  void client.act(PASS);
  expect(client.busy).toBe(true);
  expect(FakeSocket.last.sent.length).toBe(1); // one action at a time
  FakeSocket.last.news(4, state(3, [PASS])); // somebody talks: the question is the same
  expect(client.busy).toBe(true);
  FakeSocket.last.news(5, state(5, [PASS]));
  expect(client.busy).toBe(false);
});

test("a refusal ends it too, and is told", async () => {
  FakeSocket.last.welcome(3, state(3, [PASS]));
  const said = client.act(PASS);
  const id = FakeSocket.last.sent[0]!.id;
  FakeSocket.last.say({ type: "refused", id, key: "stale", rule: null, args: {}, text: "" });
  expect((await said)?.key).toBe("stale");
  expect(client.busy).toBe(false);
});

test("questions do not make it busy", () => {
  FakeSocket.last.welcome(3, state(3, [PASS]));
  void client.why(PASS);
  void client.preview(PASS);
  expect(client.busy).toBe(false);
});

test("nobody who is not asked acts", async () => {
  FakeSocket.last.welcome(3, state(null));
  expect(await client.act(PASS)).toBeNull();
  expect(FakeSocket.last.sent).toEqual([]);
});

test.each([
  ["stopping", "lost"], // the server comes back
  ["too_slow", "lost"],
  ["unknown_table", "closed"],
])("after a bye because of %s it is %s", (key, link) => {
  FakeSocket.last.welcome(1, state(1));
  FakeSocket.last.say({ type: "bye", key, text: "", args: {} });
  FakeSocket.last.close();
  expect(client.link).toBe(link);
});

test("once closed it stays closed", () => {
  FakeSocket.last.welcome(1, state(1));
  client.close();
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all.length).toBe(1);
});

test("it knows which bots are warming up, until they are warm or it connects anew", () => {
  const socket = FakeSocket.last;
  socket.welcome(1, state(null));
  const warming = { type: "warming", seats: [1, 2], since: 1000, end: 21000 };
  socket.say(warming);
  expect(client.warming).toEqual(warming);
  socket.say({ ...warming, seats: [] });
  expect(client.warming).toBeNull();
  socket.say(warming);
  socket.welcome(1, state(null));
  expect(client.warming).toBeNull();
});

test("an update waits behind the curtain, and those after it in their order", async () => {
  FakeSocket.last.welcome(1, state(1));
  let rise = (): void => undefined;
  let shown = (): void => undefined;
  client.curtain = (told, apply) => {
    if (told.number !== 2) return null;
    shown = apply;
    return new Promise((resolve) => (rise = resolve));
  };
  FakeSocket.last.news(2, state(2, [PASS]), [moved(2, 1)]);
  FakeSocket.last.news(3, state(3, [PASS]), [moved(3, 1)]);
  expect(client.state?.own.asked).toBe(1);
  expect(client.busy).toBe(true);
  shown();
  expect(client.state?.own.asked).toBe(2);
  expect(await client.act(PASS)).toBeNull(); // nothing is sent before it has been seen
  expect(FakeSocket.last.sent).toEqual([]);
  rise();
  await vi.advanceTimersByTimeAsync(0);
  expect(client.state?.own.asked).toBe(3);
  expect(client.busy).toBe(false);
  expect(client.lines.map((one) => one.number)).toEqual([2, 3]);
});

test("a reconnect behind the curtain loses nothing and repeats nothing", async () => {
  FakeSocket.last.welcome(1, state(1));
  let rise = (): void => undefined;
  client.curtain = () => new Promise((resolve) => (rise = resolve));
  FakeSocket.last.news(2, state(2), [moved(2, 1)]);
  FakeSocket.last.close();
  vi.advanceTimersByTime(250);
  expect(FakeSocket.last.url).toContain("since=1"); // what was not shown is asked for again
  FakeSocket.last.welcome(2, state(2), [moved(2, 1)]);
  rise();
  await vi.advanceTimersByTimeAsync(0);
  expect(client.lines.map((one) => one.number)).toEqual([2]);
  expect([client.state?.own.asked, client.busy]).toEqual([2, false]);
});

test("who is far behind is shown everything at once", async () => {
  FakeSocket.last.welcome(1, state(1));
  client.curtain = () => new Promise((resolve) => setTimeout(resolve, 100));
  for (let number = 2; number < 9; number++) FakeSocket.last.news(number, state(number));
  expect(client.state?.own.asked).toBe(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(client.state?.own.asked).toBe(4); // the last four are few enough to be shown
  await vi.advanceTimersByTimeAsync(400);
  expect(client.state?.own.asked).toBe(8);
});
