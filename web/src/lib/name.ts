/**
 * Everything on a board has a name: what it is, and what it is worth now.
 *
 * `<span {...named(text)}>` names a drawing or a number, for the screen reader too;
 * `<button {...tip(text)}>` gives something that already has a name of its own the same text to
 * show. `Names.svelte` shows it to a pointer that rests, to the focus and to a long press.
 */

/** Name a drawing, a piece or a number that says nothing by itself. */
export function named(text: string): { role: "img"; "aria-label": string; "data-name": string } {
  return { role: "img", "aria-label": text, "data-name": text };
}

/** Let something that can be read already say more. */
export function tip(text: string): { "data-name": string } {
  return { "data-name": text };
}
