import { describe, expect, it } from 'vitest';
import type { FrameDraft } from '../../../src/lib/agent/frames/stamp.ts';
import type { Reply } from '../../../src/lib/protocol/requests/requests.ts';
import { acted } from '../kit/acted.ts';
import { ESTIMATE, estimated, frames, OPENING, RUN, say, TAB } from '../kit/script.ts';
import { alert, button, find, key, open, page, press, type } from '../kit/stand.tsx';

const box = (): HTMLTextAreaElement | null =>
  find('textarea[aria-label="Ask about this page"]') as HTMLTextAreaElement | null;
const asks = (host: Awaited<ReturnType<typeof open>>) => host.requests.filter(({ type }) => type === 'run.ask');

describe('asking about the page', () => {
  it('says what a question takes, and sends it once on Enter', async () => {
    const ask = {
      ...ESTIMATE.ask,
      likely: { calls: 2, input: 5120, output: 300, cost: 0.0246 },
      cost: 0.123,
      asOf: [''],
    };
    const host = await open(estimated({ ask }));
    expect(page().textContent).toContain(
      'A question: likely 5,100 tokens in · 300 out · $0.025 · at most 21,000 tokens in · 5 calls · $0.123 at your prices',
    );
    type(box(), '  How high?  ');
    await key(box(), { key: 'Enter', isComposing: true });
    await key(box(), { key: 'Enter', shiftKey: true });
    await key(box(), { key: 'Enter', repeat: true });
    expect(asks(host)).toEqual([]);
    await key(box(), { key: 'Enter' });
    expect(asks(host)).toMatchObject([{ goal: 'How high?', tabId: TAB.tabId }]);
    expect(box()?.value).toBe('');
    expect(host.hellos.at(-1)).toMatchObject({ runId: RUN, after: -1 });
  });

  it('sends nothing for nothing, and says so of the button', async () => {
    const host = await open();
    expect(button('Ask')?.getAttribute('aria-disabled')).toBe('true');
    type(box(), ' \n ');
    await press('Ask');
    expect(asks(host)).toEqual([]);
    type(box(), 'Why?');
    await press('Ask');
    expect(asks(host)).toHaveLength(1);
  });

  it('keeps the words when the question was refused', async () => {
    const error = { code: 'worker.silent', message: 'No answer.', hint: 'Try again.' };
    await open(estimated(), undefined, { 'run.ask': () => ({ ok: false, error }) });
    type(box(), 'How high?');
    await press('Ask');
    expect(alert()).toContain('No answer.');
    expect(box()?.value).toBe('How high?');
  });

  it('empties the field at once, so that nothing is asked twice or joined to what is typed next', async () => {
    let answer: (reply: Reply<'run.ask'>) => void = () => undefined;
    const reply = new Promise<Reply<'run.ask'>>((resolve) => (answer = resolve));
    const host = await open(estimated(), undefined, { 'run.ask': () => reply });
    type(box(), 'How high?');
    await key(box(), { key: 'Enter' });
    expect(box()?.value).toBe('');
    expect(button('Ask next')).toBeUndefined();
    await key(box(), { key: 'Enter' });
    expect(find('.chips')).toBeNull();
    expect(asks(host)).toHaveLength(1);
    type(box(), 'And how old?');
    await acted(() => answer({ ok: false, error: { code: 'worker.silent', message: 'No answer.', hint: '' } }));
    expect(box()?.value).toBe('How high?\nAnd how old?');
  });

  it('keeps what is typed beside each tab while the person looks at another', async () => {
    const host = await open();
    type(box(), 'How high?');
    await acted(() => host.view({ ...TAB, tabId: 8, url: 'https://other.example/', title: 'Other' }));
    expect(box()?.value).toBe('');
    type(box(), 'And how old?');
    await acted(() => host.view(TAB));
    expect(box()?.value).toBe('How high?');
    await acted(() => host.view({ ...TAB, tabId: 8, url: 'https://other.example/', title: 'Other' }));
    expect(box()?.value).toBe('And how old?');
  });

  it('keeps what is typed before the tab is known, before what was typed there earlier', async () => {
    const typed = new Map([[`${String(TAB.tabId)} `, 'Earlier.']]);
    const host = await open(estimated(), undefined, {}, { typed }, undefined, null);
    type(find('#ask-field') as HTMLTextAreaElement, 'How hi');
    await acted(() => host.view(TAB));
    expect(box()?.value).toBe('Earlier.\nHow hi');
    expect(document.activeElement).toBe(box());
  });

  it('drops an error once the tab shows another page', async () => {
    const error = { code: 'worker.silent', message: 'No answer.', hint: '' };
    const host = await open(estimated(), undefined, { 'run.ask': () => ({ ok: false, error }) });
    type(box(), 'How high?');
    await press('Ask');
    await acted(() => host.view({ ...TAB, loading: true }));
    expect(alert()).toContain('No answer.');
    await acted(() => host.view({ ...TAB, url: 'https://other.example/' }));
    expect(alert()).toBe('');
  });

  it('forgets what was sent, even where its answer comes while the person looks at another tab', async () => {
    let answer = (): void => undefined;
    const delivered = new Promise<void>((resolve) => (answer = resolve));
    const host = await open(estimated(), undefined, {
      'run.ask': async () => {
        await delivered;
        return { ok: true, value: { runId: RUN } };
      },
    });
    type(box(), 'How high?');
    await press('Ask');
    await acted(() => host.view({ ...TAB, tabId: 8, url: 'https://other.example/', title: 'Other' }));
    await acted(answer);
    await acted(() => host.view(TAB));
    expect(box()?.value).toBe('');
  });

  const follows = (host: Awaited<ReturnType<typeof open>>) => host.requests.filter(({ type }) => type === 'run.follow');
  const end = (host: Awaited<ReturnType<typeof open>>, ...drafts: readonly FrameDraft[]): Promise<void> =>
    acted(() => host.emit({ type: 'frames', runId: RUN, frames: frames(...OPENING, ...drafts) }));

  it('queues the next question while a run goes on, and asks it once that is done', async () => {
    const host = await open(estimated(), OPENING);
    type(box(), 'How high?');
    await key(box(), { key: 'Enter' });
    expect(find('.chips')?.textContent).toBe('Next: How high?');
    expect(box()?.value).toBe('');
    type(box(), 'A second one'); // one at a time
    await key(box(), { key: 'Enter' });
    expect(box()?.value).toBe('A second one');
    expect(alert()).toContain('already waiting');
    expect(follows(host)).toEqual([]);
    await end(host, say.reply('x'), say.answer('x'));
    expect(follows(host)).toMatchObject([{ goal: 'How high?' }]);
    expect(box()?.value).toBe('A second one');
    expect(find('.chips')).toBeNull();
  });

  it('gives the words of a queued question back where the run failed, or on a press', async () => {
    const host = await open(estimated(), OPENING);
    for (const word of ['How high?', 'How deep?']) {
      type(box(), word);
      await key(box(), { key: 'Enter' });
      expect(box()?.value).toBe('');
      if (word === 'How deep?') break;
      await press('Remove the next question');
      expect(box()?.value).toBe(word);
    }
    type(box(), 'And how old?');
    await end(host, say.error('model.odd', 'm', 'c'));
    expect(follows(host)).toEqual([]);
    expect(box()?.value).toBe('How deep?\nAnd how old?');
    expect(find('.chips')).toBeNull();
  });

  it('gives the tabs of a queued question back with its words, beside those chosen since', async () => {
    const host = await open(estimated(), OPENING);
    const tabs = ['Moon', 'Harbour'].map((title, i) => ({ tabId: 11 + i, title, url: `https://${title}.example/` }));
    await acted(() => host.tabs({ tabs, hidden: 0 }));
    type(box(), '@moo');
    await key(box(), { key: 'Enter' });
    type(box(), 'How high?');
    await key(box(), { key: 'Enter' });
    expect(find('.chips')?.textContent).toBe('Next: How high?');
    type(box(), '@har');
    await key(box(), { key: 'Enter' });
    await press('Remove the next question');
    expect(box()?.value).toBe('How high?');
    expect([...page().querySelectorAll('.chips li')].map((chip) => chip.textContent)).toEqual(['Harbour', 'Moon']);
  });

  it('costs nothing without a model', async () => {
    await open(estimated({ ask: { ...ESTIMATE.ask, metered: false } }));
    expect(page().textContent).toContain('Questions are free');
  });
});
