/**
 * Runs in which the model decides, for tests: a question about the long read, answered in five steps, and what a test must
 * know of the runs that a browser holds. The rule: the model's part depends on the request alone.
 */
import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { Frame } from '../../../src/lib/agent/frames/frames.ts';
import { unpackCommit } from '../../../src/lib/agent/store/packed-commit.ts';
import { isValidState } from '../../../src/lib/agent/store/run-state.ts';
import { foldAll } from '../../../src/lib/agent/state/fold.ts';
import { isOver } from '../../../src/lib/agent/state/run-status.ts';
import { pastCalls, type AgentScript, type PastCall } from '../../kit/models/model-server-agent.ts';
import type { Exchange } from '../../kit/models/model-server.ts';
import { type Harness, PANEL_PATH } from './harness.ts';
import { button, telling } from './reader.ts';

export const GOAL = 'Who keeps Averholm going?';

const find = (query: string) => ({ name: 'find_in_page', arguments: { reasoning: `Look for ${query}.`, query } });

/** What the model calls at each of its decisions; after the last it answers. The page is read and looked up first, by rule. */
const DECISIONS = [[find('water mains stick'), find('guildhall clock pennies')], [find('library of parts')]];

/** Decisions that the run takes, the answer included. */
export const CALLS = DECISIONS.length + 1;

/** What the model itself has looked up so far; code looks a question to a long page up before. */
export const ownLooks = (exchange: Exchange): readonly PastCall[] =>
  pastCalls(exchange).filter(
    ({ name, arguments: json }) => name === 'find_in_page' && !json.includes('Look the question up'),
  );

/** How many decisions of the model the request already shows. */
export function decided(exchange: Exchange): number {
  const made = ownLooks(exchange).length;
  let counted = 0;
  let decisions = 0;
  while (counted < made) counted += DECISIONS[decisions++]?.length ?? made;
  return decisions;
}

/** Five steps: read, look up, find twice at once, find, answer with a fingerprint of all that it found. */
export const fiveSteps: AgentScript = (exchange) => {
  const calls = DECISIONS[decided(exchange)];
  if (calls) return { calls };
  const fingerprint = createHash('sha256')
    .update(
      ownLooks(exchange)
        .map(({ result }) => result ?? '')
        .join('\n'),
    )
    .digest('hex')
    .slice(0, 12);
  return { text: `Nine painters, one listener, three keepers. Fingerprint ${fingerprint}.` };
};

/** The extension's own page in a tab, for what only it may ask of the worker. */
export async function ownPanelPage(x: Harness): Promise<Page> {
  return x.open(x.url(PANEL_PATH));
}

/** Tabs behind the one in front, loaded; their ids. */
export function openTabs(page: Page, urls: readonly string[]): Promise<number[]> {
  return page.evaluate(async (addresses) => {
    const loaded = new Set<number>();
    const tabs: number[] = [];
    const all = new Promise<void>((resolve) => {
      chrome.tabs.onUpdated.addListener((id, { status }) => {
        if (status === 'complete') loaded.add(id);
        if (tabs.length === addresses.length && tabs.every((tab) => loaded.has(tab))) resolve();
      });
    });
    for (const url of addresses) tabs.push((await chrome.tabs.create({ url, active: false })).id ?? -1);
    await all;
    return tabs;
  }, urls);
}

/** Starts a question on a tab under an id of its own. */
export async function askOn(page: Page, tabId: number, runId: string, goal = GOAL): Promise<void> {
  const reply = await page.evaluate((message) => chrome.runtime.sendMessage<unknown, { ok: boolean }>(message), {
    type: 'run.ask',
    job: 'ask',
    goal,
    tabId,
    also: [],
    selection: null,
    pictures: [],
    sources: null,
    commandId: runId,
  });
  if (!reply.ok) throw new Error(`The question was refused: ${JSON.stringify(reply)}`);
}

/** The frames of a run, as the session area holds them, seen from a page of the extension. */
export async function framesOf(page: Page, runId: string): Promise<readonly Frame[]> {
  return framesIn(await page.evaluate(() => chrome.storage.session.get(null)), runId);
}

