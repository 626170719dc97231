/**
 * What reflection wins and what it costs, beside retrying alone, on scripted failures. The one rule: both are the same
 * loop, tools and model; the model does what its prompt tells it to and is otherwise stubborn: it repeats what failed as
 * long as nothing tells it not to. Real models lie between the two, so this shows the mechanism, not a benefit.
 */
import { USER_LABELS } from '../../../src/lib/agent/frames/frames.ts';
import type { Job } from '../../../src/lib/agent/loop/job.ts';
import type { ModelEvent, ModelRequest } from '../../../src/lib/agent/ports.ts';
import { createRegistry, ToolError, type Tool } from '../../../src/lib/agent/tool-calls/index.ts';
import { scriptedModel } from '../../kit/models/scripted-model.ts';
import { drive, longPage, specOf, stateOf, world } from '../../kit/runs/world.ts';
import type { Figure } from '../figure.ts';

const TASKS = 300;
const WAYS = ['first', 'second', 'third', 'fourth'] as const;
type Way = (typeof WAYS)[number];

interface Task {
  /** The way that leads to the goal. */
  readonly works: Way;
  /** How often it fails before it does. */
  readonly shaky: number;
  /** Whether the failures say what would work. */
  readonly told: boolean;
}

/** Tasks in a fixed pseudo-random order. */
function tasks(): readonly Task[] {
  let state = 7;
  const next = (below: number): number => (state = (state * 48_271) % 0x7fffffff) % below;
  return Array.from({ length: TASKS }, () => ({
    works: WAYS[next(WAYS.length)] ?? 'first',
    shaky: next(3) === 0 ? 1 : 0,
    told: next(2) === 0,
  }));
}

function goTool({ works, shaky, told }: Task): Tool {
  let failed = 0;
  return {
    definition: {
      name: 'go',
      description: 'Goes one way.',
      inputSchema: {
        type: 'object',
        properties: { way: { enum: [...WAYS] } },
        required: ['way'],
        additionalProperties: false,
      },
      examples: [],
      annotations: { title: 'Go', readOnly: true, destructive: false, idempotent: true, openWorld: false },
    },
    tier: 'pure',
    timeoutMs: 1000,
    run(args) {
      if (args['way'] === works && failed++ >= shaky)
        return { name: 'way', payload: 'text', message: 'Arrived.', objects: [], labels: USER_LABELS };
      if (args['way'] === works)
        throw new ToolError({ code: 'tool.busy', message: 'The way was busy.', hint: 'Try again.' }, true);
      const hint = told ? ` The ${works} way is open.` : '';
      throw new ToolError(
        {
          code: 'tool.closed',
          message: `The ${JSON.stringify(args['way'])} way is closed.${hint}`,
          hint: 'Try again.',
        },
        true,
      );
    },
  };
}

/** Stubborn, but obedient: goes on as before until the last message of its prompt names another way, or refuses this one. */
function answer(request: ModelRequest): readonly ModelEvent[] {
  const said = (text: string): ModelEvent[] => [
    { type: 'text', text },
    { type: 'done', finish: 'stop', usage: {} },
  ];
  const prompt = JSON.stringify(request.messages);
  if (request.task === 'reflect') {
    const open = /The (\w+) way is open/.exec(prompt)?.[1];
    const tried = new Set(Array.from(prompt.matchAll(/The ..(\w+).. way is closed/g), ([, way]) => way));
    const instead = prompt.includes('busy') ? null : (open ?? WAYS.find((way) => !tried.has(way)));
    return said(
      JSON.stringify({
        analysis: `Closed: ${[...tried].join(', ')}.`,
        suggested_fix: instead ? `Go the ${instead} way.` : 'Go there again.',
      }),
    );
  }
  if (prompt.includes('Arrived.')) return said('Arrived.');
  const lesson = Array.from(prompt.matchAll(/Instead: Go the (\w+) way/g)).at(-1)?.[1];
  const refused = Array.from(prompt.matchAll(/Your reply was not acted on/g)).length;
  const way = lesson ?? WAYS[Math.min(refused, WAYS.length - 1)];
  return [
    { type: 'tool-call', id: 'c', name: 'go', arguments: JSON.stringify({ reasoning: 'To get there.', way }) },
    { type: 'done', finish: 'tool-calls', usage: {} },
  ];
}

interface Result {
  readonly arrived: boolean;
  readonly modelCalls: number;
  readonly toolCalls: number;
  readonly tokens: number;
}

async function attempt(task: Task, reflects: boolean): Promise<Result> {
  const job: Job = {
    name: 'go',
    registry: createRegistry(goTool(task)),
    instructions: () => 'Find the way.',
    findOpeningCall: () => null,
    canReflect: reflects,
    buildAnswerRequest: () => Promise.reject(new Error('The model decides here.')),
  };
  const model = scriptedModel((request) => [...answer(request)], { contextTokens: 32_768 });
  const spec = specOf({ goal: 'Find the way.', limits: { ...specOf().limits, maxSteps: 6 } });
  const frames = await drive(world(model, longPage(1)), [], spec, () => undefined, job);
  const {
    request: { answer: said },
    usage,
  } = stateOf(frames);
  return {
    arrived: said?.text === 'Arrived.' && !said.partial,
    modelCalls: frames.filter(({ kind }) => kind === 'model.call').length,
    toolCalls: frames.filter(({ kind }) => kind === 'tool.call').length,
    tokens: usage.input + usage.output,
  };
}

export async function reflectionBench(): Promise<Figure[]> {
  const run = async (reflects: boolean): Promise<readonly Result[]> => {
    const results: Result[] = [];
    for (const task of tasks()) results.push(await attempt(task, reflects));
    return results;
  };
  const [reflecting, retrying] = [await run(true), await run(false)];
  const mean = (all: readonly Result[], of: (result: Result) => number): number =>
    all.reduce((sum, each) => sum + of(each), 0) / all.length;
  const row = (name: string, unit: string, of: (result: Result) => number): Figure => ({
    name: `reflection: ${name}`,
    value: mean(reflecting, of),
    unit,
    against: { name: 'retry only', value: mean(retrying, of) },
  });
  return [
    row('tasks done', 'of 1', ({ arrived }) => Number(arrived)),
    row('tool calls a task', 'calls', ({ toolCalls }) => toolCalls),
    row('model calls a task', 'calls', ({ modelCalls }) => modelCalls),
    row('tokens a task', 'tokens', ({ tokens }) => tokens),
  ];
}
