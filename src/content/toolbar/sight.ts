/**
 * Whether a user can have seen what they press: the browser itself says that nothing covers it, fades it or bends it, and
 * it has rested in its place for a while. A page may lay anything over the toolbar, or slide it under the pointer.
 */

/** The least that the browser allows between two looks. */
const LOOK_MS = 100;
const REST_MS = 200;

export type Sight = ReturnType<typeof createSight>;

export function createSight() {
  /** Since when each part has been visible; infinite while it is not. */
  const since = new Map<Element, number>();
  let movedAt = 0;
  let wasSeen = true;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** `isVisible`: Chromium's second version of the observer, overlays included that let clicks through. */
  const take = (entries: readonly (IntersectionObserverEntry & { readonly isVisible?: boolean })[]): void => {
    for (const { target, isVisible, time } of entries) {
      const earlier = since.get(target);
      if (earlier !== undefined) since.set(target, isVisible === true ? Math.min(earlier, time) : Infinity);
    }
    showState();
  };
  const options = { threshold: [0, 1], trackVisibility: true, delay: LOOK_MS };
  const observer = new IntersectionObserver(take, options);

  const isRested = (part: Element): boolean =>
    performance.now() - Math.max(since.get(part) ?? Infinity, movedAt) >= REST_MS;

  /** Assistive technology is told whether a press counts. */
  function showState(): void {
    clearTimeout(timer);
    let isWaiting = false;
    for (const [part, at] of since) {
      part.setAttribute('aria-disabled', String(!isRested(part)));
      isWaiting ||= at !== Infinity && !isRested(part);
    }
    if (isWaiting) timer = setTimeout(showState, REST_MS);
  }

  function isSeen(button: Element): boolean {
    take(observer.takeRecords());
    return [...since.keys()].some((part) => part.contains(button) && isRested(part));
  }

  return {
    watch(part: Element): void {
      since.set(part, Infinity);
      observer.observe(part);
      showState();
    },
    /** It has moved. */
    disturb(): void {
      movedAt = performance.now();
      showState();
    },
    /** A pointer went down on it; it has to be seen then and when the click comes. */
    notePress(button: Element | null): void {
      wasSeen = button === null || isSeen(button);
    },
    isPressSeen: (button: Element, byPointer: boolean): boolean => isSeen(button) && (wasSeen || !byPointer),
    clear(): void {
      observer.disconnect();
      since.clear();
      clearTimeout(timer);
    },
  };
}
