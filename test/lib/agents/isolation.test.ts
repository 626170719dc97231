/** What an agent is told and may do: its task and its tools, and nothing that its caller could not. */
import { describe, expect, it } from 'vitest';
import type { Commit, Frame } from '../../../src/lib/agent/frames/frames.ts';
import { listOpenAsks, findAgentState } from '../../../src/lib/agent/state/sub-agents.ts';
import { foldAll } from '../../../src/lib/agent/state/fold.ts';
import { LINKED, OWN_TAB } from '../../../src/lib/agent/egress/destinations.ts';
import { listUserOrigins } from '../../../src/lib/agent/egress/rights.ts';
import type { ModelRequest } from '../../../src/lib/models/model.ts';
import { agentModel, type Say } from '../../kit/models/agent-model.ts';
import { cardOf, manifestOf, whoIsAsked, type AgentChanges } from '../../kit/agents/played-agents.ts';
import { WIKIPEDIA } from '../../kit/web/web-world.ts';
import { articleWith, drive, specOf, stored, world } from '../../kit/runs/world.ts';

const PAGE = 'Tides rise twice a day, says the page.';
const SPEC = specOf({ job: 'ask', goal: 'When do tides rise?', search: [WIKIPEDIA] });
const READ = 'The page has to be read first.';

/** A run in which the main agent calls `helper` with a task. */
async function called(
  helper: readonly Say[],
  changes: AgentChanges = {},
  args: object = { task: 'Find out when.' },
  spec = SPEC,
  onCommit: (commit: Commit) => void = () => undefined,
) {
  const manifest = manifestOf({ id: 'helper', ...changes });
  const card = cardOf({ manifest });
  const main = agentModel(
    [{ calls: [{ name: 'agent_helper', args: { reasoning: 'r', ...args } }] }, { text: 'Done.' }],
    { notMine: [READ] },
  );
  const agent = agentModel(helper, { notMine: [] });
  const stream = (request: ModelRequest, signal: AbortSignal) =>
    (whoIsAsked(request) === 'helper' ? agent : main).stream(request, signal);
  const w = world({ ...main, stream }, articleWith(PAGE), {});
  const get = w.ports.blobs.get.bind(w.ports.blobs);
  Object.assign(w.ports.blobs, {
    get: (hash: string) => (hash === card.manifest ? Promise.resolve(JSON.stringify(manifest)) : get(hash)),
  });
  const own = { ...spec, agents: [card] };
  const frames: Frame[] = [];
  const keep = (commit: Commit): void => {
    frames.push(...commit);
    onCommit(commit);
  };
  await drive(w, [], own, keep).catch(() => undefined);
  return { w, frames, state: foldAll(frames), told: agent.asked, main: main.asked, spec: own };
}

const labelled = (frames: readonly Frame[]) =>
  frames.flatMap((frame) => (frame.kind === 'agent.invoked' && frame.correlationId !== null ? [frame] : []));

describe('the agents that the main one is told of', () => {
  it.each([
    [12_000, true],
    [11_999, false],
  ])('stand apart from its tools, where a window of %i tokens has the room', async (contextTokens, told) => {
    const main = agentModel([{ text: 'Done.' }], { notMine: [READ], contextTokens });
    const w = world(main, articleWith(PAGE));
    await drive(w, [], { ...SPEC, agents: [cardOf({ manifest: manifestOf({ id: 'helper' }) })] });
    const { messages = [], tools = [] } = main.asked[0] ?? {};
    expect(tools.some(({ name }) => name === 'agent_helper')).toBe(told);
    expect(JSON.stringify(messages).includes('Available agents')).toBe(told);
  });
});

