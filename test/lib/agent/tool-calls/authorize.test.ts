import { describe, expect, it } from 'vitest';
import { USER_LABELS, type Frame, type Grant, type RunRequest } from '../../../../src/lib/agent/frames/frames.ts';
import { stamp, type FrameDraft } from '../../../../src/lib/agent/frames/stamp.ts';
import { LINKED, OWN_TAB } from '../../../../src/lib/agent/egress/destinations.ts';
import { getGoalLabels, listUserOrigins } from '../../../../src/lib/agent/egress/rights.ts';
import { assertCallAllowed, hashCall } from '../../../../src/lib/agent/tool-calls/authorize.ts';
import type { Command } from '../../../../src/lib/agent/storage-ports.ts';
import type { CallRecord } from '../../../../src/lib/agent/state/turns.ts';
import { agentModel, type Say } from '../../../kit/models/agent-model.ts';
import { expectApproved } from '../../../kit/runs/consequences.ts';
import { cardOf, manifestOf } from '../../../kit/agents/played-agents.ts';
import { noDeeds, toyJob, type Deeds } from '../../../kit/runs/tools.ts';
import { pictureOf } from '../../../kit/runs/seeing.ts';
import { allRelevant, researching, SPEC as RESEARCH } from '../../../kit/web/researching.ts';
import { hit } from '../../../kit/web/web-world.ts';
import { articleWith, drive, specOf, stateOf, stored, world } from '../../../kit/runs/world.ts';

const SPEC = specOf({ job: 'ask', goal: 'Play.' });
/** Decisions of rules are none of the script's. */
const RULES = { notMine: ['The page has to be read first.'] };
const call = (name: string, n = 1): Say => ({ calls: [{ name, args: { reasoning: 'r', n } }] });

/** A run of the toy job up to where it rests; `strings` are said before it goes on. */
async function toy(
  script: readonly Say[],
  past: readonly Frame[] = [],
  words: readonly Command[] = [],
  deeds: Deeds = noDeeds(),
) {
  const w = world(
    agentModel([...script, ...Array.from({ length: 20 }, () => ({ text: 'Done.' }))]),
    articleWith('Wet.'),
  );
  w.commands.push(...words);
  const frames = await drive(w, stored(past), SPEC, () => undefined, toyJob({ deeds }));
  return { frames, deeds, state: stateOf(frames) };
}

/** The frames with more of them at the end, as a store might hold that somebody has written to. */
function forged(frames: readonly Frame[], ...drafts: readonly FrameDraft[]): Frame[] {
  const all = [...frames];
  for (const draft of drafts) {
    const last = all.at(-1);
    const [seq, at, lastId] = [all.length, last?.at ?? 0, last?.id ?? null];
    all.push(stamp(draft, { runId: SPEC.runId, seq, at, product: 'test', lastId }));
  }
  return all;
}

const callOf = (frames: readonly Frame[]): CallRecord => {
  const found = stateOf(frames).turn?.calls[0];
  if (!found) throw new Error('There is no call.');
  return found;
};
const intentOf = ({ key, ordinal, tool, args, reasoning }: CallRecord, more: Partial<CallRecord> = {}): FrameDraft => ({
  kind: 'tool.call',
  labels: USER_LABELS,
  step: 1,
  ordinal,
  tool,
  args,
  key,
  reasoning,
  ...('args' in more ? { args: more.args } : {}),
  ...('key' in more ? { key: more.key } : {}),
});
const yes = (ask: string, hash: string): FrameDraft => ({
  kind: 'control',
  labels: USER_LABELS,
  control: 'approve',
  commandId: null,
  note: '',
  ask,
  hash,
  always: null,
});

const denials = (frames: readonly Frame[]): readonly string[] =>
  frames.flatMap((frame) => (frame.kind === 'tool.result' && frame.error?.code === 'tool.denied' ? [frame.tool] : []));

