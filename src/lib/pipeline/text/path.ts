/** The heading line of a continued part: `## Guide › Install …`. Written and parsed here only. */
const SEPARATOR = ' › ';
const CONTINUATION_MARK = ' …';

/** `titles`: outermost first. */
export function formatPathLine(titles: readonly string[], depth: number): string {
  return `${'#'.repeat(Math.min(6, Math.max(1, depth)))} ${titles.join(SEPARATOR)}${CONTINUATION_MARK}`;
}

export function getLastHeading(text: string): string {
  return text.endsWith(CONTINUATION_MARK)
    ? (text.slice(0, -CONTINUATION_MARK.length).split(SEPARATOR).at(-1) ?? text).trim()
    : text;
}
