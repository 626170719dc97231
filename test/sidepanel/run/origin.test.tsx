/** The way back from a tab that an answer has opened. */
import { describe, expect, it } from 'vitest';
import type { ShowQuote, ShowQuoteResult } from '../../../src/chrome/page/show-quote.ts';
import { quoted } from '../../kit/runs/citations.ts';
import { acted } from '../kit/acted.ts';
import { estimated, frames, OPENING, RUN, say, TAB, type ScriptedHost } from '../kit/script.ts';
import { find, open, page, press } from '../kit/stand.tsx';

const TEXT = 'Tides come [twice a day](#p1).';
const DONE = [...OPENING, say.reply(TEXT), say.answer(TEXT, '', [quoted('twice a day')])];
const OTHER = { ...TAB, tabId: 8, url: 'https://other.example/', title: 'Other' };
const band = (): string | undefined => find('[aria-label="The answer that you came from"] p')?.textContent;

async function switchTo(host: ScriptedHost, tab: typeof TAB): Promise<void> {
  await acted(() => host.view(tab));
  await acted(() => host.emit({ type: 'tab', tabId: tab.tabId, runId: null, pinned: false }));
}

async function pressQuote(result: ShowQuoteResult | Error) {
  let end = (): void => undefined;
  const showQuote: ShowQuote = () =>
    new Promise((resolve, reject) => (end = () => (result instanceof Error ? reject(result) : resolve(result))));
  const host = await open(estimated(), DONE, {}, {}, showQuote);
  await acted(() => page().querySelector<HTMLElement>('article button[data-number="1"]')?.click());
  return { host, finish: () => acted(() => end()) };
}

describe('a tab that a quote has opened', () => {
  it('leads back to the answer, at once', async () => {
    const { host, finish } = await pressQuote({ how: 'opened', tabId: 8 });
    await switchTo(host, OTHER);
    expect(band()).toBe('You came from Summary');
    await finish();
    await switchTo(host, { ...TAB, tabId: 9 });
    expect(band()).toBeUndefined();
    await switchTo(host, OTHER);
    await press('Back');
    expect(host.did).toContain(`tab ${String(TAB.tabId)}`);
    expect(band()).toBeUndefined();
  });

  it.each([
    ['is dismissed', () => press('Dismiss')],
    ['is of a tab that closes', (host: ScriptedHost) => acted(() => host.closeTab(TAB.tabId))],
    [
      'is there again',
      async (host: ScriptedHost) => {
        await switchTo(host, TAB);
        await switchTo(host, OTHER);
      },
    ],
  ])('says so no more once the answer %s', async (_, act) => {
    const { host, finish } = await pressQuote({ how: 'opened', tabId: 8 });
    await finish();
    await switchTo(host, OTHER);
    expect(band()).toBeDefined();
    await act(host);
    expect(band()).toBeUndefined();
  });

  it('is not the one that the user goes to after a quote was shown on the page in view', async () => {
    const { host, finish } = await pressQuote({ how: 'highlighted', tabId: TAB.tabId });
    await finish();
    await switchTo(host, OTHER);
    expect(band()).toBeUndefined();
  });

  it('is said to be none where what finds quotes is missing, in a note that can be closed', async () => {
    const { finish } = await pressQuote(new Error('Failed to fetch dynamically imported module'));
    await finish();
    expect(find('.shown')?.textContent).toContain('The extension may have been updated');
    await acted(() => find('.shown button')?.click());
    expect(find('.shown')?.textContent).toBe('');
  });
});

it('a tab that a link of the panel has opened leads back, but for one that opens beside', async () => {
  const host = await open(estimated(), DONE);
  await acted(() => host.view({ ...TAB, url: `${TAB.url}/next` }));
  const click = (init: MouseEventInit) =>
    acted(() => void find('.source a')?.dispatchEvent(new MouseEvent('click', { bubbles: true, ...init })));
  await click({ ctrlKey: true });
  await switchTo(host, OTHER);
  expect(band()).toBeUndefined();
  await acted(() => {
    host.view(TAB);
    host.emit({ type: 'tab', tabId: TAB.tabId, runId: RUN, pinned: false });
    host.emit({ type: 'frames', runId: RUN, frames: frames(...DONE) });
    host.view({ ...TAB, url: `${TAB.url}/next` });
  });
  await click({});
  await switchTo(host, OTHER);
  expect(band()).toBe('You came from Summary');
});
