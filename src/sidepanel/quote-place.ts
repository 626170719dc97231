/** Where a quote is looked for, from its citation. Pure. */
import type { QuotePlace } from '../chrome/show-quote.ts';
import type { CitedPlace, ToolObject } from '../lib/agent/frames.ts';

type Read = Iterable<Pick<ToolObject, 'meta'>>;

/** `objects`: what the run has read. */
export function placeOf(place: CitedPlace, objects: Read): QuotePlace {
  const { tabId, url, exact, before, after } = place;
  const page = isPdf(url, objects) ? pageIn(place.path) : null;
  return { tabId, url, exact, before, after, ...(page === null ? {} : { page }) };
}

function isPdf(url: string, objects: Read): boolean {
  if (URL.canParse(url) && /\.pdf$/i.test(new URL(url).pathname)) return true;
  for (const { meta } of objects) if (meta['url'] === url && meta['kind'] === 'pdf') return true;
  return false;
}

/** The pages of a PDF are headings of its text. */
function pageIn(path: readonly string[]): number | null {
  for (const heading of path) {
    const page = /^Page (\d{1,6})$/.exec(heading)?.[1];
    if (page !== undefined) return Number(page);
  }
  return null;
}
