import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addGrant, loadGrants, watchGrants, removeGrant } from '../../../src/chrome/storage/grants.ts';
import type { Grant } from '../../../src/lib/agent/frames/spec.ts';
import { installLocks } from '../../kit/storage/locks.ts';
import { MAX_GRANTS } from '../../../src/lib/protocol/stored.ts';

type Changed = (changes: Readonly<Record<string, unknown>>, area: string) => void;

/** What `chrome.storage.local` does with the calls made here: values are copied in and out as JSON. */
let stored: Record<string, string> = {};
const listeners = new Set<Changed>();
const local = {
  get: (name: string) =>
    Promise.resolve(name in stored ? { [name]: JSON.parse(stored[name] ?? 'null') as unknown } : {}),
  set(items: Readonly<Record<string, unknown>>) {
    for (const [name, value] of Object.entries(items)) {
      stored[name] = JSON.stringify(value);
      for (const listener of listeners) listener({ [name]: {} }, 'local');
    }
    return Promise.resolve();
  },
};
beforeAll(() => {
  const onChanged = {
    addListener: (listener: Changed) => void listeners.add(listener),
    removeListener: (listener: Changed) => void listeners.delete(listener),
  };
  installLocks();
  Object.defineProperty(globalThis, 'chrome', { value: { storage: { local, onChanged } }, configurable: true });
});
beforeEach(() => {
  stored = {};
});

const grant = (origin = 'https://example.org', tool = 'open_link'): Grant => ({ tool, origin });

describe('what is allowed for good', () => {
  it('is kept until it is taken back', async () => {
    expect(await loadGrants()).toEqual([]);
    await addGrant(grant());
    await addGrant(grant('http://localhost:8080'));
    await addGrant(grant());
    expect(await loadGrants()).toEqual([grant('http://localhost:8080'), grant()]);
    await removeGrant(grant('https://sub.example.org'));
    await removeGrant(grant('https://example.org', 'another'));
    expect(await loadGrants()).toHaveLength(2);
    await removeGrant(grant());
    expect(await loadGrants()).toEqual([grant('http://localhost:8080')]);
  });

  it('is bounded: the oldest makes room', async () => {
    stored['grants'] = JSON.stringify({
      version: 1,
      grants: Array.from({ length: MAX_GRANTS }, (_, i) => grant(`https://site${String(i)}.example`)),
    });
    await addGrant(grant());
    const now = await loadGrants();
    expect(now).toHaveLength(MAX_GRANTS);
    expect([now[0], now.at(-1)]).toEqual([grant('https://site1.example'), grant()]);
  });

  it.each([
    ['nothing of ours', 7],
    ['another version', { version: 2, grants: [grant()] }],
    ['a pattern', { version: 1, grants: [grant('https://*')], more: 1 }],
    ['a path', { version: 1, grants: [grant('https://example.org/path')] }],
    ['a user', { version: 1, grants: [grant('https://a@example.org')] }],
    ['no web origin', { version: 1, grants: [grant('tab:own')] }],
    ['more than there can be', { version: 1, grants: Array.from({ length: MAX_GRANTS + 1 }, () => grant()) }],
  ])('that is stored as %s grants nothing', async (_, value) => {
    stored['grants'] = JSON.stringify(value);
    expect(await loadGrants()).toEqual([]);
  });

  it('takes no origin that is none', async () => {
    await expect(addGrant(grant('https://example.org/path'))).rejects.toThrow('/grants/0/origin');
    expect(await loadGrants()).toEqual([]);
  });

  it('is told to whoever listens, until they no longer do', async () => {
    const told: (readonly Grant[])[] = [];
    const gone = new AbortController();
    watchGrants((grants) => void told.push(grants), gone.signal);
    await addGrant(grant());
    await Promise.resolve();
    await loadGrants();
    gone.abort();
    await removeGrant(grant());
    await loadGrants();
    expect(told).toEqual([[grant()]]);
    expect(listeners.size).toBe(0);
  });
});
