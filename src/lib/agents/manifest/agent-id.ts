import { RESERVED_IDS } from '../../agent/frames/reserved-ids.ts';
import { MAX_ID_CHARS } from './validate-manifest.ts';

/** Words of the name, or `agent` if it has none in Latin letters; numbered if the id is taken or reserved. */
export function createAgentId(name: string, taken: readonly string[]): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  const stem = (words ?? []).join('-').replace(/^[^a-z]+/, '') || 'agent';
  for (let n = 1; ; n += 1) {
    const suffix = n === 1 ? '' : `-${String(n)}`;
    const id = `${stem.slice(0, MAX_ID_CHARS - suffix.length).replace(/-$/, '')}${suffix}`;
    if (!taken.includes(id) && !RESERVED_IDS.has(id)) return id;
  }
}
