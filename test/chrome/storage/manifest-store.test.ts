import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  removeAgent,
  saveAgent,
  loadStoredAgents,
  setAgentEnabled,
} from '../../../src/chrome/storage/manifest-store.ts';
import { toUserError } from '../../../src/lib/base/errors.ts';
import { MAX_AGENTS, MAX_MANIFEST_LENGTH } from '../../../src/lib/protocol/requests/agents.ts';
import { installLocal, type LocalArea } from '../../kit/storage/local-area.ts';
import { manifestOf } from '../../kit/agents/played-agents.ts';

let area: LocalArea;
beforeEach(() => {
  area = installLocal();
});

const ids = async (): Promise<readonly string[]> => (await loadStoredAgents()).own.map(({ id }) => id);
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => '',
    (thrown: unknown) => toUserError(thrown).code,
  );

describe('agents of a person’s own', () => {
  it('come back as they were saved, in the order in which they first were', async () => {
    const [a, b] = [manifestOf({ id: 'a' }), manifestOf({ id: 'b', enabled: false })];
    await saveAgent(a, '# mine\nid: a');
    await saveAgent(b, 'id: b');
    await saveAgent({ ...a, version: '1.1.0' }, '# better\nid: a');
    expect(await loadStoredAgents()).toEqual({
      own: [
        { id: 'a', text: '# better\nid: a', manifest: { ...a, version: '1.1.0' }, enabled: true },
        { id: 'b', text: 'id: b', manifest: b, enabled: false },
      ],
      switched: new Map(),
      broken: [],
    });
  });

  it('are gone once removed, and what is not there can be removed', async () => {
    await saveAgent(manifestOf({ id: 'a' }), '');
    await removeAgent('a');
    await removeAgent('a');
    expect(await ids()).toEqual([]);
    expect([...area.stored.keys()]).toEqual(['agents']);
  });

  it('keep their switch when they are saved anew, unless the manifest itself now says otherwise', async () => {
    const [on, off] = [manifestOf({ id: 'a' }), manifestOf({ id: 'a', enabled: false })];
    const saved = async (manifest: typeof on, always = false): Promise<boolean | undefined> => {
      await saveAgent(manifest, '', always);
      return (await loadStoredAgents()).own[0]?.enabled;
    };
    expect(await saved(on)).toBe(true);
    await setAgentEnabled('a', false);
    expect(await saved(on)).toBe(false);
    expect(await saved(off)).toBe(false);
    expect(await saved(on)).toBe(true);
    await setAgentEnabled('a', false);
    expect(await saved(on, true)).toBe(true); // it was made just now, for use at once
  });

  it('leave the switches of built-in ones alone', async () => {
    await setAgentEnabled('tutor', false);
    await saveAgent(manifestOf({ id: 'tutor' }), '');
    await setAgentEnabled('tutor', true);
    expect((await loadStoredAgents()).switched).toEqual(new Map([['tutor', false]]));
    await removeAgent('tutor');
    await setAgentEnabled('tutor', true);
    expect((await loadStoredAgents()).switched).toEqual(new Map([['tutor', true]]));
  });

  it('are as many as there may be, and no more', async () => {
    for (let n = 0; n < MAX_AGENTS; n += 1) await saveAgent(manifestOf({ id: `a${String(n)}` }), '');
    expect(await codeOf(saveAgent(manifestOf({ id: 'more' }), ''))).toBe('agents.too-many');
    expect(await codeOf(saveAgent(manifestOf({ id: 'a7', version: '2.0.0' }), ''))).toBe('');
    expect(await ids()).toHaveLength(MAX_AGENTS);
  });

  it('stay as they were where the browser has no room for another, which is said', async () => {
    const first = manifestOf({ id: 'a' });
    await saveAgent(first, 'first');
    area.quota = 2000;
    const long = 'x'.repeat(MAX_MANIFEST_LENGTH);
    expect(await codeOf(saveAgent(manifestOf({ id: 'a', version: '2.0.0' }), long))).toBe('storage.full');
    expect(await codeOf(saveAgent(manifestOf({ id: 'b' }), long))).toBe('storage.full');
    expect(await loadStoredAgents()).toMatchObject({ own: [{ id: 'a', text: 'first', manifest: first }], broken: [] });
  });

  it.each([
    ['nothing', undefined, ''],
    ['another version', { version: 2, text: 'mine', manifest: {}, enabled: true, savedAt: 1 }, 'mine'],
    ['no manifest', { version: 1, text: 'mine', enabled: true, savedAt: 1 }, 'mine'],
    ['a number', 7, ''],
    ['a text that is none', { version: 1, text: 7 }, ''],
  ])(
    'that are stored as %s are told of, with what is left of their text, and can be removed',
    async (_, value, text) => {
      await saveAgent(manifestOf({ id: 'a' }), '');
      await saveAgent(manifestOf({ id: 'b' }), '');
      if (value === undefined) area.stored.delete('agent/a');
      else area.put('agent/a', value);
      const { own, broken } = await loadStoredAgents();
      expect(own.map(({ id }) => id)).toEqual(['b']);
      expect(broken).toMatchObject([
        { id: 'a', text, faults: [{ problem: expect.stringContaining('agent.kept') as unknown }] },
      ]);
      await removeAgent('a');
      expect((await loadStoredAgents()).broken).toEqual([]);
    },
  );

  it('whose list cannot be read are told of, and the list is put aside before a new one begins', async () => {
    const list = { version: 9, own: ['a'] };
    area.put('agents', list);
    expect(await loadStoredAgents()).toMatchObject({ own: [], broken: [{ id: '' }] });
    await saveAgent(manifestOf({ id: 'b' }), '');
    expect(await loadStoredAgents()).toMatchObject({ own: [{ id: 'b' }], broken: [] });
    expect(area.value('agents.rejected')).toEqual(list);
  });

  it('are what changes made one after the other would leave, whatever is asked for at once', async () => {
    const change = fc.record({
      what: fc.constantFrom('keep' as const, 'switch' as const, 'drop' as const),
      id: fc.constantFrom('a', 'b', 'c'),
      on: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
        area = installLocal();
        const own = new Map<string, boolean>();
        const switched = new Map<string, boolean>();
        await Promise.all(
          changes.map(({ what, id, on }) => {
            if (what === 'keep') own.set(id, true);
            else if (what === 'drop') own.delete(id);
            else (own.has(id) ? own : switched).set(id, on);
            if (what === 'keep') return saveAgent(manifestOf({ id }), '', true);
            return what === 'drop' ? removeAgent(id) : setAgentEnabled(id, on);
          }),
        );
        const kept = await loadStoredAgents();
        expect(kept.own.map(({ id, enabled }) => [id, enabled])).toEqual([...own]);
        expect(new Map(kept.switched)).toEqual(new Map(switched));
        expect(kept.broken).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});
