/** What replies quote at length of the posts before them: a page says it once. */
import { isPauseDue, type Slices } from '../../../text/time-slices.ts';
import { normaliseLetters } from '../../locate/find-text.ts';
import type { Block } from './blocks.ts';

/** In letters, of one text and of all that a quotation repeats: a shorter one tells which sentence is answered. */
const [MIN_TEXT, MIN_QUOTED] = [15, 100];
/** Texts in quotations: each is looked for in the whole page. */
const MAX_TEXTS = 1_000;
/** In letters: what is looked for, and then compared to its end. A search for a whole text can take its length for each letter. */
const HEAD = 60;
/** Without a part of it, the rest would be misread. */
const UNBROKEN = 'pre,table,ol';

/** The selected blocks without such quotations. Who is quoted stays. */
export function* leaveOutQuotes(blocks: readonly Block[], selected: ReadonlySet<number>): Slices<ReadonlySet<number>> {
  if (!blocks[0]?.element.ownerDocument.querySelector('blockquote')) return selected;
  const quotes = new Map<Element, { at: number; letters: string; before: number }[]>();
  let said = '';
  let texts = 0;
  for (const [at, { element, text }] of blocks.entries()) {
    if (isPauseDue()) yield;
    if (!selected.has(at)) continue;
    const letters = normaliseLetters(text);
    const quote = findOutermostQuote(element);
    if (!quote) said += letters;
    else if (letters.length >= MIN_TEXT && (texts += 1) <= MAX_TEXTS && !isWithinUnbroken(element, quote))
      quotes.set(quote, [...(quotes.get(quote) ?? []), { at, letters, before: said.length }]);
  }
  const kept = new Set(selected);
  for (const parts of quotes.values()) {
    const repeated: typeof parts = [];
    for (const part of parts) {
      yield;
      const { letters, before } = part;
      const found = said.indexOf(letters.slice(0, HEAD));
      if (found >= 0 && found + letters.length <= before && said.startsWith(letters, found)) repeated.push(part);
    }
    if (repeated.reduce((sum, { letters }) => sum + letters.length, 0) >= MIN_QUOTED)
      for (const { at } of repeated) kept.delete(at);
  }
  return kept;
}

function findOutermostQuote(element: Element): Element | null {
  let quote: Element | null = null;
  for (let up = element.closest('blockquote'); up; up = up.parentElement?.closest('blockquote') ?? null) quote = up;
  return quote;
}

function isWithinUnbroken(element: Element, quote: Element): boolean {
  const whole = element.closest(UNBROKEN);
  return whole !== null && quote.contains(whole);
}
