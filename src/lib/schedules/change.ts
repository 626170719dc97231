/** What changed of a page's text, by lines: where a line stands does not matter, nor what only its address says. */
import { clip, collapseWhitespace } from '../base/one-line.ts';
import { MAX_CHANGED_CHARS, MAX_CHANGED_LINE, MAX_CHANGED_LINES, type Change } from '../protocol/schedules.ts';

interface Cuts {
  readonly before: boolean;
  readonly after: boolean;
}

/** Null if nothing did. Of a text that is cut, the lines behind the last that both have may only have moved over the cut. */
export function findChange(before: string, after: string, cuts: Cuts = { before: false, after: false }): Change | null {
  const [all, current] = [listLines(before), listLines(after)];
  const old = cuts.after ? dropTail(all, current) : all;
  const now = cuts.before ? dropTail(current, all) : current;
  const [added, removed] = [subtract(now, old), subtract(old, now)];
  if (added.length + removed.length === 0) return null;
  return {
    added: added.length,
    removed: removed.length,
    addedLines: takeLines(added),
    removedLines: takeLines(removed),
  };
}

/** Marks and addresses go: a link's address often has a new number at each visit. */
const listLines = (markdown: string): readonly string[] =>
  markdown
    .normalize('NFC')
    .replace(/!\[[^\]]*\]\([^)\s]*\)/g, '')
    .replace(/\[([^\]]*)\]\([^)\s]*\)/g, '$1')
    .split('\n')
    .map((line) => collapseWhitespace(line.replace(/^[\s>#*+-]+|[*_`]+/g, '')))
    .filter((line) => /[\p{L}\p{N}]/u.test(line));

/** Behind the last line that `others` has too. All, if there is none. */
function dropTail(lines: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others);
  const last = lines.findLastIndex((line) => known.has(line));
  return last === -1 ? lines : lines.slice(0, last + 1);
}

/** Each line as often as it is more often in `lines`, in order. */
function subtract(lines: readonly string[], others: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const left = counts.get(line) ?? 0;
    if (left > 0) counts.set(line, left - 1);
    return left === 0;
  });
}

function takeLines(lines: readonly string[]): readonly string[] {
  let left = MAX_CHANGED_CHARS;
  return lines
    .slice(0, MAX_CHANGED_LINES)
    .map((line) => clip(line, MAX_CHANGED_LINE))
    .filter((line) => (left -= line.length) >= 0);
}

const LINE_MARK = { added: '+ ', removed: '− ' } as const;

/** The page as a run reads it: first what is different, then all of it. Lines that are gone are on no page any more. */
export function describeChange(markdown: string, change: Change): string {
  const list = (side: 'added' | 'removed'): readonly string[] => {
    const lines = change[`${side}Lines`];
    const more = change[side] - lines.length;
    return [...lines.map((line) => LINE_MARK[side] + line), ...(more > 0 ? [`(${String(more)} more ${side})`] : [])];
  };
  const parts = [
    ...(change.added > 0 ? ['## Lines that are new', ...list('added')] : []),
    ...(change.removed > 0 ? ['## Lines that are gone', ...list('removed')] : []),
  ];
  return [...parts, '## The page now', markdown].join('\n\n');
}
