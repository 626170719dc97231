import { MAX_MANIFEST_LENGTH } from '../../lib/protocol/agents.ts';

const MAX_UTF8_BYTES = 4;

export const isTooLargeForManifest = ({ size }: Pick<File, 'size'>): boolean =>
  size > MAX_MANIFEST_LENGTH * MAX_UTF8_BYTES;

export const MEDIA_TYPE = 'application/yaml;charset=utf-8';

export const getManifestFileName = (id: string): string => `${id.replace(/[^a-z0-9-]/g, '')}.yaml`;

export function createCopyId(id: string, taken: readonly string[]): string {
  const [stem = id] = id.split(/-copy(?:-\d+)?$/);
  for (let n = 1; ; n++) {
    const candidate = `${stem.slice(0, 30).replace(/-$/, '')}-copy${n === 1 ? '' : `-${String(n)}`}`;
    if (!taken.includes(candidate)) return candidate;
  }
}