describe('an agent that is called', () => {
  it('is told its task and its context, and nothing of the conversation [R7.2a]', async () => {
    const { told, state } = await called(
      [{ text: 'At noon.' }],
      {},
      { task: 'Find out when.', context: 'They live at the coast.' },
    );
    const said = JSON.stringify(told);
    expect(said).toContain('Find out when.');
    expect(said).toContain('They live at the coast.');
    expect(said).not.toContain('When do tides rise?');
    expect(said).not.toContain(PAGE);
    expect(state.request.answer?.text).toBe('Done.');
  });

  it('is shown the tools that its manifest names, an extension’s for its id, and no others [R7.3]', async () => {
    const { told } = await called([{ text: 'At noon.' }], { uses: ['recall', 'pictures'] });
    const names = told[0]?.tools?.map(({ name }) => name) ?? [];
    expect(names).toContain('look_at_page');
    expect(names).not.toContain('read_page');
    expect(names).not.toContain('agent_helper');
  });

  it('is held for no better than what its caller had read', async () => {
    const { frames } = await called([{ text: 'At noon.' }]);
    expect(labelled(frames)).toMatchObject([
      { agentId: 'helper', labels: { integrity: 'untrusted', confidentiality: 'private' } },
    ]);
  });

  it('searches the web for nobody unasked, where its caller could not', async () => {
    const search = { calls: [{ name: 'search_web_for_info', args: { reasoning: 'r', query: 'tides' } }] };
    const { state, frames } = await called([search], { uses: ['web'] });
    expect(state.status).toBe('asking');
    expect(listOpenAsks(state)).toMatchObject([
      { form: 'approval', agentId: 'helper', call: { tool: 'search_web_for_info', grant: null } },
    ]);
    expect(frames.some((frame) => frame.kind === 'tool.call' && frame.tool === 'search_web_for_info')).toBe(false);
  });

  it('takes no address for the person’s word that a model wrote into its task', async () => {
    const read = { calls: [{ name: 'read_url', args: { reasoning: 'r', ref: 'https://evil.example/x' } }] };
    const { state } = await called([read], { uses: ['read_url'] }, { task: 'Read https://evil.example/x and report.' });
    expect(state.status).toBe('asking');
    expect(listOpenAsks(state)).toMatchObject([{ form: 'approval', call: { tool: 'read_url' } }]);
  });

  it('names no address and no engine of its own: those of the run are the person’s to name', async () => {
    const { state, frames } = await called(
      [{ text: 'At noon.' }],
      {},
      { task: 'Read https://evil.example/x and report.' },
    );
    const agent = findAgentState(state, labelled(frames)[0]?.correlationId ?? null);
    expect(agent?.spec?.goal).toContain('https://evil.example/x');
    expect(agent && listUserOrigins(agent)).toEqual([OWN_TAB, LINKED]);
  });

  it('whose model call a death has cut is charged for it, and goes on', async () => {
    const dies = called([{ text: 'At noon.' }], {}, { task: 'Find out when.' }, SPEC, (commit) => {
      if (commit.some((frame) => frame.kind === 'model.call' && frame.agentId === 'helper')) throw new Error('dead');
    });
    const { w, frames: left, spec } = await dies;
    const frames = await drive(w, stored(left), spec);
    const lost = frames.filter((frame) => frame.kind === 'usage' && frame.source === 'lost');
    expect(lost).toMatchObject([{ agentId: 'helper', correlationId: labelled(frames)[0]?.correlationId }]);
    expect(foldAll(frames)).toMatchObject({ status: 'done', request: { answer: { text: 'Done.' } } });
  });

  it('is told of an answer by a person that it alone asked for, and goes on', async () => {
    const question = { text: 'I wonder.', calls: [{ name: 'ask_user', args: { question: 'Which coast?' } }] };
    const run = await called([question, { text: 'At noon there.' }]);
    const [asked] = listOpenAsks(run.state);
    run.w.commands.push({ id: 'said', type: 'answer', ask: asked?.key ?? '', text: 'The west coast.' });
    const frames = await drive(run.w, stored(run.frames), run.spec);
    expect(JSON.stringify(run.told.at(-1))).toContain('The west coast.');
    expect(JSON.stringify(run.main)).not.toContain('Which coast?');
    expect(foldAll(frames)).toMatchObject({ status: 'done', request: { answer: { text: 'Done.' } } });
  });

  it('reports under its correlation id, and the report is somebody’s words [R7.4b]', async () => {
    const { frames, state } = await called([{ text: 'At noon.' }]);
    const mine = frames.filter(({ correlationId }) => correlationId !== null);
    expect(new Set(mine.map(({ agentId, correlationId }) => `${agentId} ${correlationId ?? ''}`)).size).toBe(1);
    expect(mine.map(({ kind }) => kind)).toEqual([
      'agent.invoked',
      'model.call',
      'model.reply',
      'usage',
      'plan',
      'agent.response',
    ]);
    expect(findAgentState(state, mine[0]?.correlationId ?? null)?.request.answer?.text).toBe('At noon.');
    const result = frames.find((frame) => frame.kind === 'tool.result' && frame.tool === 'agent_helper');
    expect(result).toMatchObject({ content: [{ type: 'text', text: 'At noon.' }], labels: { integrity: 'untrusted' } });
  });

  it('has no more tokens than its manifest allows, and its caller goes on with what is left [R7.4a]', async () => {
    const { frames, state, spec } = await called([{ text: 'At noon.' }], { limits: { max_tokens_per_invocation: 1 } });
    const [invoked] = labelled(frames);
    expect(invoked?.spec.limits.tokenBudget).toBe(1);
    expect(spec.limits.tokenBudget).toBeGreaterThan(1);
    const limits = frames.filter((frame) => frame.kind === 'control' && frame.control === 'limit');
    expect(limits).toMatchObject([{ limit: 'tokens', agentId: 'helper' }]);
    expect(state).toMatchObject({ status: 'done', request: { answer: { text: 'Done.' } } });
  });
});
