import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { createDraftService } from '../../src/background/drafting.ts';
import { createSpendingRecorder } from '../../src/background/runs/spending.ts';
import type { Limits, ModelBinding } from '../../src/lib/agent/frames/spec.ts';
import { BUILT_IN } from '../../src/lib/agents/built-in/index.ts';
import { loadAgents, toAgentEntry } from '../../src/lib/agents/loader.ts';
import { checkManifest } from '../../src/lib/agents/manifest/validate-manifest.ts';
import { systemClock } from '../../src/lib/base/clock.ts';
import { toUserError } from '../../src/lib/base/errors.ts';
import type { Model, ModelEvent } from '../../src/lib/models/model.ts';
import { ledgerAt } from '../kit/storage/ledgers.ts';
import { manifestOf } from '../kit/agents/played-agents.ts';
import { scriptedModel, type Script } from '../kit/models/scripted-model.ts';
import { LIMITS, modelsOf, roughCounter } from '../kit/runs/world.ts';

const DRAFT = {
  name: 'Date finder',
  description: 'Finds dates.',
  when: 'Use it for dates.',
  kind: 'chat',
  instructions: 'You find dates.',
  tools: ['web', 'nothing', 'page'],
};
const PRICES = { input: 2, cached: 2, output: 8, asOf: '' };
const DONE: ModelEvent = { type: 'done', finish: 'stop', usage: { input: 900, output: 80 } };
const says =
  (text: string): Script =>
  () => [{ type: 'text', text }, DONE];

function service(
  model: Model,
  {
    limits = {},
    binding = {},
    begun = new Set<string>(),
  }: { limits?: Partial<Limits>; binding?: Partial<ModelBinding>; begun?: Set<string> } = {},
) {
  const { ledger } = ledgerAt(Date.now());
  const store = { load: () => Promise.resolve([]) };
  const { recordCharges } = createSpendingRecorder(ledger, store, { showExpenses: () => undefined });
  const own = { ...manifestOf({ id: 'date-finder', name: 'Mine' }), description: 'PRIVATE WORDS' };
  const { agents } = loadAgents(BUILT_IN, {
    own: [{ id: own.id, text: '', manifest: own, enabled: true }],
    switched: new Map([['tutor', false]]),
    broken: [],
  });
  const drafting = createDraftService({
    config: () =>
      Promise.resolve({ models: modelsOf({ prices: PRICES, ...binding }), limits: { ...LIMITS, ...limits } }),
    getModel: () => model,
    tokens: roughCounter,
    loadAgents: () => Promise.resolve({ agents: agents.map((agent) => toAgentEntry(agent, agents)) }),
    recordCharges,
    clock: systemClock,
    claim: (id) => Promise.resolve(!begun.has(id) && begun.add(id).has(id)),
  });
  const fail = async (task = 'Find dates.', id = 'c'): Promise<unknown> =>
    drafting.draft(task, id).then(
      () => 'no error',
      (thrown: unknown) => toUserError(thrown).code,
    );
  return { drafting, fail, ledger };
}

const promptOf = (model: ReturnType<typeof scriptedModel>): string => JSON.stringify(model.asked[0]?.messages);

