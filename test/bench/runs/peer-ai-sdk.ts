/** The agent loop of the AI SDK on the run of loop-shape.ts: `generateText` with a tool. It keeps a run in memory alone. */
import type { LanguageModelV3, LanguageModelV3GenerateResult } from '@ai-sdk/provider';
import { generateText, jsonSchema, stepCountIs, tool } from 'ai';
import type { Figure } from '../figure.ts';
import { ANSWER, argumentsOf, GOAL, LAST, resultOf, stepFigures, TOOL } from './loop-shape.ts';

const NAME = 'AI SDK, in memory';

const { name: toolName, parameters, description } = TOOL;
const gauge = tool({ description, inputSchema: jsonSchema(parameters), execute: resultOf });

const USAGE: LanguageModelV3GenerateResult['usage'] = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

/** The model's reply: one call a step, then the answer. */
function reply(step: number): LanguageModelV3GenerateResult {
  const isLast = step > LAST;
  const content: LanguageModelV3GenerateResult['content'] = isLast
    ? [{ type: 'text', text: ANSWER }]
    : [{ type: 'tool-call', toolCallId: `call-${step}`, toolName, input: JSON.stringify(argumentsOf(step)) }];
  const reason = isLast ? 'stop' : 'tool-calls';
  return { content, finishReason: { unified: reason, raw: reason }, usage: USAGE, warnings: [] };
}

/** Milliseconds of each step of one run: from its model call to the next one. */
async function measureSteps(): Promise<number[]> {
  const calls: number[] = [];
  const model: LanguageModelV3 = {
    specificationVersion: 'v3',
    provider: 'bench',
    modelId: 'bench',
    supportedUrls: {},
    doGenerate: () => Promise.resolve(reply(calls.push(performance.now()))),
    doStream: () => Promise.reject(new Error('The run is not streamed.')),
  };
  const { text, steps } = await generateText({
    model,
    tools: { [toolName]: gauge },
    prompt: GOAL,
    stopWhen: stepCountIs(LAST + 10),
  });
  const results = steps.flatMap(({ toolResults }) => toolResults.map(({ output }) => output));
  const wrong = Array.from({ length: LAST }, (_, i) => resultOf(argumentsOf(i + 1))).findIndex(
    (result, i) => result !== results[i],
  );
  if (wrong !== -1 || text !== ANSWER)
    throw new Error(`${NAME}: the run did not end as scripted (${results.length} results, wrong at ${wrong}).`);
  return calls.slice(1).map((at, i) => at - (calls[i] ?? NaN));
}

/** `runs`: after one that compiles. */
export async function measureAiSdk(runs: number): Promise<Figure[]> {
  await measureSteps();
  const times: number[][] = [];
  for (let i = 0; i < runs; i += 1) times.push(await measureSteps());
  return stepFigures(NAME, times);
}
