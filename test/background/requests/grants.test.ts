import { beforeEach, describe, expect, it } from 'vitest';
import { removeGrant } from '../../../src/chrome/storage/grants.ts';
import type { Commit, RunSpec } from '../../../src/lib/agent/frames/frames.ts';
import { PANEL_PAGE } from '../../../src/lib/protocol/requests/request.ts';
import { GOOD_REQUESTS } from '../../kit/protocol/good-requests.ts';
import { allRelevant, researching, SPEC } from '../../kit/web/researching.ts';
import { hit } from '../../kit/web/web-world.ts';
import { drive, stateOf } from '../../kit/runs/world.ts';
import { cells, installChrome, make, page } from './requesting.ts';

installChrome();

describe('a yes', () => {
  const url = 'https://example.org/guide';
  const link = { calls: [{ name: 'open_link', args: { reasoning: 'r', url } }] };
  const grant = { tool: 'open_link', origin: 'https://example.org' };

  /** A stored run that asks whether it may open the link, under the grants that are stored now. */
  async function asking(grants: RunSpec['grants'] = []) {
    const made = make();
    const { world: w } = researching({ find: () => [hit('a')] }, [link, { text: 'Done.' }], { other: allRelevant });
    const spec = { ...SPEC, runId: 'r', grants };
    const frames = await drive(w, [], spec, () => undefined);
    await made.store.append(frames as unknown as Commit);
    const ask = stateOf(frames).request.asks[0];
    const { hash = '' } = ask?.call ?? {};
    const approve = (more: object) =>
      made.handle(
        { type: 'run.approve', runId: 'r', commandId: 'c', ask: ask?.key ?? '-', hash, ...more },
        page(PANEL_PAGE),
      );
    return { ...made, approve, hash, opened: w.opened };
  }
  const granted = async (): Promise<RunSpec['grants'] | undefined> => {
    const { handle, started } = make();
    await handle({ ...GOOD_REQUESTS['run.ask'], job: 'ask' }, page(PANEL_PAGE));
    return started[0]?.grants;
  };
  beforeEach(() => {
    delete cells['grants'];
  });

  it('for once grants nothing', async () => {
    for (const more of [{}, { always: false }]) {
      const { approve, said, hash } = await asking();
      expect((await approve(more)).ok).toBe(true);
      expect(said).toMatchObject([{ type: 'approve', hash, always: null }]);
    }
    expect(await granted()).toEqual([]);
  });

  it('for always grants what the stored question is about, to this run and to every later one', async () => {
    const { approve, said } = await asking();
    expect((await approve({ always: true })).ok).toBe(true);
    expect(said).toMatchObject([{ type: 'approve', always: grant }]);
    expect(await granted()).toEqual([grant]);
    expect((await asking([grant])).opened).toEqual([url]);
    await removeGrant(grant);
    expect(await granted()).toEqual([]);
    expect((await asking([])).opened).toEqual([]);
  });

  it('takes no tool and no origin from the page that brings it', async () => {
    const { approve, said } = await asking();
    for (const more of [
      { always: { tool: 'wipe', origin: 'https://evil.example' } },
      { always: true, origin: 'https://evil.example' },
      { always: 'https://evil.example' },
    ])
      expect(await approve(more)).toMatchObject({ ok: false, error: { code: 'request.refused' } });
    expect(said).toEqual([]);
    expect(await granted()).toEqual([]);
  });

  it('to a question that is not asked grants nothing, though it says always', async () => {
    const { approve, said } = await asking();
    for (const more of [{ hash: 'b'.repeat(64) }, { ask: '9.0/none' }, { runId: 'other' }])
      await approve({ always: true, ...more });
    expect(said.map((word) => word.type === 'approve' && word.always)).toEqual([null, null, null]);
    expect(await granted()).toEqual([]);
  });
});
