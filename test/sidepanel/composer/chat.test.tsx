/** Chat without a page: where it is offered, what is sent, and what it needs. */
import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import type { FrameDraft } from '../../../src/lib/agent/frames/stamp.ts';
import type { Reply } from '../../../src/lib/protocol/requests/requests.ts';
import { acted } from '../kit/acted.ts';
import { termsIn, wishIn } from '../../kit/runs/spec.ts';
import { estimated, OPENING, say, SPEC, TAB, type Known, type ScriptedHost } from '../kit/script.ts';
import { button, find, key, open, page, press, type } from '../kit/stand.tsx';
import { OUTLOOK } from '../kit/web-frames.ts';

const UNREADABLE = { ok: false, error: { code: 'page.browser-page', message: 'No.', hint: '' } } as const;
const CHAT = [say.invoked({ job: 'chat', goal: 'Why?' })];
const FOLLOWED = say.control({
  control: 'follow',
  request: { ...wishIn(SPEC), job: 'ask', goal: 'What is here?' },
  config: termsIn(SPEC),
});
const ANSWERED = [...CHAT, say.answer('Because.')];
const box = (): HTMLTextAreaElement | null => find('#ask-field') as HTMLTextAreaElement | null;
const answers = { 'web.outlook': (): Reply<'web.outlook'> => ({ ok: true, value: OUTLOOK }) };
const show = (reply: Reply<'page.estimate'> = UNREADABLE, run?: readonly FrameDraft[], known: Known = {}) =>
  open(reply, run, answers, known);
const sent = (host: ScriptedHost, name: string) => host.requests.filter((request) => request.type === name);
const ask = async (text: string): Promise<void> => {
  type(box(), text);
  await key(box(), { key: 'Enter' });
};
const alertOf = () => find('.ask [role=alert]')?.textContent;
/** Beside a tab that goes to a page with another reply. */
async function showTurning(first: Reply<'page.estimate'>) {
  let now = first;
  const host = await open(first, undefined, { ...answers, 'page.estimate': () => now });
  const turn = (reply: Reply<'page.estimate'>): Promise<void> => {
    now = reply;
    return acted(() => host.view({ ...TAB, url: 'https://other.example/' }));
  };
  return { host, turn };
}
const PLAIN = { job: 'chat', tabId: TAB.tabId, also: [], selection: null, pictures: [], sources: null };

