/** Boards of third-party game packages: JavaScript modules loaded from the server. */
import type { Component } from "svelte";
import PackageBoard from "../parts/plain/PackageBoard.svelte";
import { base, send } from "./transport";
import type { BoardModule, BoardProps } from "./board";

/** The exports of a package's `board.js`: a plain script; no framework is needed. */
export interface PackageModule {
  /** Draw into an element, redraw on every update, clean up at the end. */
  mount: (place: HTMLElement) => { update: (given: BoardProps) => void; destroy?: () => void };
  leaves?: readonly string[]; // verbs that the frame offers as buttons; by default all
}

/** Return the board of a game's package; null if it has none. */
export async function packageBoard(
  game: string,
): Promise<Pick<BoardModule, "Board" | "leaves"> | null> {
  const path = `/games/${encodeURIComponent(game)}/board.js`;
  const answer = await send(path);
  if (answer.status !== 200 || !(await answer.text()).trim()) return null;
  const drawing = (await import(/* @vite-ignore */ `${base}api${path}`)) as PackageModule;
  const board: Component<BoardProps> = (internals, props) => {
    PackageBoard(internals, { drawing, given: props });
    return {};
  };
  return { Board: board, leaves: ({ verb }) => drawing.leaves?.includes(verb) ?? true };
}
