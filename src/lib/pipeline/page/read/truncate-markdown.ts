/** Cuts a line at a bound, and Markdown without leaving a code block open. */
import { collapseWhitespace } from '../../../base/one-line.ts';

/** At most `max` characters, read from the first 4 × `max`. */
export const truncateLine = (text: string, max: number): string =>
  collapseWhitespace(text.slice(0, max * 4))
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();

/** In characters; longer pages end with a notice. */
export const MAX_MARKDOWN = 2_000_000;
const MAX_FENCE = 200;

export interface Content {
  readonly markdown: string;
  /** Only its first part was read. */
  readonly cut: boolean;
}

export function truncateWithNotice(text: string, cut = false): Content {
  if (!cut && text.length <= MAX_MARKDOWN) return { markdown: text, cut };
  const kept = text.slice(0, MAX_MARKDOWN).trimEnd();
  const markdown = `${kept}${buildMissingFence(kept)}\n\n*The page goes on; only its first part was read.*`;
  return { markdown, cut: true };
}

/** At a line or word end if there is one in the second half; closes a code block that is cut. */
export function truncateMarkdownAt(text: string, max: number): string {
  if (text.length <= max) return text;
  const room = text.slice(0, max - MAX_FENCE);
  const end = [room.lastIndexOf('\n'), room.lastIndexOf(' ')].find((at) => at > room.length / 2);
  const kept = room
    .slice(0, end)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();
  const fence = buildMissingFence(kept);
  return fence.length <= MAX_FENCE ? kept + fence : kept;
}

/** With its list or quote prefix; '' if no block is open. */
function buildMissingFence(text: string): string {
  let open: { around: string; mark: string } | null = null;
  for (const line of text.split('\n')) {
    const [, around = '', mark = '', info = ''] = /^((?:[ >]|[-+] |\d{1,9}\. )*)(`{3,})([^`]*)$/.exec(line) ?? [];
    if (mark === '') continue;
    if (open === null) open = { around: around.replace(/[^>]/g, ' '), mark };
    else if (mark.length >= open.mark.length && info.trim() === '') open = null;
  }
  return open === null ? '' : `\n${open.around}${open.mark}`;
}
