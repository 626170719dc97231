import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SYSTEM_LABELS, USER_LABELS, type Frame } from '../../../../src/lib/agent/frames/frames.ts';
import {
  createRegistry,
  getToolSchemas,
  registerTool,
  validateToolCall,
  type ToolDefinition,
  type ToolOutcome,
} from '../../../../src/lib/agent/tool-calls/index.ts';
import { fillPlaceholders } from '../../../../src/lib/agent/tool-calls/tool-results.ts';
import { createSession } from '../../../../src/lib/agent/state/agent-state.ts';
import { toTextProtocol } from '../../../../src/lib/agent/parse/text-protocol.ts';
import type { Json } from '../../../../src/lib/base/json.ts';
import { ANY_CHARACTER } from '../../../kit/base/any-character.ts';
import type { Say } from '../../../kit/models/agent-model.ts';
import { play, type Played, type Plot } from '../../../kit/runs/generated-run.ts';
import { plotOf, ROOMY } from '../../../kit/runs/plots.ts';
import { noDeeds, READ_ONLY, toyJob } from '../../../kit/runs/tools.ts';
import { digestInTurn } from '../../../kit/base/virtual-clock.ts';

digestInTurn();

const call = (name: string, n = 1) => ({ name, args: { reasoning: `To ${name}.`, n } });
const run = (script: readonly Say[], more: Partial<Plot> = {}): Promise<Played> => play(plotOf(script, more));
const results = (frames: readonly Frame[]) => frames.flatMap((frame) => (frame.kind === 'tool.result' ? [frame] : []));
const problems = (frames: readonly Frame[]) =>
  frames.flatMap((frame) => (frame.kind === 'plan' && frame.problem !== null ? [frame.problem] : []));
const toy = toyJob({ deeds: noDeeds() });

const json = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as Json);
const definition: fc.Arbitrary<ToolDefinition> = fc.record({
  name: fc.string({ minLength: 1, unit: 'grapheme' }),
  description: fc.string({ unit: ANY_CHARACTER }),
  inputSchema: fc
    .tuple(fc.dictionary(fc.string(), json), fc.dictionary(fc.string(), fc.dictionary(fc.string(), json)))
    .map(([rest, properties]) => ({ ...rest, type: 'object', properties, required: Object.keys(properties) })),
  examples: fc.array(fc.record({ input: fc.dictionary(fc.string(), json), description: fc.string() })),
  annotations: fc.record({
    title: fc.string(),
    readOnly: fc.boolean(),
    destructive: fc.boolean(),
    idempotent: fc.boolean(),
    openWorld: fc.boolean(),
  }),
});

