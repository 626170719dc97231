/** Permanent grants in `chrome.storage.local`. Data that fails the schema grants nothing. */
import type { Grant } from '../../lib/agent/frames/spec.ts';
import { check } from '../../lib/protocol/check.ts';
import { GRANTS_VERSION, MAX_GRANTS } from '../../lib/protocol/stored.ts';
import { watchStorage, type StorageChanges } from '../events.ts';

const GRANTS_KEY = 'grants';

/** Oldest first. Rejects only when storage itself fails. */
export async function loadGrants(): Promise<readonly Grant[]> {
  const checked = check('grants', (await chrome.storage.local.get(GRANTS_KEY))[GRANTS_KEY]);
  return checked.ok ? checked.value.grants : [];
}

/**
 * Idempotent. Rejects with a plain sentence if the grant is invalid. Changes by worker and settings page take turns, or a
 * revoked grant could return.
 */
export async function addGrant(grant: Grant): Promise<void> {
  await navigator.locks.request(GRANTS_KEY, async () => {
    await saveGrants(
      [...(await loadGrants()).filter((existing) => !isSameGrant(existing, grant)), grant].slice(-MAX_GRANTS),
    );
  });
}

export async function removeGrant(grant: Grant): Promise<void> {
  await navigator.locks.request(GRANTS_KEY, async () =>
    saveGrants((await loadGrants()).filter((existing) => !isSameGrant(existing, grant))),
  );
}

export function watchGrants(listener: (grants: readonly Grant[]) => void, signal: AbortSignal): void {
  const handleChanges = (changes: StorageChanges): void => {
    if (GRANTS_KEY in changes) void loadGrants().then(listener);
  };
  watchStorage('local', handleChanges, signal);
}

async function saveGrants(grants: readonly Grant[]): Promise<void> {
  const checked = check('grants', { version: GRANTS_VERSION, grants });
  if (!checked.ok) throw new Error(checked.message);
  await chrome.storage.local.set({ [GRANTS_KEY]: checked.value });
}

const isSameGrant = (a: Grant, b: Grant): boolean => a.tool === b.tool && a.origin === b.origin;