describe('a draft', () => {
  it('is not asked for again by a worker that finds it begun, but forgotten and counted', async () => {
    const begun = new Set<string>();
    const [first, second] = [scriptedModel(says(JSON.stringify(DRAFT))), scriptedModel()];
    await service(first, { begun }).drafting.draft('Find dates.', 'c');
    const forgotten: string[] = [];
    const next = service({ ...second, forgetReply: (id) => void forgotten.push(id) }, { begun });
    expect(await next.fail()).toBe('draft.cut');
    expect([second.asked, forgotten]).toEqual([[], ['c']]);
    expect((await next.ledger.loadExpenses()).today.input).toBeGreaterThan(0);
  });

  it('is a definition that the validator takes, under an id that nobody has, with tools that there are', async () => {
    const model = scriptedModel(says(`Here it is:\n\`\`\`json\n${JSON.stringify(DRAFT)}\n\`\`\``));
    const draft = await service(model).drafting.draft('Find dates.', 'c');
    expect(checkManifest(draft)).toMatchObject({
      ok: true,
      manifest: {
        id: 'date-finder-2',
        name: 'Date finder',
        agent: { integration_mode: 'handoff', uses_tools: ['page', 'web'] },
      },
    });
    expect(promptOf(model)).toContain('Find dates.');
    expect(promptOf(model)).toContain('web-researcher: ');
    expect(promptOf(model)).not.toContain('tutor: ');
    expect(promptOf(model)).not.toContain('PRIVATE WORDS');
  });

  it('is one call, never more than was told before, and counted once however often it is asked for', async () => {
    const model = scriptedModel(says(JSON.stringify(DRAFT)));
    const { drafting, ledger } = service(model);
    const { estimate, modelLabel } = await drafting.estimate();
    expect(model.asked).toHaveLength(0);
    expect(modelLabel).toBe('scripted model');
    await Promise.all([drafting.draft('Find dates.', 'c'), drafting.draft('Find dates.', 'c')]);
    expect(model.asked).toHaveLength(1);
    expect(estimate).toMatchObject({ calls: 1, output: model.asked[0]?.maxOutputTokens, metered: true });
    expect(estimate.cost).toBeGreaterThan(0);
    const { today } = await ledger.loadExpenses();
    expect(today).toMatchObject({ input: 900, output: 80 });
    expect(today.bill.known).toBeCloseTo((900 * 2 + 80 * 8) / 1e6, 9);
    await drafting.draft('Find dates.', 'd');
    expect((await ledger.loadExpenses()).today.input).toBe(1800);
  });

  it.each([
    ['no JSON', 'I would make an agent.'],
    ['a list', '[1, 2]'],
    ['a part of it', JSON.stringify(DRAFT).slice(0, 120)],
    ['no instructions', JSON.stringify({ ...DRAFT, instructions: ' ' })],
  ])('of %s is refused, and counted', async (_, text) => {
    const { fail, ledger } = service(scriptedModel(says(text)));
    expect(await fail()).toBe('draft.unreadable');
    expect((await ledger.loadExpenses()).today.input).toBe(900);
  });

  it('says what the model’s server says', async () => {
    const failure = { code: 'model.http-401', message: 'No.', hint: 'Check the key.', retryable: false };
    const { fail, ledger } = service(scriptedModel(() => [{ type: 'error', failure, refused: true }]));
    expect(await fail()).toBe('model.http-401');
    expect((await ledger.loadExpenses()).today.input).toBe(0);
  });

  it('is not asked for without a language model, or past a limit of the settings', async () => {
    const none = scriptedModel(says(''), { toolCalling: 'none' });
    expect(await service(none).fail()).toBe('agent.no-model');
    const small = scriptedModel(says(''), { contextTokens: 2000 });
    expect(await service(small).fail()).toBe('limit.context');
    const model = scriptedModel(says(''));
    expect(await service(model, { limits: { tokenBudget: 1000 } }).fail()).toBe('limit.tokens');
    expect(await service(model, { limits: { maxCost: 0.001 } }).fail()).toBe('limit.cost');
    expect([...none.asked, ...small.asked, ...model.asked]).toEqual([]);
  });

  it('is stopped by its id alone, and what was sent is counted', async () => {
    let begin = (): void => undefined;
    const began = new Promise<void>((resolve) => (begin = resolve));
    const model: Model = {
      ...scriptedModel(),
      async *stream(_request, signal) {
        begin();
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        yield { type: 'aborted' };
      },
    };
    const { drafting, fail, ledger } = service(model);
    const failed = fail();
    await began;
    drafting.stop('another');
    drafting.stop('c');
    expect(await failed).toBe('draft.stopped');
    expect((await ledger.loadExpenses()).today.input).toBeGreaterThan(0);
  });
});
