import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ArchiveWrite } from '../../src/lib/agent/store/run-archive.ts';
import { updateRunSummary } from '../../src/lib/agent/state/run-summary.ts';
import { conversation, type Said } from '../kit/conversation.ts';
import { memoryArchive } from '../kit/memory-archive.ts';
import { listRuns } from '../../src/background/requests.ts';

const HERE = 1;

/** A finished run of that tab, begun so long ago. */
function write(runId: string, goal: string, said: readonly Said[] = [], startedAt = 0, tabId = HERE): ArchiveWrite {
  const frames = conversation(runId, goal, said, tabId);
  const [first, ...rest] = frames;
  const head = { ...rest.reduce(updateRunSummary, updateRunSummary(null, first)), startedAt, status: 'done' as const };
  return { head, frames, inbox: [], title: goal };
}

function make() {
  const archive = memoryArchive();
  const session: ArchiveWrite['head'][] = [];
  const deps = { archive, store: { listRuns: () => Promise.resolve(session) } };
  return {
    archive,
    session,
    list: (query = '', tabId = HERE) => listRuns({ tabId, query }, deps),
    ids: async (query = '', tabId = HERE) => (await listRuns({ tabId, query }, deps)).map(({ runId }) => runId),
  };
}

describe('the history', () => {
  it('lists the session’s runs of the tab and all that are kept, newest first, each once', async () => {
    const { archive, session, ids, list } = make();
    for (const [i, runId] of ['kept', 'here', 'elsewhere', 'both', 'past'].entries()) {
      const put = write(runId, `Question ${runId}?`, [], i, runId === 'elsewhere' ? 2 : HERE);
      await archive.put(put);
      if (['here', 'elsewhere', 'both'].includes(runId)) session.push({ ...put.head, status: 'running' });
    }
    for (const runId of ['kept', 'both']) await archive.setKept(runId, true);
    expect(await ids()).toEqual(['both', 'here', 'kept']);
    expect(await ids('  ')).toEqual(['both', 'here', 'kept']);
    expect(await ids('', 2)).toEqual(['both', 'elsewhere', 'kept']);
    expect(await ids('question')).toHaveLength(3);
    expect(await list()).toMatchObject([
      { kept: true, status: 'running', title: 'Question both?', snippet: '', startedAt: 3 },
      { kept: false, status: 'running' },
      { kept: true, status: 'done' },
    ]);
  });

  it('finds by question, follow-up, answer, title and host of a page, and says where', async () => {
    const { archive, list } = make();
    await archive.put(
      write('a', 'Who built the bridge?', [
        { by: 'page', title: 'Annals of Arles', url: 'https://chronicle.example/x' },
        { by: 'answer', text: 'The **masons**.' },
        { by: 'user', text: 'In which century?' },
      ]),
    );
    await archive.setKept('a', true);
    for (const [query, snippet] of [
      ['bridge', ''], // the title says it
      ['annals', 'Annals of Arles · chronicle.example'],
      ['chronicle', 'Annals of Arles · chronicle.example'],
      ['masons', 'The masons.'],
      ['century', 'In which century?'],
    ] as const) {
      expect([query, await list(query)]).toMatchObject([query, [{ runId: 'a', snippet }]]);
    }
    expect(await list('hidden preview')).toEqual([]);
  });

  it('never tells anything of a run that was removed, cleared, set aside or is no longer kept', async () => {
    const how = fc.constantFrom('remove', 'quarantine', 'clear', 'unkeep', 'stay');
    await fc.assert(
      fc.asyncProperty(fc.array(how, { maxLength: 6 }), async (fates) => {
        const { archive, ids } = make();
        for (const i of fates.keys()) {
          await archive.put(write(`r${String(i)}`, 'The secret', [{ by: 'answer', text: `secret n${String(i)}` }], i));
          await archive.setKept(`r${String(i)}`, fates[i] !== 'clear');
        }
        expect(await ids('secret')).toHaveLength(fates.filter((fate) => fate !== 'clear').length);
        for (const [i, fate] of fates.entries()) {
          if (fate === 'unkeep') await archive.setKept(`r${String(i)}`, false);
          else if (fate === 'remove' || fate === 'quarantine') await archive[fate](`r${String(i)}`, 'torn');
        }
        await archive.clear();
        const left = [...fates.keys()].filter((i) => fates[i] === 'stay').map((i) => `r${String(i)}`);
        expect([...(await ids('secret'))].sort()).toEqual(left);
        for (const i of fates.keys())
          expect(await ids(`n${String(i)}`)).toEqual(left.filter((id) => id === `r${String(i)}`));
      }),
    );
  });

  it('looks at no more than the newest 500 and finds no more than 50', async () => {
    const { archive, list, ids } = make();
    for (let i = 0; i < 510; i += 1) {
      await archive.put(write(`r${String(i)}`, i < 10 ? 'Old bridge' : 'New bridge', [], i));
      await archive.setKept(`r${String(i)}`, true);
    }
    expect(await ids()).toHaveLength(500);
    expect((await ids())[0]).toBe('r509');
    expect(await list('bridge')).toHaveLength(50);
    expect(await list('old')).toEqual([]);
  });
});
