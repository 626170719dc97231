/**
 * What a run knows and what it costs, in a real browser: a small window that is compacted twice and forgets nothing that
 * matters, a budget that stops before it is broken, a receipt that adds up, a failure that is learnt from.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Frame } from '../../../src/lib/agent/frames/frames.ts';
import { pastCalls, promptText, type AgentScript, agentReply } from '../../kit/models/model-server-agent.ts';
import { startModelServer, type Exchange, type ModelServer } from '../../kit/models/model-server.ts';
import { startSite, type Site } from '../../kit/pages/site.ts';
import { answered, ask, framesIn, ownLooks } from '../kit/asking.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { button, openWithPanel, readReceipt, telling, useServer } from '../kit/reader.ts';

let x: Harness;
let site: Site;
let server: ModelServer;

beforeAll(async () => {
  [x, site, server] = await Promise.all([launch(), startSite(), startModelServer()]);
});
afterAll(() => Promise.all([x.close(), site.close(), server.close()]));

/** What only the first page of the conversation says. */
const FACT = /painted, without a pause, since (\d{4})|The painting began in (\d{4})/;
const known = (exchange: Exchange): string | null => {
  const found = FACT.exec(promptText(exchange));
  return found ? (found[1] ?? found[2] ?? null) : null;
};

const QUERIES = [
  'water mains stick listening',
  'guildhall clock pennies',
  'library of parts',
  'dyke walkers glass storm',
  'organ pipes rust',
  'mistake about your porch',
  'treasurer council total million',
];

/** Decisions of the model that the request shows, those that notes stand for included. */
function decided(exchange: Exchange): number {
  const noted = /Notes on what came before, (\d+) of your decisions/.exec(promptText(exchange));
  return Number(noted?.[1] ?? 0) + ownLooks(exchange).length;
}

/** Looks seven things up, one after the other, and then says what stood on the first page. Asked for notes, it writes down that. */
const forgetful: AgentScript = (exchange) => {
  const year = known(exchange);
  if (promptText(exchange).includes('Write the notes now.'))
    return { text: year === null ? 'Nothing of note.' : `The painting began in ${year}.` };
  const query = QUERIES[decided(exchange)];
  if (query === undefined) return { text: year === null ? 'I no longer know.' : `They have painted it since ${year}.` };
  const reasoning = `To know about ${query}, which the question may hang on. `.repeat(8);
  return { calls: [{ name: 'find_in_page', arguments: { reasoning, query, limit: 10 } }] };
};

/** The frames of the run that the panel shows. */
async function framesShown(panel: Page): Promise<readonly Frame[]> {
  const cells = await panel.evaluate(() => chrome.storage.session.get(null));
  const runs = cells['runs'] as readonly string[];
  return framesIn(cells, runs.at(-1) ?? '');
}

interface Figures {
  readonly input: number;
  readonly output: number;
}

/** What the receipt on screen says: its totals, and each table's rows. */
async function receiptOn(
  panel: Page,
): Promise<{ readonly total: Figures; readonly steps: readonly Figures[]; readonly sources: readonly Figures[] }> {
  const figures = (selector: string): Promise<readonly Figures[]> =>
    panel.locator(selector).evaluateAll((rows) =>
      rows.map((row) => ({
        input: Number((row as HTMLElement).dataset['input']),
        output: Number((row as HTMLElement).dataset['output']),
      })),
    );
  const [total] = await figures('section.receipt');
  if (!total) throw new Error('There is no receipt.');
  return { total, steps: await figures('tr[data-step]'), sources: await figures('tr[data-source]') };
}

const sum = (rows: readonly Figures[]): Figures =>
  rows.reduce((a, b) => ({ input: a.input + b.input, output: a.output + b.output }), { input: 0, output: 0 });

test('in a small window a run makes room twice and still knows what stood on its first page', async () => {
  await useServer(x, server, { contextTokens: 6000, maxSteps: 20 });
  server.respond(() => agentReply(forgetful));
  const { page, panel } = await openWithPanel(x, site.page('long-read'));
  await ask(panel, 'Since when has the bridge been painted?');
  expect(await answered(panel)).toBe('They have painted it since 1908.');
  const frames = await framesShown(panel);
  const made = frames.filter((frame) => frame.kind === 'compaction');
  expect(made.length).toBeGreaterThanOrEqual(2);
  for (const { before, after } of made) expect(after).toBeLessThanOrEqual(0.8 * before);
  expect(made.map(({ stage }) => stage)).toContain('summary');
  // the first page is in no prompt any more, but for what the notes say of it
  const last = server.requests.at(-1);
  expect(last && promptText(last)).not.toContain('painted, without a pause');
  await panel.getByText('Shortened the context').first().waitFor({ state: 'attached' });
  await page.close();
});

