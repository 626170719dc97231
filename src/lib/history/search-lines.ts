/** The searchable text of a run as bounded lines, searched without loading frames. */
import { getHostname } from '../base/urls.ts';
import { type Frame, getMetaField, type Artifact } from '../agent/frames/frames.ts';
import { isServerAskKey } from '../agent/frames/control-frames.ts';
import { findRequest } from '../agent/state/run-summary.ts';
import { toOneLine } from '../base/one-line.ts';
import { renderVisibleText } from '../pipeline/cite/visible-markdown.ts';
import { iterateWindows } from '../pipeline/text/ranges.ts';

/** UTF-16 units per run; older lines are dropped first. */
export const MAX_SEARCH_TEXT = 20_000;
const MAX_MESSAGE = 8000;
const MAX_LINE = 240;
const MAX_TITLE = 200;

export function appendSearchLines(words: string, frames: readonly Frame[]): string {
  const lines = [...(words === '' ? [] : [words]), ...frames.flatMap(extractSearchLines)];
  const all = lines.join('\n');
  if (all.length <= MAX_SEARCH_TEXT) return all;
  const from = all.indexOf('\n', all.length - MAX_SEARCH_TEXT - 1);
  return all.slice(from + 1); // lines are short, so at least one begins within the kept part
}

export function extractSearchLines(frame: Frame): readonly string[] {
  const request = findRequest(frame);
  if (request !== null) return splitLines(request.goal);
  if (frame.kind === 'control')
    return frame.control === 'answer' && !isServerAskKey(frame.ask) ? splitLines(frame.text) : [];
  if (frame.kind === 'ask.user') return frame.form === 'turn' ? splitVisibleText(frame.text) : [];
  // agents' reports are left to their caller's answer
  if (frame.kind === 'agent.response') return frame.correlationId === null ? splitVisibleText(frame.text) : [];
  if (frame.kind !== 'tool.result') return [];
  return frame.objects
    .filter(({ hidden }) => !hidden)
    .flatMap((object) => [
      ...formatPageLine(object),
      ...(object.name === 'selection' ? splitLines(object.meta.words) : []),
    ]);
}

const splitVisibleText = (text: string): readonly string[] =>
  splitLines(renderVisibleText(text.slice(0, MAX_MESSAGE), 'dropped').text);

function formatPageLine(object: Artifact): readonly string[] {
  const [title, url] = [getMetaField(object, 'title'), getMetaField(object, 'url')];
  if (typeof title !== 'string' || typeof url !== 'string') return [];
  const host = getHostname(url);
  return splitLines([toOneLine(title, MAX_TITLE), host].filter((part) => part !== '').join(' · '));
}

function splitLines(text: string): readonly string[] {
  const paragraphs = text
    .slice(0, MAX_MESSAGE)
    .normalize('NFC')
    .split(/[\n\r\u2028\u2029]+/);
  return paragraphs
    .map((paragraph) => toOneLine(paragraph, paragraph.length + 1))
    .flatMap((line) =>
      [...iterateWindows(line, { start: 0, end: line.length }, MAX_LINE)].map(({ start, end }) =>
        line.slice(start, end).trim(),
      ),
    )
    .filter((line) => line !== '');
}
