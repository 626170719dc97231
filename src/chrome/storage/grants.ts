/** Permanent grants. Data that fails the schema grants nothing. */
import type { Grant } from '../../lib/agent/frames/spec.ts';
import { GRANTS_VERSION, MAX_GRANTS } from '../../lib/protocol/stored.ts';
import { watchItems } from '../events.ts';
import { createCheckedItem } from './checked-item.ts';

const stored = createCheckedItem<{ readonly version: 1; readonly grants: readonly Grant[] }>('grants', {
  version: GRANTS_VERSION,
  grants: [],
});

/** Oldest first. Rejects only when storage itself fails. */
export const loadGrants = async (): Promise<readonly Grant[]> => (await stored.load()).grants;

/** Idempotent. Rejects with a plain sentence if the grant is invalid. */
export const addGrant = (grant: Grant): Promise<void> =>
  update((all) => [...all.filter((existing) => !isSameGrant(existing, grant)), grant].slice(-MAX_GRANTS));

export const removeGrant = (grant: Grant): Promise<void> =>
  update((all) => all.filter((existing) => !isSameGrant(existing, grant)));

export const watchGrants = (listener: (grants: readonly Grant[]) => void, signal: AbortSignal): void =>
  watchItems(['grants'], () => void loadGrants().then(listener), signal);

const update = (change: (all: readonly Grant[]) => readonly Grant[]): Promise<void> =>
  stored.update((now) => ({ ...now, grants: change(now.grants) }));

const isSameGrant = (a: Grant, b: Grant): boolean => a.tool === b.tool && a.origin === b.origin;
