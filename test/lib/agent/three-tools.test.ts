/** One task of three tools, over a real server, with models that call tools in three ways. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Frame } from '../../../src/lib/agent/frames/frames.ts';
import { createRegistry } from '../../../src/lib/agent/tool-calls/index.ts';
import { foldAll } from '../../../src/lib/agent/state/fold.ts';
import {
  agentReply,
  inProtocol,
  protocolOf,
  toldResults,
  type AgentScript,
} from '../../kit/models/model-server-agent.ts';
import { refuse, type ReplyOptions } from '../../kit/models/model-server-replies.ts';
import { startModelServer, type ModelServer, type Respond } from '../../kit/models/model-server.ts';
import { modelAt } from '../../kit/models/http-models.ts';
import { noDeeds, toyJob } from '../../kit/runs/tools.ts';
import { articleWith, drive, specOf, world } from '../../kit/runs/world.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

const TOOLS = ['look', 'several', 'later'] as const;

/** Each tool in turn, and then an answer made of what they said. */
const script: AgentScript = (exchange) => {
  const results = toldResults(exchange);
  const name = TOOLS[results.length];
  const n = results.length + 1;
  const found = results.map((result) => /(?:Looked|Gave|Later) \d/.exec(result)?.[0] ?? 'nothing').join(', ');
  const turn = name
    ? { calls: [{ name, arguments: { reasoning: `Step ${String(n)}: “why” {${name}}.`, n } }] }
    : { text: `They said:\n\n- "${found}" \\ 👩‍💻` };
  return inProtocol(turn, exchange);
};

async function run(toolCalling: 'native' | 'json' | 'text', respond: Respond, options?: Partial<ReplyOptions>) {
  const before = server.calls.length;
  server.respond((exchange) => respond(exchange) ?? agentReply(script, options));
  const model = modelAt(server.url, { toolCalling, contextTokens: 32_768 });
  const w = world(model, articleWith('A text.'));
  const toy = toyJob({ deeds: noDeeds() });
  const tools = TOOLS.flatMap((name) => toy.registry.tools.get(name) ?? []);
  const job = { ...toy, registry: createRegistry(...tools) };
  const spec = specOf({ goal: 'Use the three tools.' });
  let frames: readonly Frame[] = await drive(w, [], spec, undefined, job);
  for (let state = foldAll(frames); state.status === 'waiting'; state = foldAll(frames)) {
    w.now = Math.max(w.now, state.request.wait?.until ?? 0);
    frames = await drive(w, frames, spec, undefined, job);
  }
  const spoken = server.calls.slice(before).map(protocolOf);
  const calls = frames.flatMap((frame) =>
    frame.kind === 'tool.call' ? [{ tool: frame.tool, args: frame.args, reasoning: frame.reasoning }] : [],
  );
  const plans = frames.flatMap((frame) => (frame.kind === 'plan' ? [`${frame.decision}: ${frame.thought}`] : []));
  return { spoken, told: { status: foldAll(frames).status, answer: foldAll(frames).request.answer, calls, plans } };
}

const ANSWER = 'They said:\n\n- "Looked 1, Gave 2, Later 3" \\ 👩‍💻';

it('a model of each kind completes it with the same decisions and the same answer [R4.8c]', async () => {
  const native = await run('native', () => undefined);
  expect(native.spoken).toEqual(Array(4).fill('native'));
  expect(native.told.status).toBe('done');
  expect(native.told.answer?.text).toBe(ANSWER);
  expect(native.told.calls.map(({ tool }) => tool)).toEqual(TOOLS);
  for (const kind of ['json', 'text'] as const) {
    const other = await run(kind, () => undefined, { size: 3 });
    expect(other.spoken).toEqual(Array(4).fill(kind));
    expect(other.told).toEqual(native.told);
  }
});

it('a model whose server refuses tools, or schemas, completes it in text', async () => {
  const { told } = await run('text', () => undefined);
  const noTools = await run('native', (exchange) =>
    protocolOf(exchange) === 'native' ? refuse(400, 'test-model does not support tools') : undefined,
  );
  expect(noTools).toEqual({ spoken: ['native', 'text', 'text', 'text', 'text'], told });
  const noSchemas = await run('json', (exchange) =>
    protocolOf(exchange) === 'json' ? refuse(400, 'response_format is not supported') : undefined,
  );
  expect(noSchemas).toEqual({ spoken: ['json', 'text', 'text', 'text', 'text'], told });
});
