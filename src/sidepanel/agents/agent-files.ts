/** Helpers for agent manifests stored as files. */
import { MAX_MANIFEST_LENGTH } from '../../lib/protocol/agents.ts';

/** Maximum number of bytes per character in UTF-8. */
const MAX_UTF8_BYTES = 4;

/** Returns whether the size alone shows that the file is longer than any manifest may be. */
export const isTooLargeForManifest = ({ size }: Pick<File, 'size'>): boolean =>
  size > MAX_MANIFEST_LENGTH * MAX_UTF8_BYTES;

export const MEDIA_TYPE = 'application/yaml;charset=utf-8';

export const getManifestFileName = (id: string): string => `${id.replace(/[^a-z0-9-]/g, '')}.yaml`;

/** Returns the id with a `-copy` suffix and the lowest number that is not taken yet. */
export function createCopyId(id: string, taken: readonly string[]): string {
  const [stem = id] = id.split(/-copy(?:-\d+)?$/);
  for (let n = 1; ; n++) {
    const candidate = `${stem.slice(0, 30).replace(/-$/, '')}-copy${n === 1 ? '' : `-${String(n)}`}`;
    if (!taken.includes(candidate)) return candidate;
  }
}
