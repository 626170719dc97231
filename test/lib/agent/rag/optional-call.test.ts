/** A model call that a tool can do without, in a real run. */
import { createPlainRequest } from '../../../../src/lib/agent/model-calls/model-call.ts';
import { describe, expect, it } from 'vitest';
import { callOptionalModelForTool, type OptionalReply } from '../../../../src/lib/agent/rag/optional-call.ts';
import { USER_LABELS, type RunSpec } from '../../../../src/lib/agent/frames/frames.ts';
import type { Job } from '../../../../src/lib/agent/loop/job.ts';
import type { Model, ModelEvent } from '../../../../src/lib/agent/ports.ts';
import { createRegistry, type Tool } from '../../../../src/lib/agent/tool-calls/index.ts';
import { virtualClock } from '../../../kit/base/virtual-clock.ts';
import { drive, LIMITS, longPage, specOf, stateOf, world } from '../../../kit/runs/world.ts';

/** A tool that makes one such call and says what came of it. */
function consulting(said: OptionalReply[]): Tool {
  return {
    definition: {
      name: 'consult',
      description: 'Asks a model.',
      inputSchema: { type: 'object' },
      examples: [],
      annotations: { title: 'Consult', readOnly: true, destructive: false, idempotent: true, openWorld: false },
    },
    tier: 'pure',
    timeoutMs: null,
    async *run(_args, context) {
      const request = createPlainRequest('Well?', 50);
      const asked = { key: `${context.call.key}/aside`, purpose: 'grade', request, labels: USER_LABELS } as const;
      said.push(yield* callOptionalModelForTool({ ...asked, withinMs: 5000 }, context));
      return { name: 'word', payload: 'text', message: 'Asked.', objects: [], labels: USER_LABELS, end: true };
    },
  };
}

/** What the model says; `nothing`: it hangs until it is stopped. */
type Says = readonly ModelEvent[] | 'nothing';

async function consulted(says: Says, spec: Partial<RunSpec> = {}) {
  const clock = virtualClock();
  const said: OptionalReply[] = [];
  let calls = 0;
  const model: Model = {
    id: 'scripted:model',
    label: 'scripted model',
    contextTokens: 8192,
    metered: true,
    pictures: false,
    toolCalling: 'native',
    async *stream(_request, signal) {
      calls += 1;
      if (says === 'nothing') {
        const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        clock.pass(5000); // its time is over
        await stopped;
        yield { type: 'aborted' };
      } else yield* says;
    },
  };
  const job: Job = {
    name: 'consult',
    registry: createRegistry(consulting(said)),
    instructions: null,
    findOpeningCall: ({ objects, past }) =>
      objects.length + past.length === 0 && said.length === 0
        ? { tool: 'consult', args: {}, thought: 'A model is asked.' }
        : null,
    buildAnswerRequest: () => Promise.reject(new Error('The tool ends the run.')),
  };
  const w = world(model, longPage(1), { clock });
  let frames = await drive(w, [], specOf(spec), () => undefined, job);
  for (let { wait } = stateOf(frames).request; wait !== null; { wait } = stateOf(frames).request) {
    clock.pass(Math.max(0, wait.until - clock.now()));
    frames = await drive(w, frames, specOf(spec), () => undefined, job);
  }
  return { said, calls, state: stateOf(frames), frames };
}

const REPLY: readonly ModelEvent[] = [
  { type: 'text', text: 'Yes.' },
  { type: 'done', finish: 'stop', usage: { input: 4, output: 2 } },
];
const refusing = (code: string, retryable = false): readonly ModelEvent[] => [
  { type: 'error', failure: { code, message: 'No.', hint: 'Ask another.', retryable } },
];

describe('a call that a tool can do without', () => {
  it('brings its reply, and is on record like any other', async () => {
    const { said, state, frames } = await consulted(REPLY);
    expect(said).toMatchObject([{ reply: { text: 'Yes.' }, isLate: false }]);
    expect(frames.filter(({ kind }) => kind === 'model.call')).toHaveLength(1);
    expect(state.status).toBe('done');
  });

  it('that takes too long is given up, and said to be late [R5.2]', async () => {
    const { said, calls, state } = await consulted('nothing');
    expect(said).toEqual([{ reply: null, isLate: true }]);
    expect(calls).toBe(1);
    expect(state.status).toBe('done');
  });

  it('to a server that was too slow is late as well, and one that refuses is not', async () => {
    expect((await consulted(refusing('model.timeout-first-chunk'))).said).toEqual([{ reply: null, isLate: true }]);
    expect((await consulted(refusing('model.not-found'))).said).toEqual([{ reply: null, isLate: false }]);
  });

  it('to a model that writes nothing is made once more, and one that breaks off as often as any', async () => {
    const empty = await consulted(refusing('model.empty', true));
    expect([empty.calls, empty.said, empty.state.status]).toEqual([2, [{ reply: null, isLate: false }], 'done']);
    expect((await consulted(refusing('model.cut', true))).calls).toBe(4);
  });

  it('that the budget does not pay for is not made, and the run goes on', async () => {
    for (const limits of [{ tokenBudget: 30 }, { tokenBudget: 0 }]) {
      const { said, calls, state } = await consulted(REPLY, { limits: { ...LIMITS, ...limits } });
      expect(said).toEqual([{ reply: null, isLate: false }]);
      expect(calls).toBe(0);
      expect(state.status).toBe('done');
    }
  });
});