test('a run at its budget stops before the call that could break it, and says so', async () => {
  const budget = 9000;
  await useServer(x, server, { contextTokens: 128_000, maxSteps: 20, tokenBudget: budget });
  server.respond(() => agentReply(forgetful));
  const before = server.requests.length;
  const { page, panel } = await openWithPanel(x, site.page('news'));
  await ask(panel, 'Since when has the bridge been painted?');
  await telling(
    panel,
    panel
      .getByText(/token limit/)
      .first()
      .waitFor({ timeout: 45_000 }),
  );
  const frames = await framesShown(panel);
  expect(
    frames.some((frame) => frame.kind === 'control' && frame.control === 'limit' && frame.limit === 'tokens'),
  ).toBe(true);
  const spent = sum(frames.flatMap((frame) => (frame.kind === 'usage' ? [frame] : [])));
  expect(spent.input + spent.output).toBeLessThanOrEqual(budget);
  expect(server.requests.length - before).toBeGreaterThan(0);
  await page.close();
});

test('the receipt’s rows add up to its totals, and those to what the provider reported', async () => {
  const reported: Figures[] = [];
  await useServer(x, server, { contextTokens: 6000, maxSteps: 20, tokenBudget: 500_000 });
  server.respond(() =>
    agentReply(forgetful, {
      figures: (exchange) => {
        const input = 1000 + Math.ceil(promptText(exchange).length / 3);
        const output = 13 + reported.length;
        reported.push({ input, output });
        return { input, output, cached: 100 };
      },
    }),
  );
  const { page, panel } = await openWithPanel(x, site.page('long-read'));
  await ask(panel, 'Since when has the bridge been painted?');
  await answered(panel);
  const { total, steps, sources } = await readReceipt(panel, () => receiptOn(panel));
  expect(total).toEqual(sum(reported));
  expect(steps.length).toBeGreaterThan(3);
  expect(sum(steps)).toEqual(total);
  expect(sources.length).toBeGreaterThan(3);
  expect(sum(sources)).toEqual(total);
  await page.close();
});

test('a failed look is learnt from, and the lesson stands in the next prompt', async () => {
  await useServer(x, server, { contextTokens: 128_000, maxSteps: 6, tokenBudget: 500_000 });
  const script: AgentScript = (exchange) => {
    const prompt = promptText(exchange);
    if (prompt.includes('suggested_fix') && pastCalls(exchange).length === 0)
      return { text: '{"analysis": "The page uses no such word.", "suggested_fix": "Ask for the bridge."}' };
    if (prompt.includes('other queries for the same need')) return { text: '{"queries": []}' };
    if (pastCalls(exchange).length > 0 && ownLooks(exchange).length === 0)
      return { calls: [{ name: 'find_in_page', arguments: { reasoning: 'Look.', query: 'xylophone quasar' } }] };
    return {
      text: prompt.includes('The page uses no such word. Instead: Ask for the bridge.') ? 'Learnt.' : 'Not learnt.',
    };
  };
  server.respond(() => agentReply(script));
  const { page, panel } = await openWithPanel(x, site.page('long-read'));
  await ask(panel, 'What does it say of xylophones?');
  expect(await answered(panel)).toBe('Learnt.');
  await panel.getByText('Learned from a failure').first().waitFor({ state: 'attached' });
  await page.close();
});

test('what was left out can be seen and shown to the model again', async () => {
  await useServer(x, server, { contextTokens: 6000, maxSteps: 20, tokenBudget: 500_000 });
  // asks back once room has been made, so that the run waits for the user
  const asking: AgentScript = (exchange) => {
    const prompt = promptText(exchange);
    const asked = pastCalls(exchange).length > 0 && prompt.includes('cleared to make room');
    if (prompt.includes('Go on: yes'))
      return { text: prompt.includes('painted, without a pause') ? 'Seen again.' : 'Not seen.' };
    return asked ? { calls: [{ name: 'ask_user', arguments: { question: 'Go on?' } }] } : forgetful(exchange);
  };
  server.respond(() => agentReply(asking));
  const { page, panel } = await openWithPanel(x, site.page('long-read'));
  await ask(panel, 'Since when has the bridge been painted?');
  await telling(panel, panel.locator('.asking').getByText('Go on?').first().waitFor());
  await panel.getByText(/^Working/).click();
  await panel
    .getByText(/^Omitted/)
    .first()
    .click();
  await button(panel, 'Show to the model again').first().click();
  await telling(panel, panel.getByText('The model sees it again.').first().waitFor());
  const box = panel.getByRole('textbox', { name: 'Your answer' });
  await box.fill('Go on: yes');
  await box.press('Enter');
  expect(await answered(panel)).toBe('Seen again.');
  await page.close();
});