describe('a chat without a page', () => {
  it('is what a page offers that cannot be read, with its price', async () => {
    const host = await show();
    expect(box()?.placeholder).toBe('Ask the model…');
    expect(find('.calm')?.textContent).toContain(
      'You can still ask the model, ask the web, or add a file or a picture.',
    );
    expect(find('.cost')?.textContent).toContain('≈ 600 tokens');
    await ask('Why?');
    expect(sent(host, 'run.ask')).toMatchObject([{ ...PLAIN, goal: 'Why?' }]);
  });

  it('is chosen beside a page that can be read, by the menu or a slash, and put away again', async () => {
    const host = await show(estimated());
    type(box(), '/without');
    await key(box(), { key: 'Enter' });
    expect(find('.chips')?.textContent).toBe('Without the page');
    expect(box()?.placeholder).toBe('Ask the model…');
    await press('Ask about this page');
    expect(box()?.placeholder).toBe('Ask about this page…');
    type(box(), '/without');
    await key(box(), { key: 'Enter' });
    await ask('Why?');
    expect(sent(host, 'run.ask')).toMatchObject([PLAIN]);
    expect((await axe.run(page())).violations).toEqual([]);
  });

  it('is the web where the person turns that on', async () => {
    const host = await show();
    await press('Web');
    await ask('Why?');
    expect(sent(host, 'run.ask')).toMatchObject([{ job: 'research' }]);
  });

  it('goes on in its conversation, and stays a chat when the tab shows a page again', async () => {
    const looked: { now: Reply<'page.estimate'> } = { now: UNREADABLE };
    const host = await open(looked.now, ANSWERED, { ...answers, 'page.estimate': () => looked.now });
    expect(box()?.placeholder).toBe('Continue the conversation…');
    await ask('And then?');
    expect(sent(host, 'run.follow')).toMatchObject([{ ...PLAIN, goal: 'And then?' }]);
    looked.now = estimated();
    await acted(() => host.view({ ...TAB, url: 'https://other.example/' }));
    expect(find('.chips')?.textContent).toBe('Without the page');
  });

  it('stays one in a panel that is opened anew beside a page, until the person asks about that', async () => {
    const host = await show(estimated(), ANSWERED);
    expect([box()?.placeholder, find('.chips')?.textContent]).toEqual([
      'Continue the conversation…',
      'Without the page',
    ]);
    await press('Web');
    await press('Web');
    expect(box()?.placeholder).toBe('Continue the conversation…');
    await press('Ask about this page');
    expect(box()?.placeholder).toBe('Ask a follow-up…');
    await press('Web');
    await press('Web');
    await ask('And then?');
    expect(sent(host, 'run.follow')).toMatchObject([{ ...PLAIN, goal: 'And then?' }]);
  });

  it('asks about the page once the last question did', async () => {
    await show(estimated(), [...ANSWERED, FOLLOWED, say.answer('A moon.')]);
    expect([box()?.placeholder, find('.chips')]).toEqual(['Ask a follow-up…', null]);
  });

  it('does not become a question about a page that appears while it is typed', async () => {
    const { host, turn } = await showTurning(UNREADABLE);
    type(box(), 'Why');
    await turn(estimated());
    expect(find('.chips')?.textContent).toBe('Without the page');
    await ask('Why?');
    expect(sent(host, 'run.ask')).toMatchObject([{ ...PLAIN, goal: 'Why?' }]);
  });

  it('does not take a question that was typed for a page, which says why it stays', async () => {
    const { host, turn } = await showTurning(estimated());
    type(box(), 'Why');
    await turn(UNREADABLE);
    await ask('Why here?');
    expect([box()?.value, alertOf()]).toEqual(['Why here?', 'Not asked. This page can’t be read.']);
    expect(sent(host, 'run.ask')).toEqual([]);
    await acted(() => type(box(), ''));
    expect([box()?.placeholder, alertOf()]).toEqual(['Ask the model…', undefined]);
  });

  it.each(['page.no-access', 'page.timeout'])('is open where %s can be cured, whose card says so', async (code) => {
    const host = await show({ ok: false, error: { code, message: 'No.', hint: '' } });
    expect([box()?.placeholder, find('.chips')]).toEqual(['Ask the model…', null]);
    expect(find('.calm')?.textContent).toContain('You can still ask the model');
    await ask('Why?');
    expect(sent(host, 'run.ask')).toMatchObject([{ ...PLAIN, goal: 'Why?' }]);
  });

  it('is not assumed where the extension itself fails, but a slash starts one', async () => {
    await show({ ok: false, error: { code: 'worker.silent', message: 'No.', hint: '' } });
    expect(box()?.placeholder).toBe('This page can’t be read.');
    type(box(), '/without');
    await key(box(), { key: 'Enter' });
    expect(box()?.placeholder).toBe('Ask the model…');
  });

  it('is not what a page without access offers while there is no model', async () => {
    const error = { code: 'page.no-access', message: 'No.', hint: '' };
    const host = await show({ ok: false, error }, undefined, { hasModel: false });
    expect(find('.calm')?.textContent).toContain('You can still ask the web');
    await ask('Why?');
    expect([box()?.value, alertOf()]).toEqual(['Why?', 'Not asked. Allow access to ask about this page.']);
    type(box(), '/summ');
    await key(box(), { key: 'Enter' });
    expect([box()?.value, alertOf()]).toEqual(['/summ', 'Allow access to ask about this page.']);
    expect(host.requests.filter(({ type: name }) => name.startsWith('run.'))).toEqual([]);
  });

  it('keeps its words if the model is gone', async () => {
    const host = await show(estimated(), ANSWERED, { hasModel: false });
    expect(find('.ask')?.textContent).toContain('A question without a page needs a language model.');
    await ask('And then?');
    expect(sent(host, 'run.follow')).toEqual([]);
  });

  it('does not take the place of a conversation about a page, whose access was lost', async () => {
    await show(UNREADABLE, [...OPENING, say.reply('x'), say.answer('x')]);
    expect(box()?.placeholder).toBe('This page can’t be read.');
  });

  it('needs a model, which a button connects', async () => {
    const host = await show(UNREADABLE, undefined, { hasModel: false });
    expect(button('Ask without the page')).toBeUndefined();
    expect(find('.ask')?.textContent).toContain('A question without a page needs a language model.');
    expect(page().textContent).toContain('You can still ask the web, or add a file or a picture.');
    await acted(() => find('.ask .choosing button')?.click());
    expect(host.did).toContain('settings');
  });
});

it('an answer of a chat has no line of quotes, and shows no page', async () => {
  await show(UNREADABLE, [...CHAT, say.answer('Because.', 'From the model’s own knowledge.')]);
  expect(find('.present')?.textContent).toContain('Without a page');
  expect(find('.present')?.textContent).toContain('From the model’s own knowledge');
  expect(find('.quotes')).toBeNull();
  expect(find('.source')).toBeNull();
  expect(find('.calm')).toBeNull();
});
