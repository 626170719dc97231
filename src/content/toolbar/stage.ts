/** Shows, positions and hides the toolbar. `hide` undoes everything that `show` did. */
import { EDGE, placeToolbar, type Spot, listClippers, getCurrentView, hasRoom, measureSelection } from './place.ts';
import { getDeepFocus, type Selected } from './selected.ts';
import { createPopover, fitMenu, type Popover } from './popover.ts';
import { createSight, type Sight } from './sight.ts';

export interface Shown {
  readonly selected: Selected;
  readonly touch: boolean;
  readonly content: readonly HTMLElement[];
  /** A message stays visible if the selection is out of view; buttons do not. */
  readonly isPersistent?: boolean;
}

/** Larger for touch, whose handles hang below the selection. */
const GAP = { mouse: 8, touch: 36 } as const;
const FEW_LINES_PX = 60;
const POINTER_EVENTS = [
  ...['pointermove', 'pointerover', 'pointerout', 'pointerenter', 'pointerleave', 'mousemove', 'mouseover', 'mouseout'],
  ...['mouseenter', 'mouseleave', 'touchstart', 'touchmove', 'touchend', 'wheel'],
];

export function createStage(onOwnEvent: (event: Event) => void, onGone: () => void, signal: AbortSignal) {
  const sight = createSight();
  let surface: Popover | null = null;
  let shown: Shown | null = null;
  let clippers: readonly Element[] = [];
  let showing = new AbortController();
  let spot: Spot | null = null;
  let frame = 0;
  let cameFrom: Element | null = null;

  function arrange(): void {
    if (surface === null || shown === null) return;
    if (!shown.selected.element.isConnected) {
      onGone();
      return;
    }
    const view = getCurrentView();
    surface.limit((view.right - view.left) * view.scale - 2 * EDGE);
    const measured = measureSelection(shown.selected, clippers);
    const size = surface.box.getBoundingClientRect();
    const tall = measured !== null && measured.span.bottom - measured.span.top > FEW_LINES_PX;
    const prefer = shown.touch || (tall && !shown.selected.backward) ? 'below' : 'above';
    const gap = (shown.touch ? GAP.touch : GAP.mouse) / view.scale;
    const next = measured && placeToolbar({ ...measured, view, size, gap, prefer });
    const earlier = spot;
    spot = next ?? (shown.isPersistent === true ? (spot ?? view) : null);
    if (spot?.left !== earlier?.left || spot?.top !== earlier?.top) sight.disturb();
    surface.move(spot, view.scale);
    fitMenu(surface, view, spot !== null && measured !== null && spot.top < measured.span.top);
  }

  const scheduleArrange = (): void => {
    if (frame !== 0) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      arrange();
    });
  };

  function listen(active: Popover, selected: Element): void {
    showing = new AbortController();
    const options = { capture: true, passive: true, signal: showing.signal };
    const stopIfOwn = (event: Event): void => {
      if (event.target === active.host) event.stopImmediatePropagation();
    };
    for (const type of POINTER_EVENTS) window.addEventListener(type, stopIfOwn, options);
    for (const type of ['scroll', 'resize']) {
      window.addEventListener(type, scheduleArrange, options);
      window.visualViewport?.addEventListener(type, scheduleArrange, options);
    }
    // removing text from the page fires no selection event
    const observer = new IntersectionObserver(scheduleArrange);
    observer.observe(selected);
    showing.signal.addEventListener('abort', () => observer.disconnect());
    document.addEventListener('fullscreenchange', onGone, options); // the toolbar would be below the fullscreen element
  }

  function show(next: Shown): void {
    hide();
    if (!hasRoom(getCurrentView())) return;
    surface ??= createPopover(onOwnEvent, signal);
    shown = next;
    clippers = listClippers(next.selected);
    const rtl = getComputedStyle(next.selected.element).direction === 'rtl';
    surface.open(next.content, next.selected.element, { rtl, touch: next.touch });
    for (const part of next.content) sight.watch(part);
    listen(surface, next.selected.element);
    arrange();
  }

  function hide(): void {
    if (surface === null || shown === null) return;
    shown = null;
    spot = null;
    sight.clear();
    showing.abort();
    cancelAnimationFrame(frame);
    frame = 0;
    const inside = surface.root.activeElement !== null;
    surface.close();
    if (inside && cameFrom instanceof HTMLElement) cameFrom.focus({ preventScroll: true });
    cameFrom = null;
  }

  return {
    getShown: (): Shown | null => shown,
    /** Null until the first `show`. */
    getSurface: (): Popover | null => surface,
    show,
    arrange,
    hide,
    sight: sight as Pick<Sight, 'watch' | 'notePress' | 'isPressSeen'>,
    /** Above whatever the page has put over it since; a user sees it then and may press again. */
    raise(): void {
      const focused = surface?.root.activeElement;
      surface?.raise();
      if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
      sight.disturb();
    },
    focusButton(button: HTMLElement): void {
      if (surface?.root.activeElement === null) cameFrom = getDeepFocus();
      button.focus({ preventScroll: true });
    },
  };
}
