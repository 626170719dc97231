/**
 * What a run says that a person may look for later: their questions, the answers, what agents said to them, and the pages that
 * were read. The one rule:
 * plain words in short lines, bounded, so that many runs can be searched without their frames.
 */
import type { Frame } from '../agent/frames.ts';
import { wishOf } from '../agent/head.ts';
import { oneLine } from '../base/one-line.ts';
import { visibleOf } from '../pipeline/cite/index.ts';
import { windowsIn } from '../pipeline/text/ranges.ts';

/** Most that is kept of one run, in UTF-16 units; of more, the latest. */
export const MAX_WORDS = 20_000;
/** Of one answer or question: no single one crowds out the others. */
const MAX_SAID = 8000;
/** Longest line: a little more than is shown of it. */
const MAX_LINE = 240;
/** Longest title of a page. */
const MAX_TITLE = 200;

/** The words after more frames. Lines are apart by line feeds. */
export function wordsAfter(words: string, frames: readonly Frame[]): string {
  const lines = [...(words === '' ? [] : [words]), ...frames.flatMap(linesOf)];
  const all = lines.join('\n');
  if (all.length <= MAX_WORDS) return all;
  const from = all.indexOf('\n', all.length - MAX_WORDS - 1);
  return all.slice(from + 1); // lines are short: there is always one that begins in what stays
}

/** What one frame says; [] for most. */
export function linesOf(frame: Frame): readonly string[] {
  const wish = wishOf(frame);
  if (wish !== null) return cut(wish.goal);
  if (frame.kind === 'control') return frame.control === 'answer' ? cut(frame.text) : [];
  if (frame.kind === 'ask.user') return frame.form === 'turn' ? shown(frame.text) : [];
  // what an agent reports is its caller's to tell
  if (frame.kind === 'agent.response') return frame.correlationId === null ? shown(frame.text) : [];
  if (frame.kind !== 'tool.result') return [];
  return frame.objects
    .filter(({ hidden }) => !hidden)
    .flatMap(({ meta }) => [...pageLine(meta), ...selectedLines(meta)]);
}

/** What was written, as a reader sees it. */
const shown = (text: string): readonly string[] => cut(visibleOf(text.slice(0, MAX_SAID)).text);

/** A page by its title and host. */
function pageLine({ title, url }: Readonly<Record<string, unknown>>): readonly string[] {
  if (typeof title !== 'string' || typeof url !== 'string') return [];
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  return cut([oneLine(title, MAX_TITLE), host].filter((part) => part !== '').join(' · '));
}

/** The beginning of what was selected. */
function selectedLines({ words }: Readonly<Record<string, unknown>>): readonly string[] {
  return typeof words === 'string' ? cut(words) : [];
}

/** Plain text in lines of bounded length, cut between words. */
function cut(text: string): readonly string[] {
  const paragraphs = text
    .slice(0, MAX_SAID)
    .normalize('NFC')
    .split(/[\n\r\u2028\u2029]+/);
  return paragraphs
    .map((paragraph) => oneLine(paragraph, paragraph.length + 1))
    .flatMap((line) =>
      [...windowsIn(line, { start: 0, end: line.length }, MAX_LINE)].map(({ start, end }) =>
        line.slice(start, end).trim(),
      ),
    )
    .filter((line) => line !== '');
}
