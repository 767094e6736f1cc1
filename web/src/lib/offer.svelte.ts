/**
 * How an action is offered: the same on every board and in the bar.
 *
 * `<button {...given.offers.thing("lay", card)}>` makes a button of a thing on the table, and
 * `<button {...given.offers.button("pass")}>` one of words. What is legal is carried out by a click
 * and shown beforehand while it is pointed at or has the focus; what is not says why. A finger
 * cannot point: its first tap on a thing shows what would happen, the second does it.
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

  /** Offer an action by a thing: a card, a stall, a tile; `here`: if it is this one's at all. */
  thing(verb: string, what?: string | number, here = true): Offer {
    return this.#offer({ verb, what }, true, here);
  }

  /** Offer an action by a button whose words say what it does: a finger needs one tap. */
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
