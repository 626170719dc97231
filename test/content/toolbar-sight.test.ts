import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { createSight } from '../../src/content/toolbar/sight.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** The browser's observer, which says what the test wants. */
function enter() {
  let say: (isVisible: boolean | undefined) => void = () => undefined;
  const asked: unknown[] = [];
  class Observer {
    readonly #take: IntersectionObserverCallback;
    constructor(take: IntersectionObserverCallback, options: unknown) {
      this.#take = take;
      asked.push(options);
    }
    observe(target: Element): void {
      say = (isVisible) =>
        this.#take(
          [{ target, isVisible, time: performance.now() } as unknown as IntersectionObserverEntry],
          this as never,
        );
    }
    takeRecords = () => [];
    disconnect = () => undefined;
  }
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  vi.advanceTimersByTime(10_000);
  vi.stubGlobal('IntersectionObserver', Observer);
  const sight = createSight();
  const [bar, button] = [document.createElement('div'), document.createElement('button')];
  bar.append(button);
  sight.watch(bar);
  return { sight, bar, button, asked, say: (isVisible: boolean | undefined) => say(isVisible) };
}

interface Step {
  readonly wait: number;
  readonly then: 'seen' | 'covered' | 'unknown' | 'moved' | 'down' | 'click';
}
const step = fc.record<Step>({
  wait: fc.constantFrom(0, 50, 150, 199, 200, 400),
  then: fc.constantFrom('seen', 'covered', 'unknown', 'moved', 'down', 'click'),
});

/** Orders that matter, which few random ones contain. */
const SLID: Step[] = [
  { wait: 0, then: 'seen' },
  { wait: 400, then: 'moved' },
  { wait: 50, then: 'click' },
];
const COVERED_AS_PRESSED: Step[] = [
  { wait: 0, then: 'covered' },
  { wait: 400, then: 'down' },
  { wait: 0, then: 'seen' },
  { wait: 400, then: 'click' },
];

test('a press counts only on what was uncovered and at rest for a while, when the pointer went down and when it clicked', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const { sight, bar, button, say } = enter();
      let visibleAt = Infinity;
      let movedAt = -Infinity;
      let wasSeen = true;
      const isSeen = (): boolean => performance.now() - Math.max(visibleAt, movedAt) >= 200;
      for (const { wait, then } of steps) {
        vi.advanceTimersByTime(wait);
        if (then === 'seen') visibleAt = Math.min(visibleAt, performance.now());
        if (then === 'covered' || then === 'unknown') visibleAt = Infinity;
        if (then === 'seen' || then === 'covered') say(then === 'seen');
        if (then === 'unknown') say(undefined); // a browser that cannot tell
        if (then === 'moved') {
          movedAt = performance.now();
          sight.disturb();
        }
        if (then === 'down') {
          wasSeen = isSeen();
          sight.notePress(button);
        }
        if (then === 'click') {
          expect(sight.isPressSeen(button, true)).toBe(isSeen() && wasSeen);
          expect(sight.isPressSeen(button, false)).toBe(isSeen()); // by key
          expect(sight.isPressSeen(document.createElement('button'), true)).toBe(false);
        }
      }
      vi.advanceTimersByTime(400);
      expect(bar.getAttribute('aria-disabled')).toBe(String(!isSeen()));
    }),
    { examples: [[SLID], [COVERED_AS_PRESSED]] },
  );
});

test('the browser is asked to look through overlays that let clicks pass', () => {
  expect(enter().asked).toMatchObject([{ trackVisibility: true, delay: 100 }]);
});
