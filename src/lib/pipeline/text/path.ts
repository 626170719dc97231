/**
 * The line that tells a later part of a long text where it is: `## Guide › Install …`. The one rule: what one side
 * writes here, the other side reads back here.
 */
const SEPARATOR = ' › ';
const GOES_ON = ' …';

/** A heading line for a section that goes on from the part before. `titles` is the path from the outermost heading. */
export function pathLine(titles: readonly string[], depth: number): string {
  return `${'#'.repeat(Math.min(6, Math.max(1, depth)))} ${titles.join(SEPARATOR)}${GOES_ON}`;
}

/** The innermost title of a heading made by {@link pathLine}; any other heading's text as it is. */
export function lastHeading(text: string): string {
  return text.endsWith(GOES_ON) ? (text.slice(0, -GOES_ON.length).split(SEPARATOR).at(-1) ?? text).trim() : text;
}