describe('a definition', () => {
  it('**Feature: agent-architecture-upgrade, Property 4: tool definition round-trip** (definitions) [R4.1a] [R4.2b]', () => {
    const [tool] = toy.registry.tools.values();
    if (!tool) throw new Error('no tool');
    fc.assert(
      fc.property(definition, (own) => {
        const tools = getToolSchemas(createRegistry({ ...tool, definition: own }), createSession()).slice(0, 1);
        const request = toTextProtocol({ task: 'decide', messages: [], tools, maxOutputTokens: 1 });
        const prompt = request.messages.flatMap(({ content }) =>
          content.map((part) => ('text' in part ? part.text : '')),
        );
        const [args = ''] = /(?<=\nArguments: )[^\n]*$/.exec(prompt.join('')) ?? [];
        expect(JSON.parse(args)).toEqual(JSON.parse(JSON.stringify(own.inputSchema)));
        const examples = own.examples.map(
          ({ input, description }) => `\nExample (${description}): ${JSON.stringify(input)}`,
        );
        const whole = `\n\n### ${own.name}\n${own.description}${examples.join('')}\nArguments: ${args}`;
        expect(prompt.join('').endsWith(whole)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a registry', () => {
  const look = toy.registry.tools.get('look');
  if (!look) throw new Error('no tool');

  it('refuses a name that is taken, by a tool or by what a model may say instead of calling one [R4.2a]', () => {
    expect(() => registerTool(toy.registry, look)).toThrow(/look/);
    for (const name of ['ask_user', 'declare_impossible']) {
      expect(() => createRegistry({ ...look, definition: { ...look.definition, name } })).toThrow(name);
    }
    expect(createRegistry().tools.size).toBe(0);
  });

  it('shows a model only what can be used, each with the words that every call owes [R2.1d] [R4.4a]', () => {
    const names = getToolSchemas(toy.registry, createSession()).map(({ name }) => name);
    expect(names).toContain('look');
    expect(names).toContain('ask_user');
    expect(names).not.toContain('later');
    expect(names).not.toContain('watch');
    for (const { parameters } of getToolSchemas(toy.registry, createSession()))
      expect(parameters['required']).toContain('reasoning');
  });

  it('says of a call to nothing what there is, and of a wrong argument where it is [R4.3]', () => {
    expect(validateToolCall(toy.registry, { name: 'nothing', parameters: {} })).toMatchObject({
      ok: false,
      message: expect.stringContaining('look') as string,
    });
    const wrong = validateToolCall(toy.registry, { name: 'look', parameters: { n: 'one' } });
    expect(wrong).toMatchObject({ ok: false, message: expect.stringMatching(/\/n.*"one".*whole number/) as string });
    expect(validateToolCall(toy.registry, { name: 'look', parameters: { n: 1 } })).toEqual({ ok: true });
  });
});

describe('a message', () => {
  const outcome = (message: string, metadata: ToolOutcome['metadata'] = {}): ToolOutcome => ({
    message,
    metadata,
    name: 'passages',
    payload: 'text',
    labels: USER_LABELS,
    objects: [
      { name: 'other', body: { hash: '', length: 0, tokens: 0, preview: '' }, meta: {}, hidden: false },
      { name: 'other', body: { hash: '', length: 0, tokens: 0, preview: '' }, meta: {}, hidden: false },
    ],
  });

  it('has its placeholders filled with the count, the name and what the tool says of it [R4.5d]', () => {
    expect(
      fillPlaceholders(outcome('Found {num_objects} {name} for {query} {more}', { query: 'tides', more: [1, 2] })),
    ).toBe('Found 2 passages for tides [1,2]');
  });

  it('keeps a placeholder that names nothing, and what stands in braces in a value', () => {
    expect(fillPlaceholders(outcome('{nothing} {toString} {__proto__} {query}', { query: '{name}' }))).toBe(
      '{nothing} {toString} {__proto__} {name}',
    );
  });
});

describe('a call', () => {
  it('of a tool that cannot be used now is not made, and the model is told why [R4.4a]', async () => {
    const { frames } = await run([{ calls: [call('later')] }, { calls: [call('look')] }, { calls: [call('later')] }]);
    expect(problems(frames)[0]).toContain('later cannot be used now: nothing has been looked at yet.');
    expect(results(frames).map(({ tool }) => tool)).toEqual(['look', 'later', 'watch']);
  });

  it('that was made before, or failed for good, is no progress and is not made again', async () => {
    const { frames, deeds } = await run([
      { calls: [call('look')] },
      { calls: [call('look')] },
      { calls: [call('broken')] },
      { calls: [call('broken')] },
    ]);
    expect(problems(frames)).toHaveLength(2);
    expect(problems(frames)[0]).toContain('same arguments before');
    expect(problems(frames)[1]).toContain('for good');
    expect([deeds.runs.get('look'), deeds.runs.get('broken')]).toEqual([1, 1]);
  });

  it('that failed for now may be made again, until it has failed so twice or as often as the run allows [R4.5e]', async () => {
    const again = (n: number) => Array.from({ length: 6 }, () => ({ calls: [call('shaky', n)] }));
    const { frames } = await run(again(1));
    expect(results(frames).map(({ isError, recoverable }) => [isError, recoverable])).toEqual([
      [true, true],
      [false, true],
    ]);
    const twice = await run(again(3));
    expect(results(twice.frames)).toHaveLength(2);
    expect(problems(twice.frames)[0]).toContain('another approach');
    const once = await run(again(3), { limits: { ...ROOMY, maxRetries: 0 } });
    expect(results(once.frames)).toHaveLength(1);
  });

  it('stands only once in a reply', async () => {
    const { frames, deeds } = await run([{ calls: [call('send'), call('send')] }]);
    expect(problems(frames)[0]).toContain('twice');
    expect(deeds.effects).toEqual([]);
  });

  it('that never returns is stopped at its time-out, and the run goes on [R4.5c]', async () => {
    const { frames, state } = await run([{ calls: [call('stuck'), call('look')] }]);
    const stuck = results(frames).find(({ tool }) => tool === 'stuck');
    expect(stuck).toMatchObject({ isError: true, error: { code: 'tool.timeout' } });
    expect(state.request.answer).toMatchObject({ partial: false });
    expect(results(frames).find(({ tool }) => tool === 'look')?.isError).toBe(false);
  });

  it('may give several results, of which the last settles it [R4.5a]', async () => {
    const { frames } = await run([{ calls: [call('several')] }]);
    expect(results(frames).map(({ index, final, message }) => [index, final, message])).toEqual([
      [0, false, 'Piece 1'],
      [1, false, 'Piece 2'],
      [2, true, 'Gave 1: 1'],
    ]);
  });

  it('may end the run with its message [R4.5b]', async () => {
    const { state, asked } = await run([{ calls: [call('finish')] }]);
    expect(state.request.answer).toEqual({
      text: 'Finished 1: 1',
      partial: false,
      impossible: false,
      note: '',
      citations: [],
    });
    expect(asked).toHaveLength(1);
  });

  it('with model calls inside has each as an effect of its own [R2.2d]', async () => {
    const { frames } = await run([{ calls: [call('inside')] }]);
    const parts = frames.flatMap((frame) =>
      frame.kind === 'model.call' && frame.purpose === 'part' ? [frame.part] : [],
    );
    expect(parts).toEqual([
      { index: 1, of: 2 },
      { index: 2, of: 2 },
    ]);
  });
});

describe('a trigger', () => {
  it('fires once when its condition comes to hold, and again only after it had ceased to [R4.4b]', async () => {
    // the number of things seen goes 1, 2 (fires), 2, 3, 4 (fires)
    const { frames, deeds } = await run([
      { calls: [call('look', 0)] },
      { calls: [call('look', 1)] },
      { calls: [call('broken')] },
      { calls: [call('look', 2)] },
      { calls: [call('look', 4)] },
    ]);
    expect(deeds.effects.filter(({ tool }) => tool === 'watch').map(({ n }) => n)).toEqual([2, 4]);
    const plans = frames.flatMap((frame) => (frame.kind === 'plan' && frame.by === 'rule' ? [frame] : []));
    expect(plans.map(({ thought }) => thought)).toEqual(['Rule: there are 2.', 'Rule: there are 4.']);
    for (const plan of plans) expect(plan.labels).toEqual(SYSTEM_LABELS);
  });

  it('is none of the model’s to call', async () => {
    const { deeds } = await run([{ calls: [call('watch')] }]);
    expect(deeds.effects).toEqual([]);
    expect(toy.registry.tools.get('look')?.definition.annotations).toEqual(READ_ONLY);
  });
});
