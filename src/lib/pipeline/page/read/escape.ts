/** Escapes text that would read as Markdown, before the conversion, while line starts are known. */
import { isPauseDue, type Slices } from '../../text/time-slices.ts';
import { HEADINGS } from './text-shares.ts';
import { iterateTree } from './walk.ts';

export const BLOCK_ELEMENTS: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre section summary table tbody td tfoot th thead tr ul'
  ).split(' '),
);
/** The converter puts something before their text. */
const PREFIXED_ELEMENTS = 'h1,h2,h3,h4,h5,h6,td,th,caption,figcaption,dt,em,i,strong,b,a[href],del,s';
const BLOCK_START = /^\s*[\d#+>|:=-]/;
const MAX_START = 1_000;

/** `null` for a picture, code or formula. */
type Line = (Text | null)[];

export function* escapeText(root: Element): Slices<void> {
  let line: Line = [];
  const flush = (): void => {
    if (line.length > 0) escapeLine(line);
    line = [];
  };
  for (const { node, leaving } of iterateTree(root, isOpaque)) {
    if (isPauseDue()) yield;
    if (node.nodeType === 3) line.push(node as Text);
    if (node.nodeType !== 1) continue;
    const el = node as Element;
    if (BLOCK_ELEMENTS.has(el.localName) || el.localName === 'br') flush();
    else if (!leaving && el.localName !== 'pre' && isOpaque(el)) line.push(null);
  }
  flush();
}

const isOpaque = (el: Element): boolean =>
  /^(?:img|code|pre)$/.test(el.localName) || el.hasAttribute('data-kl-math') || el.hasAttribute('data-kl-note');

function escapeLine(line: Line): void {
  const starts = line.findIndex((text) => text?.data.trim() !== '');
  const marks = findLineMarker(line.slice(Math.max(0, starts)));
  line.forEach((text, i) => {
    if (text === null) return;
    const at = marks?.text === text ? marks.at : -1;
    const raw = text.data;
    let out = at < 0 ? escapeInline(raw, i === 0) : `${escapeInline(raw.slice(0, at))}\\${escapeInline(raw.slice(at))}`;
    // "!" before a link would make it a picture.
    if (out.endsWith('!') && line[i + 1]?.parentElement?.closest('a[href]') && !text.parentElement?.closest('a[href]'))
      out = `${out.slice(0, -1)}\\!`;
    if (out !== raw) text.data = out;
  });
}

/** Finds the place at which a backslash keeps a line start, or a heading's end, as text; null if there is none. */
function findLineMarker(line: Line): { text: Text; at: number } | null {
  const first = line[0];
  const closing = findClosingHashes(line);
  if (!closing && !(first && BLOCK_START.test(first.data))) return null; // looking up elements takes most of the time
  if (first?.parentElement?.closest(HEADINGS)) return closing;
  let start = '';
  for (const text of line) {
    if (!text?.parentElement || text.parentElement.closest(PREFIXED_ELEMENTS)) {
      if (/\S$/.test(start) || start === '') start += 'x';
      break;
    }
    start += text.data;
    if (start.length > MAX_START) break;
  }
  const at = findBlockMarker(start);
  return at < 0 ? null : findTextAt(line, at);
}

/** Offset of the character to escape; -1 if none. */
function findBlockMarker(start: string): number {
  const lead = start.length - start.trimStart().length;
  const rest = start.slice(lead);
  const number = /^\d{1,9}(?=[.)](?:\s|$))/.exec(rest);
  if (number) return lead + number[0].length;
  if (/^(?:#{1,6}(?:\s|$)|[-+](?:\s|$)|>)/.test(rest)) return lead;
  return /^[\s|:=-]+$/.test(rest) && /[-=]/.test(rest) ? lead : -1;
}

function findClosingHashes(line: Line): { text: Text; at: number } | null {
  const last = line.findLast((text) => text?.data.trim() !== '');
  if (!last) return null;
  const text = last.data.trimEnd();
  let at = text.length;
  while (at > 0 && text[at - 1] === '#') at -= 1;
  if (at === text.length || (at > 0 && !/\s/.test(text.charAt(at - 1)))) return null;
  return { text: last, at };
}

function findTextAt(line: Line, offset: number): { text: Text; at: number } | null {
  let remaining = offset;
  for (const text of line) {
    if (text === null) return null;
    if (remaining < text.data.length) return { text, at: remaining };
    remaining -= text.data.length;
  }
  return null;
}

/** `first`: nothing precedes it. Underscores inside words stay bare. */
export function escapeInline(text: string, first = true): string {
  if (!/[\\`*[\]_~<&]/.test(text)) return text;
  return text
    .replace(/[\\`*[\]]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(first ? /(?<=\S)~/g : /(?<!\s)~/g, '\\~') // the one that could end what another begins
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/&(?=#?\w{1,31};)/g, '\\&');
}