export function framesIn(cells: Readonly<Record<string, unknown>>, runId: string): readonly Frame[] {
  const frames: Frame[] = [];
  for (;;) {
    const commit = unpackCommit(runId, frames.length, cells[`run/${runId}/${frames.length}`], frames[0]);
    if (commit === null) break;
    frames.push(...commit);
  }
  if (!isValidState(frames))
    throw new Error(`What is stored of run ${runId} is no run: ${JSON.stringify(frames).slice(0, 500)}`);
  return frames;
}

/** The frames of the one run that the browser holds. */
export async function framesOfTheRun(x: Harness): Promise<readonly Frame[]> {
  const cells = await x.storage.get('session');
  const [runId = ''] = Object.keys(cells).flatMap((key) => /^run\/([^/]+)\/0$/.exec(key)?.[1] ?? []);
  return framesIn(cells, runId);
}

/** The text that is stored under that hash. */
export function storedText(x: Harness, hash: string): Promise<string> {
  return x.inExtension((page) =>
    page.evaluate(async (key) => {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open('knowledgelens');
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(new Error('No database.'));
      });
      const stored = await new Promise<{ text: string }>((resolve, reject) => {
        const asking = db.transaction('texts').objectStore('texts').get(key);
        asking.onsuccess = () => resolve(asking.result as { text: string });
        asking.onerror = () => reject(new Error('No text.'));
      });
      db.close();
      return stored.text;
    }, hash),
  );
}

/** Whether nothing more will happen. */
export function over(frames: readonly Frame[]): boolean {
  return isOver(foldAll(frames).status);
}

/** The answer of a run; '' without one. */
export function answerIn(frames: readonly Frame[]): string {
  const last = frames.at(-1);
  return last?.kind === 'agent.response' ? last.text : '';
}

/** Types a question into the panel and sends it as a user does. */
export async function ask(panel: Page, question: string): Promise<void> {
  const box = panel.getByRole('textbox', { name: 'Ask about this page' });
  await telling(panel, panel.getByText('Estimate:').waitFor());
  await box.fill(question);
  await box.press('Enter');
}

/**
 * Opens the thread of another page's run that has ended well. One that ended before the panel showed it is folded; one
 * that ended while it showed is open.
 */
export async function openThread(panel: Page): Promise<void> {
  await telling(panel, panel.getByText('Answer ready').first().waitFor({ timeout: 45_000 }));
  const folded = panel.getByRole('group', { name: 'Conversation about the previous page' });
  if (await folded.isVisible()) await button(panel, 'Continue').click();
}

/** Resolves with the answer's text when the run has ended well. */
export async function answered(panel: Page): Promise<string> {
  const ready = panel.getByRole('status').filter({ hasText: 'Answer ready' });
  await telling(panel, ready.first().waitFor({ timeout: 45_000 }));
  return panel.getByRole('article', { name: 'Answer' }).innerText();
}

/** Of a question that a tool server asks. */
export const serverForm = (panel: Page) => panel.locator('.asking[data-form=form]');

/** Of what a tool server asks the model. */
export const samplingCard = (panel: Page) => panel.locator('.asking[data-form=sampling]');

/** Of a page that a tool server would have opened. */
export const pageCard = (panel: Page) => panel.locator('.asking[data-form=url]');

/** Once its end was in sight. */
export async function pressInSampling(panel: Page, name: 'Let it answer' | 'Decline'): Promise<void> {
  await samplingCard(panel).getByText('Its answer goes only to this server').scrollIntoViewIfNeeded();
  await button(panel, name).and(panel.locator(':not([aria-disabled=true])')).click({ delay: 500 });
}

/** Once its end was in sight. */
export async function pressInForm(panel: Page, name: 'Answer' | 'Decline'): Promise<void> {
  await serverForm(panel).getByText('Never enter a password').scrollIntoViewIfNeeded();
  await button(panel, name).and(panel.locator(':not([aria-disabled=true])')).click({ delay: 500 });
}
