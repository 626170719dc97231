/**
 * What a person allowed for good, in `chrome.storage.local`, under one key. The one rule: what comes out has passed its
 * schema; what does not fit grants nothing.
 */
import type { Grant } from '../lib/agent/spec.ts';
import { check } from '../lib/protocol/check.ts';
import { GRANTS_VERSION, MAX_GRANTS } from '../lib/protocol/grants.ts';

const KEY = 'grants';

/** Oldest first. Rejects only when storage itself fails. */
export async function loadGrants(): Promise<readonly Grant[]> {
  const checked = check('grants', (await chrome.storage.local.get(KEY))[KEY]);
  return checked.ok ? checked.value.grants : [];
}

/** Adds one; the same again is as once. Rejects with a plain sentence for what is no grant. */
export async function addGrant(grant: Grant): Promise<void> {
  await alone(async () => {
    await save([...(await loadGrants()).filter((one) => !same(one, grant)), grant].slice(-MAX_GRANTS));
  });
}

export async function removeGrant(grant: Grant): Promise<void> {
  await alone(async () => save((await loadGrants()).filter((one) => !same(one, grant))));
}

/** Calls back with the grants whenever they change, until `signal` aborts. */
export function onGrants(listener: (grants: readonly Grant[]) => void, signal: AbortSignal): void {
  const changed = (changes: Readonly<Record<string, unknown>>, area: string): void => {
    if (area === 'local' && KEY in changes) void loadGrants().then(listener);
  };
  chrome.storage.onChanged.addListener(changed);
  signal.addEventListener('abort', () => chrome.storage.onChanged.removeListener(changed));
}

async function save(grants: readonly Grant[]): Promise<void> {
  const checked = check('grants', { version: GRANTS_VERSION, grants });
  if (!checked.ok) throw new Error(checked.message);
  await chrome.storage.local.set({ [KEY]: checked.value });
}

/** The worker and the settings page change the list: one after the other, or a grant that was taken back could return. */
async function alone(change: () => Promise<void>): Promise<void> {
  await navigator.locks.request(KEY, change);
}

const same = (a: Grant, b: Grant): boolean => a.tool === b.tool && a.origin === b.origin;
