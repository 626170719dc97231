import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ArchiveWrite } from '../../../src/lib/agent/store/run-archive.ts';
import { updateRunSummary } from '../../../src/lib/agent/state/run-summary.ts';
import { conversation, type Said } from '../../kit/storage/conversation.ts';
import { createFrameStore } from '../../../src/lib/agent/store/frame-store.ts';
import { createMirroredStore } from '../../../src/lib/agent/store/mirror.ts';
import { createMemoryArea } from '../../../src/lib/agent/store/storage-area.ts';
import { faultyArchive, memoryArchive } from '../../kit/storage/memory-archive.ts';
import { listRuns } from '../../../src/background/requests/history-requests.ts';

const HERE = 1;

/** A finished run of that tab, begun so long ago. */
function write(runId: string, goal: string, said: readonly Said[] = [], startedAt = 0, tabId = HERE): ArchiveWrite {
  const frames = conversation(runId, goal, said, tabId);
  const [first, ...rest] = frames;
  const head = {
    ...rest.reduce(updateRunSummary, updateRunSummary(null, first)),
    startedAt,
    requestedAt: startedAt,
    status: 'done' as const,
  };
  return { head, frames, inbox: [] };
}

function make() {
  const archive = memoryArchive();
  const session: ArchiveWrite['head'][] = [];
  const deps = { archive, store: { listRuns: () => Promise.resolve(session), flush: () => Promise.resolve() } };
  return {
    archive,
    session,
    list: (query = '') => listRuns(query, deps),
    ids: async (query = '') => (await listRuns(query, deps)).map(({ runId }) => runId),
  };
}

describe('the history', () => {
  it('lists all conversations, the last used first, as they are now, and none that is private or deleted [R11.5]', async () => {
    const { archive, session, ids, list } = make();
    for (const [i, runId] of ['past', 'here', 'elsewhere', 'private', 'deleted'].entries()) {
      const put = write(runId, `Question ${runId}?`, [], i, runId === 'elsewhere' ? 2 : HERE);
      const head = { ...put.head, private: runId === 'private' };
      await archive.put({ ...put, head });
      if (['here', 'private'].includes(runId)) session.push({ ...head, status: 'running', requestedAt: 9 });
    }
    await archive.mark('past', { pinned: true, name: 'My tides' });
    await archive.mark('deleted', { deleted: true });
    expect(await ids()).toEqual(['here', 'elsewhere', 'past']);
    expect(await ids('  ')).toEqual(['here', 'elsewhere', 'past']);
    expect(await ids('question')).toHaveLength(3);
    expect(await ids('my tides')).toEqual(['past']);
    expect(await list()).toMatchObject([
      { pinned: false, status: 'running', title: 'Question here?', snippet: '', requestedAt: 9, requests: 1 },
      { pinned: false, status: 'done' },
      { pinned: true, title: 'My tides', status: 'done' },
    ]);
    await archive.mark('deleted', { deleted: false });
    expect(await ids()).toContain('deleted');
  });

  it('lists what ended while the archive did not work, as soon as it works again, and writes nothing after that', async () => {
    const archive = memoryArchive();
    let isBroken = true;
    const asked: string[] = [];
    const faulty = faultyArchive(archive, () => (isBroken ? 'before' : 'none'));
    const store = createMirroredStore(
      createFrameStore(createMemoryArea()),
      { ...faulty, put: (write) => (asked.push(write.head.runId), faulty.put(write)) },
      { onError: () => undefined },
    );
    await store.append(conversation('only', 'Who built it?', [{ by: 'answer', text: 'Masons.' }], HERE));
    expect(await store.evict('only')).toBe(false);
    await store.assignTab('only', -1);
    isBroken = false;
    const list = () => listRuns('', { archive: faulty, store });
    expect(await list()).toMatchObject([{ runId: 'only', status: 'done' }]);
    const writes = asked.length;
    await list();
    expect(asked).toHaveLength(writes);
  });

  it('tells two conversations about one page from each other', async () => {
    const { archive, list } = make();
    const page = { by: 'page', title: 'Annals of Arles', url: 'https://chronicle.example/x' } as const;
    await archive.put(write('a', 'Who built it?', [page, { by: 'user', text: 'And when?' }], 1));
    await archive.put(write('b', 'Is it safe?', [page], 2));
    expect(await list()).toMatchObject([
      { title: 'Is it safe?', page: page.title, url: page.url, requests: 1 },
      { title: 'Who built it?', page: page.title, url: page.url, requests: 2 },
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

  it('never tells anything of a run that was deleted, removed, cleared or set aside', async () => {
    const how = fc.constantFrom('remove', 'quarantine', 'delete', 'stay');
    await fc.assert(
      fc.asyncProperty(fc.array(how, { maxLength: 6 }), fc.boolean(), async (fates, clears) => {
        const { archive, ids } = make();
        for (const i of fates.keys()) {
          await archive.put(write(`r${String(i)}`, 'The secret', [{ by: 'answer', text: `secret n${String(i)}` }], i));
        }
        expect(await ids('secret')).toHaveLength(fates.length);
        for (const [i, fate] of fates.entries()) {
          if (fate === 'delete') await archive.mark(`r${String(i)}`, { deleted: true });
          else if (fate !== 'stay') await archive[fate](`r${String(i)}`, 'torn');
        }
        if (clears) await archive.clear();
        const left = [...fates.keys()].filter((i) => !clears && fates[i] === 'stay').map((i) => `r${String(i)}`);
        expect([...(await ids('secret'))].sort()).toEqual(left);
        for (const i of fates.keys())
          expect(await ids(`n${String(i)}`)).toEqual(left.filter((id) => id === `r${String(i)}`));
      }),
    );
  });

  it('always lists the newest 500 and every pinned one, and finds any of however many, 50 at most', async () => {
    const { archive, list, ids } = make();
    for (let i = 0; i < 510; i += 1) {
      await archive.put(write(`r${String(i)}`, i < 10 ? 'Old bridge' : 'New bridge', [], i));
    }
    await archive.mark('r3', { pinned: true });
    expect(await ids()).toHaveLength(501);
    expect([(await ids())[0], (await ids()).at(-1)]).toEqual(['r509', 'r3']);
    expect(await list('bridge')).toHaveLength(50);
    expect([...(await ids('old'))].sort()).toEqual([...Array(10).keys()].map((i) => `r${String(i)}`));
  });
});
