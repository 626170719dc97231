import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AgentManifest } from '../../../src/lib/agent/frames/frames.ts';
import { BUILT_IN } from '../../../src/lib/agents/built-in/index.ts';
import { EXTENSIONS } from '../../../src/lib/agents/tool-groups.ts';
import {
  toAgentCard,
  toAgentEntry,
  loadAgents,
  listNamedModels,
  type AgentRecords,
} from '../../../src/lib/agents/loader.ts';
import { manifestOf } from '../../kit/agents/played-agents.ts';

const NOTHING: AgentRecords = { own: [], switched: new Map(), broken: [] };
const kept = (own: readonly AgentManifest[], switched: readonly (readonly [string, boolean])[] = []): AgentRecords => ({
  own: own.map((manifest) => ({ id: manifest.id, text: `id: ${manifest.id}`, manifest, enabled: manifest.enabled })),
  switched: new Map(switched),
  broken: [],
});
const TUTOR = manifestOf({ id: 'tutor', name: 'Tutor' });
const idsOf = ({ agents }: ReturnType<typeof loadAgents>, all = false): readonly string[] =>
  agents.filter(({ runs }) => all || runs).map(({ manifest }) => manifest.id);

describe('the agents there are', () => {
  it('are the built-in ones, which all run [R7.5]', () => {
    const loaded = loadAgents(BUILT_IN, NOTHING);
    expect(idsOf(loaded)).toEqual(BUILT_IN.map(({ id }) => id));
    expect(loaded.agents.flatMap(({ faults }) => faults)).toEqual([]);
    const uses = loaded.agents.flatMap((agent) => toAgentEntry(agent, loaded.agents).uses);
    expect(uses.filter(({ kind }) => kind === 'missing')).toEqual([]);
  });

  it('have the person’s own in the place of a built-in one of its id, which is back when that is gone', () => {
    const mine = manifestOf({ id: 'tutor', name: 'My tutor', version: '2.0.0' });
    const [place, ...more] = loadAgents([TUTOR], kept([manifestOf({ id: 'a' }), mine])).agents;
    expect(place).toMatchObject({ manifest: mine, source: 'own', replaces: true, text: 'id: tutor', runs: true });
    expect(more).toMatchObject([{ manifest: { id: 'a' }, replaces: false }]);
    expect(loadAgents([TUTOR], kept([manifestOf({ id: 'a' })])).agents[0]).toMatchObject({
      manifest: TUTOR,
      source: 'built-in',
      replaces: false,
      text: '',
    });
  });

  it('run only while they are switched on: the person’s word before the manifest’s', () => {
    const off = manifestOf({ id: 'quiet', enabled: false });
    expect(idsOf(loadAgents([TUTOR, off], NOTHING))).toEqual(['tutor']);
    const switched = [
      ['tutor', false],
      ['quiet', true],
    ] as const;
    expect(idsOf(loadAgents([TUTOR, off], kept([], switched)))).toEqual(['quiet']);
    expect(idsOf(loadAgents([TUTOR], kept([off])))).toEqual(['tutor']);
  });

  it('that are stored with a manifest that is none are told of with the path, and a built-in one stands again', () => {
    const { agent, ...headless } = TUTOR;
    const wild = { ...TUTOR, agent: { ...agent, limits: { ...agent.limits, max_turns: -1 } } };
    for (const [manifest, path] of [
      [headless, 'agent'],
      [wild, 'agent.limits.max_turns'],
    ] as const) {
      const own = [{ id: 'tutor', text: 'mine', manifest, enabled: true }];
      const loaded = loadAgents([TUTOR], { ...NOTHING, own });
      expect(loaded.agents).toMatchObject([{ manifest: TUTOR, source: 'built-in', runs: true }]);
      expect(loaded.broken).toMatchObject([{ id: 'tutor', text: 'mine', faults: [{ path }] }]);
    }
    const astray = [{ id: 'other', text: '', manifest: TUTOR, enabled: true }];
    expect(loadAgents([], { ...NOTHING, own: astray })).toMatchObject({
      agents: [],
      broken: [{ id: 'other', faults: [{ path: 'id' }] }],
    });
  });

  it('cannot run without what they depend on, and say what that is and what to do', () => {
    const a = manifestOf({ id: 'a', depends_on: ['page', 'b', 'gone'] });
    const b = manifestOf({ id: 'b', depends_on: ['c'] });
    const c = manifestOf({ id: 'c', name: 'Cee', enabled: false });
    const loaded = loadAgents([], kept([a, b, c]));
    expect(idsOf(loaded)).toEqual([]);
    expect(loaded.agents.map(({ faults }) => faults)).toEqual([
      [
        { path: 'depends_on[1]', problem: 'b cannot run itself', hint: 'See what it lacks.' },
        { path: 'depends_on[2]', problem: 'gone is not there', hint: 'Add that agent, or take the line out.' },
      ],
      [{ path: 'depends_on[0]', problem: 'Cee is switched off', hint: 'Switch it on.' }],
      [],
    ]);
    expect(idsOf(loadAgents([], kept([b, { ...c, enabled: true }])))).toEqual(['b', 'c']);
  });

  it('run though they depend on each other in a circle, until one of it is off', () => {
    const circle = ['a', 'b', 'c'].map((id, at) => manifestOf({ id, depends_on: [['b', 'c', 'a'][at] ?? ''] }));
    expect(idsOf(loadAgents(circle, NOTHING))).toEqual(['a', 'b', 'c']);
    expect(idsOf(loadAgents(circle, kept([], [['b', false]])))).toEqual([]);
  });

  it('run exactly where they are on and all they depend on runs, whatever depends on what', () => {
    const names = ['a', 'b', 'c', 'd', 'e'] as const;
    const agents = fc.tuple(
      ...names.map((id) =>
        fc
          .record({
            enabled: fc.boolean().chain((off) => (off ? fc.boolean() : fc.constant(true))),
            depends_on: fc.subarray(
              ['page', 'gone', ...names].filter((name) => name !== id && (name !== 'gone' || id === 'e')),
              { maxLength: 2 },
            ),
          })
          .map((changes) => manifestOf({ id, ...changes })),
      ),
    );
    let [some, none] = [0, 0];
    fc.assert(
      fc.property(agents, (all) => {
        const loaded = loadAgents(all.slice(0, 2), kept(all.slice(2)));
        const running = new Set(idsOf(loaded));
        expect(new Set(idsOf(loaded, true))).toEqual(new Set(names));
        for (const { manifest, enabled, runs, faults } of loaded.agents) {
          const held = manifest.depends_on.every((id) => running.has(id) || EXTENSIONS.some((each) => each.id === id));
          if (runs) expect([enabled, held, faults]).toEqual([true, true, []]);
          else expect(!enabled || !held).toBe(true);
          expect(faults.length > 0).toBe(enabled && !held);
          [some, none] = [some + Number(runs), none + Number(!runs)];
        }
      }),
      { numRuns: 300 },
    );
    expect(Math.min(some, none)).toBeGreaterThan(50);
  });
});

