/**
 * Everything on a board has a name, which says what it is and what it is worth now.
 *
 * `<span {...named(text)}>` names a drawing or a number, for the screen reader too;
 * `<button {...tip(text)}>` adds such a text to an element that already has a name.
 * `Names.svelte` shows the text on hover, on focus and on a long press.
 */

/** Name a drawing, a piece or a number that has no text of its own. */
export function named(text: string): { role: "img"; "aria-label": string; "data-name": string } {
  return { role: "img", "aria-label": text, "data-name": text };
}

/** Add an explanation to something that already has a text. */
export function tip(text: string): { "data-name": string } {
  return { "data-name": text };
}
