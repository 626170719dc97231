/** Brackets of inline Markdown: links, images and footnotes. */
import { findTargetEnd } from './inline-marks.ts';
import { Scan, appendVerbatim, type Bracket } from './inline-scan.ts';

const FOOTNOTE = /^\[?(?:\d{1,3}|[a-z]|note \d{1,3}|nb \d{1,3}|[↑↩*†‡])\]?$/i;

/** The mark of a footnote; before the footnote itself it goes with the colon. */
const NOTE_MARK = /^(\[\^[^\]\s]{1,60}\])(?:: )?/;

/** Deeper brackets are text, which keeps nesting linear. */
const BRACKET_DEPTH = 32;

export function openBracket(scan: Scan, image: boolean): void {
  const mark = scan.reading.footnotes ? null : NOTE_MARK.exec(scan.text.slice(scan.at, scan.at + 64));
  if (!image && mark !== null) {
    const isOfNote = /(?:^|\n)$/.test(scan.text.slice(Math.max(0, scan.at - 1), scan.at));
    scan.at += (isOfNote ? mark[0] : (mark[1] ?? '')).length;
    scan.dropped = true;
    return;
  }
  if (scan.brackets.length < BRACKET_DEPTH)
    scan.brackets.push({ at: scan.out.length, from: scan.at, image, active: true });
  else scan.deeper += 1;
  appendVerbatim(scan, image ? 2 : 1);
}

export function closeBracket(scan: Scan): void {
  const bracket = scan.deeper > 0 ? undefined : scan.brackets.pop();
  if (bracket === undefined) {
    if (scan.deeper > 0) scan.deeper -= 1;
    appendVerbatim(scan, 1);
    return;
  }
  const end = bracket.active ? findTargetEnd(scan.text, scan.at + 1, scan.reading.exact) : undefined;
  if (end === undefined) closeLiteral(scan, bracket);
  else if (bracket.image) closeImage(scan, bracket, end);
  else closeLink(scan, bracket, end);
}

function closeImage(scan: Scan, bracket: Bracket, end: number): void {
  while ((scan.links.at(-1)?.start ?? -1) > bracket.from) scan.links.pop();
  dropFrom(scan, bracket.at);
  scan.at = end;
}

function closeLink(scan: Scan, bracket: Bracket, end: number): void {
  const to = scan.at;
  const target = scan.text.slice(to + 1, end);
  scan.links.push({ start: bracket.from, end, from: bracket.from + 1, to, target: target.slice(1, -1) });
  if (scan.reading.exact) for (const outer of scan.brackets) outer.active &&= outer.image;
  scan.at = end;
  scan.out[bracket.at] = '';
  const label = scan.out.slice(bracket.at).join('').trim();
  if (!scan.reading.footnotes && FOOTNOTE.test(label) && target.includes('#')) {
    dropFrom(scan, bracket.at);
    scan.dropped = true;
  } else scan.linked += label.length;
}

/** Stays as written, unless it is a number directly after a word: `fact[12]`. */
function closeLiteral(scan: Scan, bracket: Bracket): void {
  appendVerbatim(scan, 1);
  if (scan.reading.footnotes || bracket.image || scan.out.length - bracket.at > 3) return;
  const label = scan.out.slice(bracket.at).join('');
  const before = scan.out[bracket.at - 1]?.slice(-1) ?? '';
  if (!/^\[\d{1,3}\]$/.test(label) || !/[^\s([]/.test(before)) return;
  dropFrom(scan, bracket.at);
  scan.dropped = true;
}

function dropFrom(scan: Scan, from: number): void {
  scan.out.length = from;
  scan.starts.length = from;
  scan.ends.length = from;
  for (const stack of scan.emphasis.values()) while ((stack.at(-1) ?? -1) >= from) stack.pop();
}
