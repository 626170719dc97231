/**
 * The controls of a view as a person meets them: their sizes, whether each can be brought in sight, and their order under
 * the Tab key. The rule: it is read off the page in view, whatever that is.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

export interface Measures {
  /** How far the page is wider than the view, in CSS pixels. */
  readonly excess: number;
  /** Controls whose target is less than 24 px wide or high. */
  readonly small: readonly string[];
  /** Controls that no scrolling brings in sight, if that was asked. */
  readonly cut: readonly string[];
  /** Animations and transitions that run. */
  readonly moving: readonly string[];
  /** The dock's part of the view's height; null without one. */
  readonly dock: number | null;
}

interface Walk {
  readonly isAtEnd: boolean;
  readonly faults: readonly string[];
}

declare global {
  interface Window {
    controls: {
      measure(isReachAsked: boolean): Measures;
      /** Focuses the first control, and returns how many there are. */
      startWalk(): number;
      readWalk(): Walk;
    };
  }
}

/** Puts into the page what looks at its controls. */
export async function installControls(view: Page): Promise<void> {
  if (await view.evaluate(() => !('controls' in window))) await view.evaluate(install);
}

/**
 * Walks with the Tab key from the first control to the last: each is reached once, the focus is marked, not wholly under
 * something else, and never lost.
 */
export async function checkTabWalk(view: Page): Promise<void> {
  await installControls(view);
  const count = await view.evaluate(() => window.controls.startWalk());
  const read = () => view.evaluate(() => window.controls.readWalk());
  for (let presses = 1; presses < count; presses += 1) await view.keyboard.press('Tab');
  // what scrolls is reached as well
  for (let presses = 0; presses < 9 && !(await read()).isAtEnd; presses += 1) await view.keyboard.press('Tab');
  const { isAtEnd, faults } = await read();
  expect(faults).toEqual([]);
  expect(isAtEnd).toBe(true);
  expect(count).toBeGreaterThan(2);
}