it('an entry says what each name that it uses stands for', () => {
  const user = manifestOf({ id: 'user', uses: ['page', 'read_url', 'tutor', 'nobody'] });
  const { agents } = loadAgents([TUTOR], kept([user]));
  const [, agent] = agents;
  expect(agent && toAgentEntry(agent, agents).uses).toEqual([
    { name: 'page', title: 'The page', kind: 'extension' },
    expect.objectContaining({ name: 'read_url', kind: 'tool' }),
    { name: 'tutor', title: 'Tutor', kind: 'agent' },
    { name: 'nobody', title: 'nobody', kind: 'missing' },
  ]);
});

it('an entry names the servers and their tools that it uses, and those that are off or gone', () => {
  const uses = ['sums', 'mail__send', 'mail__read', 'gone__add', 'tutor', 'gone'];
  const { agents } = loadAgents([TUTOR], kept([manifestOf({ id: 'user', uses })]));
  const servers = [
    { id: 'sums', tools: [] },
    { id: 'mail', tools: [{ name: 'mail__send', title: 'send' }] },
    { id: 'tutor', tools: [] },
  ];
  const [, agent] = agents;
  expect(agent && toAgentEntry(agent, agents, undefined, servers).uses).toEqual([
    { name: 'sums', title: 'sums', kind: 'server' },
    { name: 'mail__send', title: 'mail: send', kind: 'server-tool' },
    { name: 'mail__read', title: 'mail__read', kind: 'off' },
    { name: 'gone__add', title: 'gone__add', kind: 'off' },
    { name: 'tutor', title: 'Tutor', kind: 'agent' },
    { name: 'gone', title: 'gone', kind: 'missing' },
  ]);
  expect(agent?.manifest.agent.uses_tools).toEqual(uses);
  const off = agents.map((each) => ({ ...each, runs: false }));
  expect(agent && toAgentEntry(agent, off, undefined, servers).uses[4]).toMatchObject({ kind: 'server' });
});

it('a card says what a run has to know, and the models are those that agents name', () => {
  const manifest = manifestOf({ id: 'a', model: 'server:m', mode: 'handoff', uses: ['page'] });
  expect(toAgentCard(manifest, 'own', 'hash')).toEqual({
    id: 'a',
    name: 'a',
    version: '1.0.0',
    mode: 'handoff',
    routing: 'Use a when it is wanted.',
    uses: ['page'],
    source: 'own',
    model: 'server:m',
    manifest: 'hash',
  });
  expect(listNamedModels([{ manifest }, { manifest: TUTOR }])).toEqual(new Set(['server:m', 'main']));
});
