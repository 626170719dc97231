/**
 * What an answer from the web takes: the real loop, job, chain, grading and reading over real HTTP; only the model is scripted,
 * and its replies and the engines' are at once there, so that of the time only pages (150 ms each) and the product are left.
 * The one rule: each case has to end as it should, or the group fails.
 */
import type { Frame } from '../../../src/lib/agent/frames/frames.ts';
import type { Model } from '../../../src/lib/agent/ports.ts';
import type { AgentState } from '../../../src/lib/agent/state/agent-state.ts';
import { EXTRACTIVE_ID } from '../../../src/lib/models/config.ts';
import { createExtractiveModel } from '../../../src/lib/models/extractive/extractive-model.ts';
import { listSearchRounds } from '../../../src/lib/toolbox/web/web-artifacts.ts';
import { agentModel } from '../../kit/models/agent-model.ts';
import { articleWith, drive, modelsOf, specOf, stateOf, termsIn, wishIn, world } from '../../kit/runs/world.ts';
import { median, type Figure } from '../figure.ts';
import { CASES, CITED, GOAL, judge, type Case } from './research-cases.ts';
import { oneByOneMs, researchWeb, tokens, type ResearchWeb } from './research-web.ts';

const ROUNDS = 3;

export interface Taken {
  readonly modelCalls: number;
  readonly input: number;
  readonly output: number;
  readonly requests: number;
  readonly pages: number;
  readonly ms: number;
}

export function modelFor({ script = [CITED], embedded = false }: Case): Model {
  if (embedded) return createExtractiveModel(tokens);
  const notMine = ['The web has to be searched first.', 'Go by the sources that the person chose.'];
  return agentModel(script, { notMine, usage: {}, other: judge });
}

/** One run of a case from its question to its answer. */
export async function attempt(which: Case, web: ResearchWeb): Promise<Taken> {
  const search = which.engines?.(web) ?? web.engines;
  const models = which.embedded === true ? { models: modelsOf({ id: EXTRACTIVE_ID, label: 'Built in' }) } : {};
  const spec = specOf({ job: 'research', goal: GOAL, search, ...models });
  const w = world(modelFor(which), articleWith(''), web.ports);
  const count = (frames: readonly Frame[]): Omit<Taken, 'ms'> => ({
    modelCalls: frames.filter(({ kind }) => kind === 'model.call').length,
    input: stateOf(frames).usage.input,
    output: stateOf(frames).usage.output,
    requests: web.asked(),
    pages: web.fetched.length,
  });
  let began = performance.now();
  let frames = await drive(w, [], spec, () => void w.commands.splice(0));
  let before: Omit<Taken, 'ms'> = { modelCalls: 0, input: 0, output: 0, requests: 0, pages: 0 };
  if (which.then) {
    before = count(frames);
    const request = { ...spec, ...which.then(stateOf(frames)) };
    w.commands.push({ id: 'then', type: 'follow', request: wishIn(request), config: termsIn(spec) });
    began = performance.now();
    frames = await drive(w, frames, spec, () => void w.commands.splice(0));
  }
  const ms = performance.now() - began;
  expectEnd(which, stateOf(frames));
  if (new Set(web.fetched).size !== web.fetched.length) throw new Error(`${which.name}: a page was fetched twice.`);
  const after = count(frames);
  return {
    modelCalls: after.modelCalls - before.modelCalls,
    input: after.input - before.input,
    output: after.output - before.output,
    requests: after.requests - before.requests,
    pages: after.pages - before.pages,
    ms,
  };
}

function expectEnd({ name, ends }: Case, state: AgentState): void {
  const queries = listSearchRounds(state).length;
  const places = (state.request.answer?.citations ?? []).filter(({ place }) => place !== null).length;
  const text = state.request.answer?.text ?? '';
  if (
    state.status !== 'done' ||
    queries !== ends.queries ||
    places > 0 !== ends.cited ||
    !text.startsWith(ends.lead ?? '')
  )
    throw new Error(`${name} ended ${state.status} after ${String(queries)} queries, ${String(places)} cited: ${text}`);
}

const ROWS: readonly (readonly [keyof Taken, string, string])[] = [
  ['modelCalls', 'model calls', ''],
  ['input', 'tokens in', ''],
  ['output', 'tokens out', ''],
  ['requests', 'requests to engines', ''],
  ['pages', 'pages fetched', ''],
  ['ms', 'time to the answer, median', 'ms'],
];

async function figuresOf(which: Case): Promise<Figure[]> {
  const all: Taken[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const web = await researchWeb(which.finds);
    try {
      all.push(await attempt(which, web));
    } finally {
      await web.close();
    }
  }
  return ROWS.map(([key, name, unit]) => ({
    name: `research, ${which.name}: ${name}`,
    value: median(all.map((taken) => taken[key])),
    unit,
  }));
}

/** Reading side by side, beside the same pages one after another. */
async function reading(): Promise<Figure[]> {
  const [straight] = CASES;
  if (!straight) throw new Error('There is no case.');
  const times: { together: number; single: number; atOnce: number; pages: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const web = await researchWeb(straight.finds);
    try {
      await attempt(straight, web);
      const [together, atOnce, urls] = [web.readingMs(), web.atOnce(), [...web.fetched]];
      times.push({ together, atOnce, single: await oneByOneMs(urls), pages: urls.length });
    } finally {
      await web.close();
    }
  }
  return [
    {
      name: 'research, pages under way at once, most',
      value: Math.max(...times.map(({ atOnce }) => atOnce)),
      unit: '',
    },
    {
      name: `research, ${String(times[0]?.pages)} pages read, median`,
      value: median(times.map(({ together }) => together)),
      unit: 'ms',
      against: { name: 'one after another', value: median(times.map(({ single }) => single)) },
    },
  ];
}

export async function researchBench(): Promise<Figure[]> {
  await tokens.count(GOAL); // the table is read
  const figures: Figure[] = [];
  for (const which of CASES) figures.push(...(await figuresOf(which)));
  return [...figures, ...(await reading())];
}
