/** Converts a citation to the place where its quote is searched for. Pure. */
import type { QuotePlace } from '../chrome/show-quote.ts';
import type { CitedPlace, Artifact } from '../lib/agent/frames.ts';

type ReadArtifacts = Iterable<Pick<Artifact, 'meta'>>;

/** `objects`: the artifacts of the run. */
export function toQuotePlace(place: CitedPlace, objects: ReadArtifacts): QuotePlace {
  const { tabId, url, exact, before, after } = place;
  const page = isPdf(url, objects) ? findPdfPage(place.path) : null;
  return { tabId, url, exact, before, after, ...(page === null ? {} : { page }) };
}

function isPdf(url: string, objects: ReadArtifacts): boolean {
  if (URL.canParse(url) && /\.pdf$/i.test(new URL(url).pathname)) return true;
  for (const { meta } of objects) if (meta['url'] === url && meta['kind'] === 'pdf') return true;
  return false;
}

/** The pages of a PDF are headings of its text. */
function findPdfPage(path: readonly string[]): number | null {
  for (const heading of path) {
    const page = /^Page (\d{1,6})$/.exec(heading)?.[1];
    if (page !== undefined) return Number(page);
  }
  return null;
}
