/** A quote pressed in the panel, and what the page then shows of it. The rule: the page itself is asked. */
import type { Frame, Page } from 'playwright-core';
import { telling } from './reader.ts';

export const NAME = 'knowledgelens-quote';
const YELLOW = 'rgb(255, 223, 112)';

/** Presses the nth quote of the answer; resolves with what the panel says came of it. */
export async function press(panel: Page, nth = 1): Promise<string> {
  const article = panel.getByRole('article', { name: 'Answer' });
  await telling(panel, article.getByRole('button', { name: new RegExp(`^Quote ${String(nth)},`) }).click());
  const card = panel.locator('.shown .card[data-how]');
  return (await telling(panel, card.getAttribute('data-how'))) ?? '';
}

/** What a document highlights, as the page itself finds it. */
export const lit = (frame: Page | Frame): Promise<readonly string[]> =>
  frame.evaluate((name) => [...(CSS.highlights.get(name) ?? [])].map((range) => (range as Range).toString()), NAME);

/** The highlight's colours where it is, and whether it stands within the window. */
export const look = (frame: Page | Frame) =>
  frame.evaluate((name) => {
    const [range] = [...(CSS.highlights.get(name) ?? [])] as Range[];
    const holder = range?.startContainer.parentElement;
    if (!range || !holder) return null;
    const { backgroundColor, color } = getComputedStyle(holder, `::highlight(${name})`);
    const { top, bottom } = range.getBoundingClientRect();
    return { backgroundColor, color, inView: top >= 0 && bottom <= innerHeight && bottom > top };
  }, NAME);

export const seen = { backgroundColor: YELLOW, color: 'rgb(31, 26, 0)', inView: true };

/** All that a highlight could leave behind. */
export const traces = (page: Page) =>
  page.evaluate(
    (name) => ({
      html: document.documentElement.outerHTML,
      sheets: document.adoptedStyleSheets.length,
      highlights: CSS.highlights.has(name),
      focus: document.activeElement?.id ?? null,
      globals: Object.keys(globalThis).filter((key) => key.startsWith('__kl')),
    }),
    NAME,
  );