describe('the gate before a tool', () => {
  it('[R9.1] lets a call run that a person has agreed to, once', async () => {
    const asking = await toy([call('put')]);
    const asked = callOf(asking.frames);
    expect(asked.status).toBe('asked');
    const agreed: Command = {
      id: 'a',
      type: 'approve',
      ask: asked.key,
      hash: await hashCall('put', { n: 1 }),
      always: null,
    };
    const done = await toy([call('put')], asking.frames, [agreed, { ...agreed, id: 'b' }]);
    expect(done.deeds.effects).toEqual([{ key: asked.key, tool: 'put', n: 1 }]);
    expect(done.state.past.at(0)?.calls[0]).toMatchObject({ status: 'settled', approved: null });
    expect(denials(done.frames)).toEqual([]);
  });

  it('runs no call that has an intent and no yes', async () => {
    const asking = await toy([call('put')]);
    const cut = forged(asking.frames, intentOf(callOf(asking.frames)));
    const { frames, deeds, state } = await toy([call('put')], cut);
    expect(deeds.effects).toEqual([]);
    expect(denials(frames)).toEqual(['put']);
    expect(state.request.asks).toHaveLength(1);
  });

  it('runs no call whose yes was for other arguments, or for another call', async () => {
    const asking = await toy([call('put')]);
    const asked = callOf(asking.frames);
    const other = await hashCall('put', { n: 2 });
    for (const drafts of [
      [yes(asked.key, other), intentOf(asked)],
      [yes(asked.key, await hashCall('send', { n: 1 })), intentOf(asked)],
      // a call of its own beside the one that was agreed to
      [yes(asked.key, await hashCall('put', { n: 1 })), intentOf(asked, { key: '1.0/other', args: { n: 2 } })],
    ]) {
      const { frames, deeds } = await toy([call('put')], forged(asking.frames, ...drafts));
      expect(deeds.effects.filter(({ n, key }) => n !== 1 || key !== asked.key)).toEqual([]);
      expect(denials(frames)).toEqual(['put']);
    }
  });

  it('runs no call that is another than the one agreed to', async () => {
    const asking = await toy([call('put')]);
    const asked = callOf(asking.frames);
    const state = stateOf(forged(asking.frames, yes(asked.key, await hashCall('put', { n: 1 })), intentOf(asked)));
    const agreed = state.turn?.calls[0];
    if (!agreed) throw new Error('There is no call.');
    const { registry } = toyJob({ deeds: noDeeds() });
    await assertCallAllowed(agreed, registry, state);
    for (const other of [{ args: { n: 2 } }, { args: {} }, { tool: 'send' }, { tool: 'nothing' }, { key: 'other' }])
      await expect(assertCallAllowed({ ...agreed, ...other }, registry, state)).rejects.toThrow('was not run');
  });

  it('takes a yes for spent once the call has its result', async () => {
    const asking = await toy([call('put')]);
    const asked = callOf(asking.frames);
    const agreed: Command = {
      id: 'a',
      type: 'approve',
      ask: asked.key,
      hash: await hashCall('put', { n: 1 }),
      always: null,
    };
    const { frames } = await toy([call('put')], asking.frames, [agreed]);
    const result = frames.findIndex(({ kind }) => kind === 'tool.result');
    const again = forged(frames.slice(0, result + 1), intentOf(asked));
    const second = await toy([call('put')], again);
    expect(second.deeds.effects).toEqual([]);
    expect(denials(second.frames)).toEqual(['put']);
  });

  it('honours a yes after the worker’s death, for what may run twice', async () => {
    const asking = await toy([call('put')]);
    const asked = callOf(asking.frames);
    const cut = forged(asking.frames, yes(asked.key, await hashCall('put', { n: 1 })), intentOf(asked));
    const { frames, deeds } = await toy([call('put')], cut);
    expect(deeds.effects).toEqual([{ key: asked.key, tool: 'put', n: 1 }]);
    expect(denials(frames)).toEqual([]);
  });

  it('runs nothing that a resumed run finds under way and that has come to be unknown', async () => {
    const asking = await toy([call('look')]);
    const at = asking.frames.findIndex(({ kind }) => kind === 'tool.call');
    const w = world(agentModel([call('look'), { text: 'Done.' }]), articleWith('Wet.'));
    const { registry, ...job } = toyJob({ deeds: noDeeds() });
    const tools = new Map(registry.tools);
    tools.delete('look');
    const frames = await drive(w, asking.frames.slice(0, at + 1), SPEC, () => undefined, {
      ...job,
      registry: { tools },
    });
    const result = frames.find((frame) => frame.kind === 'tool.result');
    expect(result).toMatchObject({ isError: true });
  });
});

