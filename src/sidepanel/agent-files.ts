/** Manifests as files. */
import { MAX_MANIFEST } from '../lib/protocol/agents.ts';

/** Bytes that a character of UTF-8 takes at most. */
const WIDEST = 4;

/** Whether a file is longer than any manifest, as far as its size says. */
export const isLong = ({ size }: Pick<File, 'size'>): boolean => size > MAX_MANIFEST * WIDEST;

export const MEDIA_TYPE = 'application/yaml;charset=utf-8';

/** Of the file of an agent. */
export const fileName = (id: string): string => `${id.replace(/[^a-z0-9-]/g, '')}.yaml`;

/** An id that nobody has: the same with a number. */
export function freeId(id: string, taken: readonly string[]): string {
  const [stem = id] = id.split(/-copy(?:-\d+)?$/);
  for (let n = 1; ; n++) {
    const tried = `${stem.slice(0, 30).replace(/-$/, '')}-copy${n === 1 ? '' : `-${String(n)}`}`;
    if (!taken.includes(tried)) return tried;
  }
}
