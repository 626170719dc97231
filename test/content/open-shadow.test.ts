import { afterEach, expect, test, vi } from 'vitest';
import { getShadowRoot } from '../../src/chrome/page/shadow-roots.ts';

afterEach(() => vi.unstubAllGlobals());

test('a closed shadow root is seen in the page and in the documents of its frames', () => {
  const closed = new Map<Element, ShadowRoot>();
  vi.stubGlobal('chrome', { dom: { openOrClosedShadowRoot: (el: Element) => closed.get(el) ?? null } });
  const frame = document.body.appendChild(document.createElement('iframe'));
  for (const doc of [document, frame.contentDocument]) {
    const host = doc?.createElement('div');
    if (!host) throw new Error('A frame has a document.');
    closed.set(host, host.attachShadow({ mode: 'closed' }));
    expect(getShadowRoot(host)).toBe(closed.get(host));
  }
  frame.remove();
});

test('the browser is asked of HTML elements alone, for it refuses any other', () => {
  const asked: Element[] = [];
  vi.stubGlobal('chrome', { dom: { openOrClosedShadowRoot: (el: Element) => (asked.push(el), null) } });
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  expect(getShadowRoot(svg)).toBeNull();
  expect(asked).toEqual([]);
});
