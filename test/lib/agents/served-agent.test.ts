/** Agents and tools of servers: an agent has those that it names and its caller may use, each asked about as anybody's. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Frame, RunSpec } from '../../../src/lib/agent/frames/frames.ts';
import { narrowLimits } from '../../../src/lib/agent/frames/narrow-config.ts';
import { createServerToolName } from '../../../src/lib/agent/frames/server-tool-name.ts';
import type { ServerTool } from '../../../src/lib/agent/frames/server-tool.ts';
import { foldAll } from '../../../src/lib/agent/state/fold.ts';
import { listOpenAsks } from '../../../src/lib/agent/state/sub-agents.ts';
import { checkManifest } from '../../../src/lib/agents/manifest/validate-manifest.ts';
import type { ModelRequest } from '../../../src/lib/models/model.ts';
import { agentModel } from '../../kit/models/agent-model.ts';
import { cardOf, manifestOf, whoIsAsked, type AgentChanges } from '../../kit/agents/played-agents.ts';
import { articleWith, drive, modelTermsOf, specOf, stateOf, world } from '../../kit/runs/world.ts';

const serve = (server: string, name: string): ServerTool => ({
  server,
  address: `https://${server}.example/mcp`,
  name,
  description: `Does ${name}.`,
  inputSchema: { type: 'object', properties: { a: { type: 'number' } } },
  pin: 'a'.repeat(64),
  repeatable: false,
  isPublic: true,
});
const TOOLS = [serve('sums', 'add'), serve('sums', 'take'), serve('mail', 'send')];

/** A run in which the main agent calls `helper`, which calls a tool and reports. */
function helping(changes: AgentChanges, spec: Partial<RunSpec> = {}, tool = 'sums__add') {
  const manifest = manifestOf({ id: 'helper', ...changes });
  const calls: unknown[] = [];
  const main = agentModel(
    [{ calls: [{ name: 'agent_helper', args: { reasoning: 'r', task: 'Sum up.' } }] }, { text: 'Done.' }],
    { notMine: ['read_page'] },
  );
  const helper = agentModel(
    [{ calls: [{ name: tool, args: { reasoning: 'r', a: 3 } }] }, { text: 'It is three.' }],
    {},
  );
  const stream = (request: ModelRequest, signal: AbortSignal) =>
    (whoIsAsked(request) === 'helper' ? helper : main).stream(request, signal);
  const w = world({ ...main, stream }, articleWith('A page.'), {
    toolServers: {
      extend: () => Promise.resolve(true),
      release: () => Promise.resolve(),
      call({ server, name }, args) {
        calls.push([server, name, args]);
        return Promise.resolve({
          failed: false,
          text: 'Three.',
          structured: null,
          cut: false,
          leftOut: 0,
          declined: 0,
        });
      },
    },
  });
  const card = cardOf({ manifest });
  const get = w.ports.blobs.get.bind(w.ports.blobs);
  Object.assign(w.ports.blobs, {
    get: (hash: string) => (hash === card.manifest ? Promise.resolve(JSON.stringify(manifest)) : get(hash)),
  });
  const own = specOf({ job: 'ask', goal: 'Sum up.', serverTools: TOOLS, agents: [card], ...spec });
  return { w, calls, spec: own, helper, main };
}

const offeredTo = ({ helper }: ReturnType<typeof helping>): readonly string[] =>
  (helper.asked[0]?.tools ?? []).map(({ name }) => name).filter((name) => name.includes('__'));

