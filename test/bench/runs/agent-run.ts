/**
 * Our own loop on the shape that others are measured on: the model decides one call of one tool a step. The product's
 * loop, tools and transcript; only the model's words are scripted, and its reply is at once there.
 */
import { type Commit, USER_LABELS } from '../../../src/lib/agent/frames/frames.ts';
import type { Job } from '../../../src/lib/agent/loop/job.ts';
import { runAgentLoop } from '../../../src/lib/agent/loop/loop.ts';
import type { AgentState } from '../../../src/lib/agent/state/agent-state.ts';
import { createRegistry, type Tool } from '../../../src/lib/agent/tool-calls/index.ts';
import { scriptedModel } from '../../kit/models/scripted-model.ts';
import { longPage, specOf, world } from '../../kit/runs/world.ts';
import { ANSWER, argumentsOf, GOAL, LAST, resultOf, TOOL } from './loop-shape.ts';

const readGauge: Tool = {
  definition: {
    name: TOOL.name,
    description: TOOL.description,
    inputSchema: TOOL.parameters,
    examples: [],
    annotations: { title: 'Read the gauge', readOnly: true, destructive: false, idempotent: true, openWorld: false },
  },
  tier: 'pure',
  timeoutMs: 10_000,
  run(args) {
    const text = resultOf({ day: Number(args['day']) });
    return { name: 'day', payload: 'text', message: text, objects: [], labels: USER_LABELS };
  },
};

const job: Job = {
  name: 'gauge',
  registry: createRegistry(readGauge),
  instructions: () => 'Use the tool until the record is read, then answer.',
  findOpeningCall: () => null,
  buildAnswerRequest: () => Promise.reject(new Error('The model decides here.')),
};

const SPEC = specOf({
  goal: GOAL,
  limits: {
    maxSteps: LAST + 10,
    maxRetries: 3,
    wallClockMs: 24 * 3_600_000,
    tokenBudget: 1e12,
    maxCost: null,
    warnAt: 0.8,
  },
});

/** A run that makes so many calls and then answers. */
export function startAgentRun(steps: number = LAST): AsyncGenerator<Commit, AgentState, void> {
  const model = scriptedModel(
    (_request, nth) =>
      nth < steps
        ? [
            {
              type: 'tool-call',
              id: `call${nth}`,
              name: TOOL.name,
              arguments: JSON.stringify({ reasoning: 'The next day has to be read.', ...argumentsOf(nth + 1) }),
            },
            { type: 'done', finish: 'tool-calls', usage: { input: 300, output: 45 } },
          ]
        : [
            { type: 'text', text: ANSWER },
            { type: 'done', finish: 'stop', usage: { input: 300, output: 45 } },
          ],
    { contextTokens: 10_000_000 },
  );
  return runAgentLoop(SPEC, world(model, longPage(1)).ports, () => job, []);
}

/** Whether a commit ends a step: a tool's result. */
export const endsAgentStep = (commit: Commit): boolean => commit.some((frame) => frame.kind === 'tool.result');

/** Bytes of what a step's frames carry for others: the model's words and arguments, and the tool's result. */
export function payloadOf(commit: Commit, size: (value: unknown) => number): number {
  return commit.reduce((sum, frame) => {
    if (frame.kind === 'model.reply') return sum + size(frame.text) + size(frame.calls);
    if (frame.kind === 'tool.call') return sum + size(frame.args) + size(frame.reasoning);
    if (frame.kind === 'tool.result') return sum + size(frame.message);
    if (frame.kind === 'plan') return sum + size(frame.thought);
    if (frame.kind === 'observation') return sum + size(frame.text);
    return sum;
  }, 0);
}
