/**
 * How an action is offered: the same on every board and in the bar.
 *
 * `<button {...given.offers.thing("lay", card)}>` makes a thing on the table a button, and
 * `<button {...given.offers.button("pass")}>` is a button with a text. A click carries out a
 * legal action; hover and focus preview it. An illegal action says why. On a touch screen the
 * first tap on a thing previews the action, and the second carries it out.
 */
import { find, type BoardProps } from "./board";
import { textOf, type Action } from "./words";

/** Attributes and handlers of a button; spread them. */
export interface Offer {
  "data-action": string | undefined; // for tests and debugging
  "data-armed": true | undefined; // previewed by a tap: the next tap carries it out
  "aria-disabled": true | undefined;
  onclick: (event: MouseEvent) => void;
  onpointerenter: () => void;
  onpointerleave: () => void;
  onfocus: () => void;
  onblur: () => void;
}

type Given = Pick<BoardProps, "legal" | "busy" | "asked" | "act" | "why" | "point">;

export class Offers {
  #given: () => Given;
  #armed = $state.raw<{ text: string; asked: number | null } | null>(null);

  constructor(given: () => Given) {
    this.#given = given;
  }

  /** Return true if an action is legal now. */
  can(verb: string, what?: string | number): boolean {
    return find(this.#given().legal, verb, what) !== undefined;
  }

  /** Offer an action by a thing such as a card; `here`: whether it belongs to this thing. */
  thing(verb: string, what?: string | number, here = true): Offer {
    return this.#offer({ verb, what }, true, here);
  }

  /** Offer an action by a button whose text says what it does: one tap is enough. */
  button(verb: string, what?: string | number): Offer {
    return this.#offer({ verb, what }, false);
  }

  #offer(action: Action, thing: boolean, here = true): Offer {
    const text = textOf(action);
    const may = here && this.can(action.verb, action.what ?? undefined);
    const armed = may && this.#shown() === text;
    const point = () => this.#point(action, may, armed);
    return {
      "data-action": may ? text : undefined,
      "data-armed": armed || undefined,
      "aria-disabled": may ? undefined : true,
      onclick: (event) => this.#press(action, may, thing && !armed && finger(event)),
      onpointerenter: () => {
        if (armed || this.#shown() === null) point(); // otherwise a tap has put a preview there
      },
      onpointerleave: () => this.#rest(null),
      onfocus: point,
      onblur: () => this.#rest(text),
    };
  }

  /** The action that a first tap previewed and a second tap would carry out. */
  #shown(): string | null {
    return this.#armed?.asked === this.#given().asked ? this.#armed.text : null;
  }

  /** End a preview; one that a tap started stays until its button loses the focus. */
  #rest(left: string | null): void {
    const shown = this.#shown();
    if (shown !== null && shown !== left) return;
    this.#armed = null;
    this.#given().point(null);
  }

  #press(action: Action, may: boolean, show: boolean): void {
    const given = this.#given();
    if (given.busy) return;
    this.#armed = may && show ? { text: textOf(action), asked: given.asked } : null;
    if (!may) given.why(action);
    else if (show) this.#point(action, true, true);
    else given.act(action);
  }

  #point(action: Action, may: boolean, again = false): void {
    this.#given().point(action, { may, again });
  }
}

function finger(event: MouseEvent): boolean {
  return "pointerType" in event && event.pointerType === "touch";
}