describe('“always”', () => {
  const link = (url: string): Say => ({ calls: [{ name: 'open_link', args: { reasoning: 'r', url } }] });
  const open = async (
    url: string,
    grants: readonly Grant[],
    job: 'research' | 'ask' = 'research',
  ): Promise<{ opened: readonly string[]; asked: number }> => {
    const run = researching({ find: () => [hit('a')] }, [link(url), { text: 'Done.' }], {
      other: allRelevant,
      ...(job === 'ask' ? RULES : {}),
    });
    const frames = await drive(run.world, [], { ...RESEARCH, job, grants });
    return { opened: run.world.opened, asked: stateOf(frames).request.asks.length };
  };
  const grant: Grant = { tool: 'open_link', origin: 'https://example.org' };

  it('is for prompts that hold nothing private [R11.6]', async () => {
    expect(await open('https://example.org/a?b', [grant], 'ask')).toEqual({ opened: [], asked: 1 });
  });

  it('lets a tool reach that origin unasked', async () => {
    expect(await open('https://example.org/a?b', [grant])).toEqual({ opened: ['https://example.org/a?b'], asked: 0 });
  });

  it.each([
    'https://sub.example.org/',
    'https://example.org.evil.example/',
    'http://example.org/',
    'https://example.org:8443/',
    'https://example.com/',
    'https://example.org@evil.example/',
  ])('is not for %s', async (url) => {
    expect(await open(url, [grant])).toEqual({ opened: [], asked: 1 });
  });

  it('is not for another tool', async () => {
    const other = { ...grant, tool: 'fetch_page' };
    expect(await open('https://example.org/', [other])).toEqual({ opened: [], asked: 1 });
  });

  it('holds from the yes on, in the run in which it was said', async () => {
    const first = link('https://example.org/1');
    const script = [first, link('https://example.org/2'), { text: 'Done.' }];
    const { world: w } = researching({ find: () => [hit('a')] }, script, { other: allRelevant });
    const spec = RESEARCH;
    const asking = await drive(w, [], spec);
    const asked = stateOf(asking).request.asks[0];
    expect(asked?.call?.grant).toEqual(grant);
    const hash = asked?.call?.hash ?? '';
    w.commands.push({ id: 'a', type: 'approve', ask: asked?.key ?? '', hash, always: grant });
    const frames = await drive(w, stored(asking), spec);
    expect(w.opened).toEqual(['https://example.org/1', 'https://example.org/2']);
    expect(stateOf(frames)).toMatchObject({ status: 'done', spec: { grants: [grant] } });
  });

  it('is not offered for what destroys', async () => {
    const { frames } = await toy([call('wipe')]);
    expect(stateOf(frames).request.asks[0]?.call).toMatchObject({ tool: 'wipe', grant: null });
  });
});

describe('what a run may reach unasked', () => {
  it('is its own tab, and what the person named [R11.6]', async () => {
    const goal = 'Compare https://a.example/x?y=1 with http://b.example:81, not evil.example or javascript:alert(1)';
    const { frames } = await toy([
      { calls: [{ name: 'ask_user', args: { question: 'Where? https://model.example' } }] },
    ]);
    const asked = stateOf(frames).request.asks[0];
    const answered = forged(frames, {
      kind: 'control',
      labels: USER_LABELS,
      control: 'answer',
      commandId: null,
      note: '',
      ask: asked?.key ?? '',
      text: 'See <https://answer.example/>.',
    });
    const state = stateOf(answered);
    const named = listUserOrigins(state.spec ? { ...state, spec: { ...state.spec, goal } } : state);
    expect(named).toEqual([OWN_TAB, LINKED, 'https://a.example', 'http://b.example:81', 'https://answer.example']);
  });

  it('is no tab where the person pressed Search alone, and their tab once they have asked about it [R11.6]', async () => {
    const { frames } = await toy([call('look')]);
    const state = stateOf(frames);
    const research = { ...state, spec: { ...RESEARCH, job: 'research' as const } };
    expect(listUserOrigins(research)).not.toContain(OWN_TAB);
    const agents = [cardOf({ manifest: manifestOf({ id: 'a', uses: ['web'] }) })];
    const readers = [cardOf({ manifest: manifestOf({ id: 'a', uses: ['page'] }) })];
    const after = (request: Partial<RunRequest>, known = agents) =>
      listUserOrigins({
        ...research,
        spec: { ...research.spec, agents: known },
        exchanges: research.exchanges.with({ ...SPEC, ...request, status: 'done', answer: null }),
      });
    expect(after({})).toContain(OWN_TAB);
    expect(after({ job: 'screenshot' })).not.toContain(OWN_TAB);
    expect(after({ job: 'agent', agent: 'a' })).not.toContain(OWN_TAB);
    expect(after({ job: 'agent', agent: 'a' }, readers)).toContain(OWN_TAB);
    expect(after({ job: 'agent', agent: 'a', also: [8] })).toContain(OWN_TAB);
  });

  it('is asked without a public word where an agent is given a file, a picture, a selection, a tab or the page', () => {
    const agents = ['web', 'page'].map((uses) => cardOf({ manifest: manifestOf({ id: uses, uses: [uses] }) }));
    const label = (request: Partial<RunRequest>) =>
      getGoalLabels(specOf({ job: 'agent', agent: 'web', ...request }), { agents }).confidentiality;
    expect([label({}), label({ job: 'research', selection: 'x' })]).toEqual(['public', 'public']);
    const given: readonly Partial<RunRequest>[] = [
      { agent: 'page' },
      { also: [8] },
      { selection: 'x' },
      { pictures: [pictureOf('p')] },
      { files: [{ hash: 'f', name: 'tea.md' }] },
    ];
    expect(given.map(label)).toEqual(given.map(() => 'private'));
  });

  it('is nothing that only a page named', async () => {
    const w = world(agentModel([call('read'), call('post'), { text: 'Done.' }]), articleWith('https://post.example'));
    const job = toyJob({ deeds: noDeeds() });
    const frames = await drive(w, [], SPEC, () => undefined, job);
    expect(stateOf(frames).request.asks[0]).toMatchObject({
      call: { tool: 'post', grant: null },
    });
    expect(await expectApproved(frames, job.registry)).toBe(0);
  });
});