describe('an agent that names a server', () => {
  it('has its tools; a call is shown and made once after a yes, also where the assistant need not ask', async () => {
    const run = helping({ uses: ['sums'] }, { grants: [{ tool: 'sums__add', origin: 'https://sums.example' }] });
    const asked = await drive(run.w, [], run.spec);
    expect(offeredTo(run)).toEqual(['sums__add', 'sums__take']);
    const [card] = listOpenAsks(stateOf(asked));
    expect(card).toMatchObject({
      form: 'approval',
      agentId: 'helper',
      call: { tool: 'sums__add', args: { a: 3 }, leaves: { to: ['sums.example'], text: '{"a":3}' } },
    });
    expect(run.calls).toEqual([]);
    run.w.commands.push({
      id: 'yes',
      type: 'approve',
      ask: card?.key ?? '',
      hash: card?.call?.hash ?? '',
      always: null,
    });
    const frames = await drive(run.w, asked, run.spec, () => void run.w.commands.splice(0));
    expect(run.calls).toEqual([['sums', 'add', { a: 3 }]]);
    const result = frames.find((frame) => frame.kind === 'tool.result' && frame.tool === 'sums__add');
    expect(result).toMatchObject({ agentId: 'helper', labels: { integrity: 'untrusted', confidentiality: 'private' } });
    expect(foldAll(frames)).toMatchObject({ status: 'done', request: { answer: { text: 'Done.' } } });
  });

  it.each([
    ['none of that server', ['mail'], ['mail__send']],
    ['another tool of it', ['sums__take'], ['sums__take']],
    ['none at all', [], []],
  ])('cannot call what it does not name: it names %s', async (_, uses, offered) => {
    const run = helping({ uses });
    const frames = await drive(run.w, [], run.spec);
    expect(offeredTo(run)).toEqual(offered);
    expect(run.calls).toEqual([]);
    expect(listOpenAsks(stateOf(frames))).toEqual([]);
    expect(frames.some((frame: Frame) => frame.kind === 'tool.call' && frame.tool === 'sums__add')).toBe(false);
  });

  it('has none where its model is at a server that nobody named for the run', async () => {
    const config = {
      ...modelTermsOf().config,
      provider: 'openai-compatible',
      endpoint: 'https://else.example/v1',
    } as const;
    const run = helping({ uses: ['sums'], model: 'else:m' }, { others: [modelTermsOf({ id: 'else:m', config })] });
    const asked = await drive(run.w, [], run.spec);
    const [card] = listOpenAsks(stateOf(asked));
    run.w.commands.push({
      id: 'yes',
      type: 'approve',
      ask: card?.key ?? '',
      hash: card?.call?.hash ?? '',
      always: null,
    });
    await drive(run.w, asked, run.spec, () => void run.w.commands.splice(0));
    expect(run.helper.asked.length).toBeGreaterThan(0);
    expect(offeredTo(run)).toEqual([]);
    expect(run.calls).toEqual([]);
  });
});

describe('the tools of servers of any agent', () => {
  const server = fc.constantFrom('sums', 'mail', 'web', '127-0-0-1-5000', 'poet');
  const tools = fc.uniqueArray(
    fc.tuple(server, fc.constantFrom('add', 'getAll', 'a.b')).map(([of, name]) => serve(of, name)),
    { maxLength: 12, selector: createServerToolName },
  );
  const uses = fc.uniqueArray(
    fc.oneof(
      server,
      fc.tuple(server, fc.constantFrom('add', 'getAll')).map((parts) => parts.join('__')),
    ),
    { maxLength: 6 },
  );
  /** Also the name of an agent. */
  const agents = [cardOf({ manifest: manifestOf({ id: 'poet' }) })];

  it('are those of its caller that it names, however deep it is called', () => {
    fc.assert(
      fc.property(tools, fc.array(uses, { minLength: 1, maxLength: 3 }), (serverTools, callers) => {
        let config: RunSpec = specOf({ serverTools, agents });
        for (const names of callers) {
          const narrowed = narrowLimits(manifestOf({ id: 'any', uses: names }), config);
          const isNamed = (tool: ServerTool): boolean =>
            names.includes(createServerToolName(tool)) ||
            (names.includes(tool.server) && !['web', 'poet'].includes(tool.server));
          expect(narrowed.serverTools).toEqual(config.serverTools?.filter(isNamed));
          config = { ...config, ...narrowed };
        }
      }),
      { numRuns: 500 },
    );
  });

  it('can be named in a manifest', () => {
    fc.assert(
      fc.property(tools, (serverTools) => {
        const names = [...new Set(serverTools.flatMap((tool) => [tool.server, createServerToolName(tool)]))];
        expect(checkManifest(manifestOf({ uses: names }))).toMatchObject({ ok: true });
      }),
    );
  });
});
