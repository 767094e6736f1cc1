/** A finger cannot point first: its first tap shows what would happen, the second does it. */
export class Tap {
  armed = $state<string | null>(null);

  /** Do it, unless this is the first tap of a finger on it: then only show it. */
  press(
    event: MouseEvent,
    text: string,
    act: (text: string) => void,
    show: (text: string) => void,
  ): void {
    const finger = "pointerType" in event && event.pointerType === "touch";
    if (finger && this.armed !== text) {
      this.armed = text;
      show(text);
    } else {
      this.armed = null;
      act(text);
    }
  }

  /** Forget what was shown. */
  rest(): void {
    this.armed = null;
  }
}
