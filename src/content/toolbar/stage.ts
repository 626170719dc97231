/**
 * The toolbar in the page: there, in its place, and gone again. The one rule: what `show` begins, listeners and nodes and
 * focus, `hide` ends.
 */
import { clippersOf, currentView, hasRoom, measure } from './measure.ts';
import { type Box, EDGE, place, type Spot } from './place.ts';
import { deepFocus, type Selected } from './selected.ts';
import { createSurface, type Surface } from './surface.ts';

export interface Shown {
  readonly selected: Selected;
  readonly touch: boolean;
  readonly content: readonly HTMLElement[];
  /** A thing to say stays where it is when the selection is out of sight; buttons do not. */
  readonly insists?: boolean;
}

export interface Stage {
  shown(): Shown | null;
  /** Once there has been one. */
  surface(): Surface | null;
  show(what: Shown): void;
  /** Once more, after its content has changed. */
  arrange(): void;
  hide(): void;
  /** Moves the focus into it; `hide` gives it back. */
  enter(button: HTMLElement): void;
}

/** To the selection; more for fingers, whose handles hang below it. */
const GAP = { mouse: 8, touch: 36 } as const;
/** Below a selection of some lines, above one of few: near its end, and off the words that follow. */
const FEW_LINES_PX = 60;
/** What happens while the pointer is over the toolbar, and is none of the page's business. */
const MOVEMENTS = [
  ...['pointermove', 'pointerover', 'pointerout', 'pointerenter', 'pointerleave', 'mousemove', 'mouseover', 'mouseout'],
  ...['mouseenter', 'mouseleave', 'touchstart', 'touchmove', 'touchend', 'wheel'],
];

/** `gone`: what was selected is no longer in the page. */
export function createStage(ours: (event: Event) => void, gone: () => void, signal: AbortSignal): Stage {
  let surface: Surface | null = null;
  let shown: Shown | null = null;
  let clippers: readonly Element[] = [];
  let life = new AbortController();
  let spot: Spot | null = null;
  let frame = 0;
  let cameFrom: Element | null = null;

  function arrange(): void {
    if (surface === null || shown === null) return;
    if (!shown.selected.element.isConnected) {
      gone();
      return;
    }
    const view = currentView();
    surface.limit((view.right - view.left) * view.scale - 2 * EDGE);
    const measured = measure(shown.selected, clippers);
    const size = surface.box.getBoundingClientRect();
    const tall = measured !== null && measured.span.bottom - measured.span.top > FEW_LINES_PX;
    const prefer = shown.touch || (tall && !shown.selected.backward) ? 'below' : 'above';
    const gap = (shown.touch ? GAP.touch : GAP.mouse) / view.scale;
    const next = measured && place({ ...measured, view, size, gap, prefer });
    spot = next ?? (shown.insists === true ? (spot ?? view) : null);
    surface.move(spot, view.scale);
    fitMenu(surface, view, spot !== null && measured !== null && spot.top < measured.span.top);
  }

  /** Reads and writes once a frame, however often the page scrolls. */
  const soon = (): void => {
    if (frame !== 0) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      arrange();
    });
  };

  function listen(own: Surface, selected: Element): void {
    life = new AbortController();
    const options = { capture: true, passive: true, signal: life.signal };
    const still = (event: Event): void => {
      if (event.target === own.host) event.stopImmediatePropagation();
    };
    for (const type of MOVEMENTS) window.addEventListener(type, still, options);
    for (const type of ['scroll', 'resize']) {
      window.addEventListener(type, soon, options);
      window.visualViewport?.addEventListener(type, soon, options);
    }
    // a page that takes its text away says so to no listener of the selection
    const observer = new IntersectionObserver(soon);
    observer.observe(selected);
    life.signal.addEventListener('abort', () => observer.disconnect());
    document.addEventListener('fullscreenchange', gone, options); // it would lie beneath what is now in front
  }

  function show(what: Shown): void {
    hide();
    if (!hasRoom(currentView())) return;
    surface ??= withInner(createSurface(), ours, signal);
    shown = what;
    clippers = clippersOf(what.selected);
    const rtl = getComputedStyle(what.selected.element).direction === 'rtl';
    surface.open(what.content, what.selected.element, { rtl, touch: what.touch });
    listen(surface, what.selected.element);
    arrange();
  }

  function hide(): void {
    if (surface === null || shown === null) return;
    shown = null;
    life.abort();
    cancelAnimationFrame(frame);
    frame = 0;
    const inside = surface.root.activeElement !== null;
    surface.close();
    if (inside && cameFrom instanceof HTMLElement) cameFrom.focus({ preventScroll: true });
    cameFrom = null;
  }

  return {
    shown: () => shown,
    surface: () => surface,
    show,
    arrange,
    hide,
    enter(button) {
      if (surface?.root.activeElement === null) cameFrom = deepFocus();
      button.focus({ preventScroll: true });
    },
  };
}

/**
 * The same handler inside as at the window, for what does not get its true target there: presses by a screen reader, and
 * dialogs within a page's own closed shadow root.
 */
function withInner(surface: Surface, ours: (event: Event) => void, signal: AbortSignal): Surface {
  for (const type of ['pointerdown', 'mousedown', 'click', 'keydown'])
    surface.root.addEventListener(type, ours, { signal });
  return surface;
}

/** The menu opens away from the selection, or where there is more room, and scrolls when that is too little. */
function fitMenu({ root, box }: Surface, view: Box & { readonly scale: number }, away: boolean): void {
  const menu = root.querySelector<HTMLElement>('[role="menu"]');
  if (menu === null) return;
  const bar = box.getBoundingClientRect();
  const room = { above: bar.top - view.top, below: view.bottom - bar.bottom };
  menu.style.maxHeight = 'none';
  const needed = menu.getBoundingClientRect().height + EDGE;
  const more = room.above > room.below;
  const above = away ? room.above >= needed || more : room.below < needed && more;
  menu.style.top = above ? 'auto' : 'calc(100% + 4px)';
  menu.style.bottom = above ? 'calc(100% + 4px)' : 'auto';
  menu.style.maxHeight = `${Math.max(48, (above ? room.above : room.below) - EDGE - 4) * view.scale}px`;
}