/** Runs in the page. */
function install(): void {
  const LEAST_PX = 24;
  const PRESSED = 'a[href], button, input, select, textarea, summary';

  const list = (selector: string): readonly HTMLElement[] => {
    const root = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
    return [...root.querySelectorAll<HTMLElement>(selector)].filter((element) => {
      const { width, height } = element.getBoundingClientRect();
      const isSeen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      return isSeen && width > 1 && height > 1 && element.closest('[inert]') === null;
    });
  };
  const describe = (element: Element): string =>
    `${element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40)} ${(element.cloneNode() as Element).outerHTML.slice(0, 90)}`;
  const findLabels = (element: HTMLElement): readonly HTMLElement[] =>
    element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];

  const isInline = (element: Element): boolean => getComputedStyle(element).display === 'inline';
  const isInSentence = (element: HTMLElement): boolean => {
    if (!isInline(element)) return false;
    let block = element.parentElement;
    while (block !== null && isInline(block)) block = block.parentElement;
    return block?.textContent.trim() !== element.textContent.trim();
  };
  /** What a press on `::after` hits, where that is laid over the element. */
  const findAfter = (element: HTMLElement): readonly DOMRect[] => {
    const { content, position, left, top, width, height } = getComputedStyle(element, '::after');
    if (content === 'none' || position !== 'absolute') return [];
    const { x, y } = element.getBoundingClientRect();
    const [dx, dy, w, h] = [left, top, width, height].map(parseFloat) as [number, number, number, number];
    return [new DOMRect(x + element.clientLeft + dx, y + element.clientTop + dy, w, h)];
  };
  const isSmall = (element: HTMLElement): boolean => {
    const boxes = [element, ...findLabels(element)].map((one) => one.getBoundingClientRect());
    boxes.push(...findAfter(element));
    const width = Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left));
    const height = Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top));
    return Math.min(width, height) < LEAST_PX - 0.1 && !isInSentence(element);
  };

  /** What lies over the rest until it is closed, or until what it leads to is in sight. */
  const OVER = '.suggestions, .menu > .card, .latest';
  /** Whether a press in the middle of what is seen of it hits it. */
  const isHit = (element: HTMLElement): boolean => {
    const { left = 0, right = 0, top = 0, bottom = 0 } = element.getClientRects()[0] ?? {};
    const [x, y] = [
      (Math.max(left, 0) + Math.min(right, innerWidth)) / 2,
      (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2,
    ];
    const hit = document.elementFromPoint(x, y);
    const isOver = (hit?.closest(OVER) ?? null) !== null;
    return isOver || [element, ...findLabels(element)].some((one) => one.contains(hit));
  };
  const isScrolledAside = (element: Element | null): boolean =>
    element !== null &&
    (/auto|scroll/.test(getComputedStyle(element).overflowX) || isScrolledAside(element.parentElement));
  const canBeSeen = (element: HTMLElement): boolean =>
    (['center', 'start', 'end'] as const).some((block) => {
      element.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' });
      const { left, right } = element.getBoundingClientRect();
      const isWhole = (left > -1 && right < innerWidth + 1) || isScrolledAside(element.parentElement);
      return isWhole && isHit(element);
    });
  /** Leaves everything scrolled as it was. */
  const findCut = (): readonly HTMLElement[] => {
    const before = Array.from(document.querySelectorAll('*'), (element) => [element, element.scrollTop] as const);
    const cut = list(PRESSED).filter((element) => !canBeSeen(element));
    for (const [element, top] of before) if (element.scrollTop !== top) element.scrollTop = top;
    return cut;
  };

  const isRunning = (animation: Animation): boolean =>
    animation.playState === 'running' && Number(animation.effect?.getComputedTiming().duration) > 0;

  const measure = (isReachAsked: boolean): Measures => {
    const dock = document.querySelector('.dock')?.getBoundingClientRect().height ?? 0;
    return {
      excess: document.documentElement.scrollWidth - innerWidth,
      small: list(PRESSED).filter(isSmall).map(describe),
      cut: isReachAsked ? findCut().map(describe) : [],
      moving: document
        .getAnimations()
        .filter(isRunning)
        .map(({ effect }) => String(effect instanceof KeyframeEffect && effect.target?.outerHTML.slice(0, 90))),
      dock: dock === 0 ? null : dock / innerHeight,
    };
  };

  let stops: readonly HTMLElement[] = [];
  let reached: HTMLElement[] = [];
  let faults: string[] = [];

  /** Of radio buttons of one name the Tab key reaches one alone. */
  const isStop = (element: HTMLElement, _: number, all: readonly HTMLElement[]): boolean => {
    if (element.matches(':disabled, [tabindex="-1"]')) return false;
    if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true;
    const group = all.filter((one) => one instanceof HTMLInputElement && one.name === element.name);
    return element === (group.find((one) => one.matches(':checked')) ?? group[0]);
  };
  const isMarked = (element: Element | null): boolean => {
    if (element === null) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1) || isMarked(element.parentElement);
  };
  document.addEventListener('focusin', ({ target }) => {
    const element = target as HTMLElement;
    if (!stops.includes(element) || element === stops[0]) return;
    if (reached.includes(element)) faults.push(`twice: ${describe(element)}`);
    reached.push(element);
    if (!isMarked(element)) faults.push(`unmarked: ${describe(element)}`);
  });
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (relatedTarget !== null || stops.length === 0 || target === stops.at(-1)) return;
    faults.push(`lost after: ${describe(target as Element)}`);
  });
  document.addEventListener('keyup', () => {
    const element = document.activeElement as HTMLElement;
    if (stops.includes(element) && !isHit(element)) faults.push(`covered: ${describe(element)}`);
  });

  window.controls = {
    measure,
    startWalk() {
      stops = list(`${PRESSED}, [tabindex="0"]`).filter(isStop);
      stops[0]?.focus();
      [reached, faults] = [stops.slice(0, 1), []];
      return stops.length;
    },
    readWalk() {
      const isAtEnd = reached.at(-1) === stops.at(-1);
      const missed = isAtEnd ? stops.filter((element) => !reached.includes(element)) : [];
      return { isAtEnd, faults: [...faults, ...missed.map((element) => `not reached: ${describe(element)}`)] };
    },
  };
}
