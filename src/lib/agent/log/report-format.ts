/** Markdown of a report's parts. Foreign text is in code or fences. */
import { formatNumber } from '../../base/locale.ts';
import { toLegibleText } from '../../base/escape-invisible.ts';

const MAX_RESULT_CHARS = 2000;

export const formatHeading = (below: number): string => '#'.repeat(Math.min(6, 2 + below));

/** `label`: '' for none. */
export const formatUnlessEmpty = (text: string, label = ''): readonly string[] =>
  text === '' ? [] : [...(label === '' ? [] : [label]), formatFence(text)];

/** Nothing in the text can close the fence. `most`: characters. */
export function formatFence(text: string, most = MAX_RESULT_CHARS): string {
  const truncated = text.length > most ? `${text.slice(0, most)}\n… ${text.length - most} characters more` : text;
  const shown = toLegibleText(truncated);
  const marks = createFenceMarks(shown, 3);
  return `${marks}text\n${shown}\n${marks}`;
}

export function formatInlineCode(text: string): string {
  const shown = toLegibleText(text.slice(0, 200)).replace(/\s+/g, ' ');
  const marks = createFenceMarks(shown, 1);
  return shown.trim() === '' ? '(nothing)' : `${marks} ${shown} ${marks}`;
}

function createFenceMarks(text: string, minimum: number): string {
  let longest = 0;
  for (const run of text.match(/`+/g) ?? []) longest = Math.max(longest, run.length);
  return '`'.repeat(Math.max(minimum, longest + 1));
}

export const formatSeconds = (ms: number): string => `${(Math.max(0, ms) / 1000).toFixed(1)} s`;
export const formatReportNumber = (value: number): string => formatNumber(value, { maximumSignificantDigits: 4 });
