/**
 * The agent loop of LangGraph.js with its MemorySaver on the run of loop-shape.ts, as its documentation builds a ReAct
 * agent, and that of the AI SDK. What is open is decided in their favour. The model is a plain function, its messages carry
 * nothing a run does not need, the checkpoints' durability is the default, and its beta way to keep messages runs too.
 */
import { AIMessage, HumanMessage, type Message } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import {
  Annotation,
  DeltaChannel,
  MemorySaver,
  MessagesAnnotation,
  messagesDeltaReducer,
  START,
  StateGraph,
  type Durability,
} from '@langchain/langgraph';
import { ToolNode, toolsCondition } from '@langchain/langgraph/prebuilt';
import type { Figure } from '../figure.ts';
import { ANSWER, argumentsOf, GOAL, LAST, resultOf, stepFigures, STEPS, TOOL } from './loop-shape.ts';
import { measureAiSdk } from './peer-ai-sdk.ts';

/** A state of messages, and over how many steps its bytes come round: the delta channel writes all of them every 50. */
interface Variant {
  readonly name: string;
  readonly state: object;
  readonly period: number;
}

const VARIANTS: readonly Variant[] = [
  { name: 'LangGraph.js with MemorySaver', state: MessagesAnnotation, period: 1 },
  {
    name: 'LangGraph.js, delta channel (beta)',
    state: Annotation.Root({ messages: () => new DeltaChannel(messagesDeltaReducer, { snapshotFrequency: 100 }) }),
    period: 50, // two updates a step
  },
];
/** A run takes some seconds; with the steps around each, this makes some fifty times of each figure. */
const RUNS = 5;

/** The model's reply to the messages so far: one call a step, then the answer. */
function reply(messages: readonly Message[]): AIMessage {
  const step = (messages.length + 1) / 2; // the goal, then a call and a result for each step
  if (step > LAST) return new AIMessage({ content: ANSWER });
  const call = { id: `call-${step}`, name: TOOL.name, args: argumentsOf(step), type: 'tool_call' } as const;
  return new AIMessage({ content: '', tool_calls: [call] });
}

const { parameters: schema, ...described } = TOOL;
const gauge = tool(resultOf, { ...described, schema });

/** One whole run. `called` is told of each model call before it is made: the first begins step 1, the last the answer. */
async function runOnce(
  { name, state }: Variant,
  checkpointer: MemorySaver,
  called: () => void,
  durability?: Durability,
): Promise<void> {
  const graph = new StateGraph(state)
    .addNode('agent', ({ messages }) => {
      called();
      return { messages: [reply(messages)] };
    })
    .addNode('tools', new ToolNode([gauge]))
    .addEdge(START, 'agent')
    .addConditionalEdges('agent', toolsCondition)
    .addEdge('tools', 'agent')
    .compile({ checkpointer });
  const { messages } = await graph.invoke(
    { messages: [new HumanMessage(GOAL)] },
    {
      configurable: { thread_id: 'bench' },
      recursionLimit: 2 * LAST + 10,
      ...(durability ? { durability } : {}),
    },
  );
  // a run that gave up, or whose tool was refused its arguments, would be the quickest
  const results = messages.filter((message) => message.getType() === 'tool').map((message) => message.text);
  const wrong = Array.from({ length: LAST }, (_, i) => resultOf(argumentsOf(i + 1))).findIndex(
    (text, i) => text !== results[i],
  );
  if (wrong !== -1 || messages.at(-1)?.text !== ANSWER)
    throw new Error(`${name}: the run did not end as scripted (${results.length} results, wrong at ${wrong}).`);
}

/** Milliseconds of each step of one run: from its model call to the next one. */
async function timesOfSteps(variant: Variant): Promise<number[]> {
  const calls: number[] = [];
  await runOnce(variant, new MemorySaver(), () => calls.push(performance.now()));
  return calls.slice(1).map((at, i) => at - (calls[i] ?? NaN));
}

/** Bytes that each step of one run hands to the saver's storage, as its own serialiser writes them. */
async function bytesOfSteps(variant: Variant): Promise<number[]> {
  const { serde } = new MemorySaver();
  let written = 0;
  const saver = new MemorySaver({
    async dumpsTyped(value) {
      const dumped = await serde.dumpsTyped(value);
      written += dumped[1].length;
      return dumped;
    },
    loadsTyped: (type, data) => serde.loadsTyped(type, data),
  });
  const calls: number[] = [];
  await runOnce(variant, saver, () => calls.push(written), 'sync'); // so that a step's writes are its own, not the next one's
  return calls.slice(1).map((at, i) => at - (calls[i] ?? NaN));
}

async function measure(variant: Variant): Promise<Figure[]> {
  const { name, period } = variant;
  const bytes = await bytesOfSteps(variant); // also the run that compiles
  const runs: number[][] = [];
  for (let i = 0; i < RUNS; i += 1) runs.push(await timesOfSteps(variant));
  return [
    ...stepFigures(name, runs),
    ...STEPS.map((step) => {
      const lately = bytes.slice(Math.max(0, step - period), step);
      return {
        name: `${name}, bytes per step, ${period > 1 ? `mean of the ${lately.length} to ` : ''}step ${step}`,
        value: Math.round(lately.reduce((sum, count) => sum + count, 0) / lately.length),
        unit: 'B',
      };
    }),
  ];
}

export async function peerLoopBench(): Promise<Figure[]> {
  // somebody's own tracing would send these runs to a server
  for (const brand of ['LANGSMITH', 'LANGCHAIN'])
    for (const variable of ['TRACING', 'TRACING_V2']) Reflect.deleteProperty(process.env, `${brand}_${variable}`);
  const figures: Figure[] = [];
  for (const variant of VARIANTS) figures.push(...(await measure(variant)));
  return [...figures, ...(await measureAiSdk(RUNS))];
}
