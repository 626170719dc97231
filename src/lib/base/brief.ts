/** Texts made short for one line of something else. */
import { canonical } from './canonical.ts';

/** One line of at most `most` characters (UTF-16 units). */
export function brief(text: string, most = 160): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat.length > most ? `${flat.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…` : flat;
}

/** A call in one line. */
export const callLine = (tool: string, args: unknown): string => brief(`${tool} ${canonical(args)}`);
