/** Resolves citation marks; only marks whose exact words code found are sources. */
import { collapseWhitespace } from '../../base/one-line.ts';
import type { Citation, CitedPlace, ClaimDoubt, ClaimMismatch } from './citation.ts';
import { collectLinkEdits, collectWordEdits } from './citation-edits.ts';

export const CITATION_URL = /^#([A-Za-z0-9/-]{0,24})$/;

export type LocatedCitation = Citation & { readonly place: CitedPlace };

export const isLocated = (citation: Citation): citation is LocatedCitation =>
  citation.verdict !== 'missing' && citation.place !== null;

/** A shortened quote is for the reader to check: found, but no proof of what it says. */
export const isChecked = (citation: Citation): boolean => isLocated(citation) && citation.verdict !== 'shortened';

interface CitedSources {
  /** Each place once per verdict, as first cited, with the mismatches and doubts of all; its number is index + 1. */
  readonly list: readonly LocatedCitation[];
  /** Per citation; 0 if not found. */
  readonly numbers: readonly number[];
}

export function collectSources(citations: readonly Citation[]): CitedSources {
  const list: LocatedCitation[] = [];
  const numberByKey = new Map<string, number>();
  const numbers = citations.map((citation) => {
    if (!isLocated(citation)) return 0;
    const { hash, start, end } = citation.place;
    const key = `${hash} ${start} ${end} ${citation.verdict}`;
    const number = numberByKey.get(key) ?? list.push({ ...citation, mismatches: [], doubts: [] });
    numberByKey.set(key, number);
    const entry = list[number - 1];
    if (entry !== undefined)
      list[number - 1] = {
        ...entry,
        mismatches: [...entry.mismatches, ...citation.mismatches],
        doubts: [...(entry.doubts ?? []), ...(citation.doubts ?? [])],
      };
    return number;
  });
  return { list, numbers };
}

/** Formats an answer for copying, with numbered sources below; missing quotes are marked. */
export function formatWithSources(text: string, citations: readonly Citation[]): string {
  const { list, numbers } = collectSources(citations);
  const edits = [...collectLinkEdits(text, citations, numbers), ...collectWordEdits(text, citations, numbers)];
  edits.sort((a, b) => a.start - b.start);
  let copy = '';
  let at = 0;
  for (const { start, end, put } of edits) {
    if (start < at) continue;
    copy += text.slice(at, start) + put;
    at = end;
  }
  copy += text.slice(at);
  if (list.length === 0) return copy;
  const lines = list.map((quoted, index) =>
    [
      `[${index + 1}] ${formatSourceLine(quoted)}`,
      ...quoted.mismatches.map(formatMismatch),
      ...(quoted.doubts ?? []).map(formatDoubt),
    ].join('. '),
  );
  return `${copy.trimEnd()}\n\n${lines.join('\n\n')}`;
}

/** Escapes all Markdown. */
function formatSourceLine({ verdict, place: { exact, title, url, leftOut = [] } }: LocatedCitation): string {
  const about = [escapeMarkdown(title), url.replace(/[\s[\]<>`*]/g, encodeURIComponent)].filter((part) => part !== '');
  const source = `“${escapeMarkdown(exact)}”${about.length > 0 ? ` — ${about.join(', ')}` : ''}`;
  if (verdict !== 'shortened') return source;
  const words = leftOut.map(({ start, end }) => `“${escapeMarkdown(exact.slice(start, end).trim())}”`);
  return `${source} (shortened, to check: the answer leaves out ${words.join(' and ')})`;
}

/** Escapes all Markdown. */
function formatMismatch({ claim, source }: ClaimMismatch): string {
  const page = source === '' ? 'nothing of the kind' : `“${escapeMarkdown(source)}”`;
  return `Check this: the answer says “${escapeMarkdown(claim)}”, the source says ${page}`;
}

/** Escapes all Markdown. */
const formatDoubt = ({ by, reason }: ClaimDoubt): string =>
  `In the opinion of ${escapeMarkdown(by)}, it does not follow: ${escapeMarkdown(reason)}`;

const escapeMarkdown = (text: string): string => collapseWhitespace(text).replace(/[\\`*[\]<]/g, '\\$&');
