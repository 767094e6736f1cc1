/** Boards that packages of games bring along: modules of their own, loaded from the server. */
import type { Component } from "svelte";
import PackageBoard from "../parts/plain/PackageBoard.svelte";
import type { BoardModule, BoardProps } from "./board";

/** What a package's `board.js` exports: any script will do, no framework is asked for. */
export interface PackageModule {
  /** Draw into an element, and again whenever there is news; clean up at the end. */
  mount: (place: HTMLElement) => { update: (given: BoardProps) => void; destroy?: () => void };
  leaves?: readonly string[]; // verbs for the frame; without it, all are
}

/** Return the board that a game's package brought; null where it brought none. */
export async function packageBoard(
  game: string,
): Promise<Pick<BoardModule, "Board" | "leaves"> | null> {
  const path = `/api/games/${encodeURIComponent(game)}/board.js`;
  const answer = await fetch(path);
  if (answer.status !== 200) return null;
  const drawing = (await import(/* @vite-ignore */ path)) as PackageModule;
  const board: Component<BoardProps> = (internals, props) => {
    PackageBoard(internals, { drawing, given: props });
    return {};
  };
  return { Board: board, leaves: ({ verb }) => drawing.leaves?.includes(verb) ?? true };
}
