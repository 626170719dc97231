/** What the product uses of a browser and jsdom lacks. */
/** jsdom lays nothing out: what is observed is in sight, unless a test says that it is under the fold. */
export const fold = { hides: false, scroll: (): void => undefined };

export function completeJsdom(): void {
  fold.hides = false;
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
  Element.prototype.scrollIntoView = () => undefined;
  globalThis.IntersectionObserver = class {
    readonly #tell: IntersectionObserverCallback;
    constructor(tell: IntersectionObserverCallback) {
      this.#tell = tell;
    }
    observe(): void {
      const tell = (isIntersecting: boolean): void =>
        this.#tell(
          [{ isIntersecting, boundingClientRect: { top: isIntersecting ? 0 : 1000 } }] as IntersectionObserverEntry[],
          this as unknown as IntersectionObserver,
        );
      fold.scroll = () => tell(true);
      tell(!fold.hides);
    }
    disconnect(): void {
      /* it tells nothing by itself */
    }
  } as unknown as typeof IntersectionObserver;
  globalThis.ResizeObserver = class {
    readonly #tell: ResizeObserverCallback;
    constructor(tell: ResizeObserverCallback) {
      this.#tell = tell;
    }
    observe(): void {
      this.#tell([], this as unknown as ResizeObserver);
    }
    disconnect(): void {
      /* it tells nothing by itself */
    }
  } as unknown as typeof ResizeObserver;

  // jsdom has no modal dialogs: as much of them as the panel uses
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    if (!this.open) return;
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
}
