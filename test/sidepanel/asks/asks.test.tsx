import { act } from 'react';
import { describe, expect, it } from 'vitest';
import type { FrameDraft } from '../../../src/lib/agent/frames/stamp.ts';
import { SKIPPED } from '../../../src/lib/agent/frames/control-frames.ts';
import { acted } from '../kit/acted.ts';
import { card, decided, link, sent } from './asks-kit.ts';
import { asked, estimated, frames, RUN, say } from '../kit/script.ts';
import { alert, button, find, key, open, page, press, pressedAt, restart, status, type } from '../kit/stand.tsx';
import { fold } from '../../kit/base/jsdom.ts';

/** When whoever looks has seen what is there now. */
const soon = (): number => performance.now() + 400;
const listHosts = (): readonly string[] =>
  [...page().querySelectorAll('.asking-body .host')].map((one) => one.textContent);

describe('a question of the model', () => {
  const QUESTION = decided(say.ask('question', '2/question', 'Which **[one](https://evil.example)**?\n# Now\u202E'));
  const field = (): HTMLTextAreaElement | null => find('.asking textarea') as HTMLTextAreaElement | null;

  it('stands there as text, with the focus where the answer goes', async () => {
    await open(estimated(), QUESTION);
    expect(status()).toBe('Needs your answer');
    expect(card()?.getAttribute('role')).toBe('group');
    expect(document.getElementById(card()?.getAttribute('aria-labelledby') ?? '')?.textContent).toBe(
      'The assistant has a question',
    );
    expect(card()?.querySelector('.said')?.textContent).toBe('Which **[one](https://evil.example)**?\n# Now\\u202E');
    expect(card()?.querySelector('a, strong')).toBeNull();
    expect(document.activeElement).toBe(field());
    expect(find('progress')).toBeNull();
  });

  it('takes the answer on Enter, not while an input method composes, and not twice', async () => {
    const host = await open(estimated(), QUESTION);
    type(field(), 'The second.\n');
    await key(field(), { key: 'Enter', isComposing: true });
    await key(field(), { key: 'Enter', shiftKey: true });
    expect(sent(host, 'run.answer')).toEqual([]);
    await key(field(), { key: 'Enter' });
    await key(field(), { key: 'Enter' });
    expect(sent(host, 'run.answer')).toMatchObject([{ runId: RUN, ask: '2/question', text: 'The second.' }]);
    const answered = frames(...QUESTION, say.control({ control: 'answer', ask: '2/question', text: 'The second.' }));
    act(() => host.emit({ type: 'frames', runId: RUN, frames: answered }));
    expect(card()).toBeNull();
    expect(page().textContent).toMatch(/Asked: Which[^]*You: The second\./);
  });

  it('can be sent again when it could not be delivered', async () => {
    const error = { code: 'worker.silent', message: 'No answer.', hint: 'Try again.' };
    const host = await open(estimated(), QUESTION, { 'run.answer': () => ({ ok: false, error }) });
    type(field(), 'Yes');
    await press('Send');
    expect(alert()).toContain('No answer.');
    await press('Send');
    expect(sent(host, 'run.answer')).toHaveLength(2);
  });

  it('can be skipped, by Escape too while nothing is typed: the run goes on', async () => {
    const skipped = [{ runId: RUN, ask: '2/question', text: SKIPPED }];
    const host = await open(estimated(), QUESTION);
    type(field(), 'The sec');
    await key(field(), { key: 'Escape' });
    expect(sent(host, 'run.answer')).toEqual([]);
    type(field(), '');
    await key(field(), { key: 'Escape' });
    await key(field(), { key: 'Escape' });
    expect(sent(host, 'run.answer')).toMatchObject(skipped);
    const answered = frames(...QUESTION, say.control({ control: 'answer', ask: '2/question', text: SKIPPED }));
    await acted(() => host.emit({ type: 'frames', runId: RUN, frames: answered }));
    expect(page().textContent).toMatch(/Asked: Which[^]*You skipped it/);
    expect(page().textContent).not.toContain(SKIPPED);
    restart();
    const other = await open(estimated(), QUESTION);
    await pressedAt('Skip', soon());
    expect(sent(other, 'run.answer')).toMatchObject(skipped);
    expect([...sent(host, 'run.cancel'), ...sent(other, 'run.cancel')]).toEqual([]);
    expect(button('Stop')).toBeDefined();
  });
});

describe('a call that needs a yes', () => {
  it('is drawn from its arguments: the host, the whole address, nothing hidden', async () => {
    const url = 'https://xn--pple-43d.example/\u202Egnp.exe?a=\u200B1';
    await open(estimated(), decided(link(url)));
    expect(status()).toBe('Needs your approval');
    expect(card()?.querySelector('h2')?.textContent).toBe('Open this address in a new tab?');
    expect(card()?.querySelector('.host')?.textContent).toBe('xn--pple-43d.example');
    expect(card()?.querySelector('code')?.textContent).toBe('https://xn--pple-43d.example/\\u202Egnp.exe?a=\\u200B1');
    expect(card()?.querySelector('.reason')?.textContent).toBe('Why: The person wants [this](https://good.example).');
    expect(card()?.querySelector('a')).toBeNull();
  });

  it('is declined by Escape in its card, and not taken back by a second one', async () => {
    const host = await open(estimated(), decided(link('https://a.example/')));
    await key(card(), { key: 'Escape', isComposing: true }); // an input method's own
    expect(sent(host, 'run.decline')).toEqual([]);
    for (const each of card()?.querySelectorAll('button') ?? []) await key(each, { key: 'Escape' });
    expect([sent(host, 'run.decline').length, sent(host, 'run.cancel').length]).toEqual([1, 0]);
  });

  it('shows where a letter look-alike leads, and refuses to call a disguise an address', async () => {
    const asks = decided(
      link('https://\u0430pple.example'),
      link('https://bank.example@evil.example/', 1),
      link('javascript:alert(1)', 2),
    );
    const host = await open(estimated(), asks);
    expect(find('.asking .host')?.textContent).toBe('xn--pple-43d.example');
    const declined: FrameDraft[] = [...asks];
    for (const n of [0, 1]) {
      declined.push(say.control({ control: 'decline', ask: `2.${String(n)}/link` }));
      await acted(() => host.emit({ type: 'frames', runId: RUN, frames: frames(...declined) }));
      expect(find('.asking .host')).toBeNull();
      expect(find('.asking .warn')).not.toBeNull();
    }
  });

  it('shows every argument of a tool it has no words for', async () => {
    await open(
      estimated(),
      decided(say.ask('approval', '2.0/x', '', asked('send_mail', { to: 'a@b.example', body: { text: 'Hi\u0000' } }))),
    );
    expect(card()?.querySelector('h2')?.textContent).toBe('Allow send_mail?');
    expect(card()?.textContent).toContain('toa@b.example');
    expect(card()?.textContent).toContain('body{"text":"Hi\\\\u0000"}');
  });

  it('shows the host of any address in ASCII and in letters, whichever tool would be told it', async () => {
    const url = 'https://\u0430pple.example/?q=1';
    await open(estimated(), decided(say.ask('approval', '2.0/x', '', asked('read_url', { ref: url }))));
    expect([...page().querySelectorAll('.asking .host')].map((one) => one.textContent)).toEqual([
      'xn--pple-43d.example',
      '\u0430pple.example',
    ]);
  });

  it('shows a query to its end, with its spaces and line breaks named and its length', async () => {
    const query = `tide${' '.repeat(300)}secret\n\nword `;
    await open(estimated(), decided(say.ask('approval', '2.0/x', '', asked('search_web_for_info', { query }))));
    expect(card()?.querySelector('code')?.textContent).toBe('tide300 spacessecret2 line breaks\nwordspace');
    expect(card()?.textContent).toContain('317 characters');
  });

  it('takes no yes while the end of the call is under the fold', async () => {
    fold.hides = true;
    try {
      const host = await open(estimated(), decided(link('https://example.org/a')));
      await pressedAt('Allow once', soon());
      expect(sent(host, 'run.approve')).toEqual([]);
      await acted(() => fold.scroll());
      await pressedAt('Allow once', soon());
      expect(sent(host, 'run.approve')).toHaveLength(1);
    } finally {
      fold.hides = false;
    }
  });

  it('takes a deliberate yes for exactly this call', async () => {
    const before = performance.now();
    const host = await open(estimated(), decided(link('https://example.org/a')));
    await pressedAt('Allow once', before + 399);
    await pressedAt('Allow once', soon(), { detail: 2 });
    expect(sent(host, 'run.approve')).toEqual([]);
    await pressedAt('Allow once', soon());
    await pressedAt('Decline', soon());
    expect(sent(host, 'run.approve')).toMatchObject([{ runId: RUN, ask: '2.0/link', hash: 'a'.repeat(64) }]);
    expect(sent(host, 'run.decline')).toEqual([]);
  });

  it('takes a deliberate “always” where the call names one origin, and nowhere else', async () => {
    const grant = { tool: 'open_link', origin: 'https://example.org' };
    const ask = say.ask('approval', '2.0/link', '', asked('open_link', { url: 'https://example.org/a' }, '', grant));
    const before = performance.now();
    const host = await open(estimated(), decided(ask));
    await pressedAt('Always allow on this site', before + 399);
    expect(sent(host, 'run.approve')).toEqual([]);
    await pressedAt('Always allow on this site', soon());
    expect(sent(host, 'run.approve')).toMatchObject([{ ask: '2.0/link', hash: 'a'.repeat(64), always: true }]);
    expect(JSON.stringify(sent(host, 'run.approve'))).not.toContain('example.org');
  });

  it('offers no “always” for what can be allowed for once alone, or whose outcome is asked', async () => {
    await open(estimated(), decided(link('https://example.org/a')));
    expect(button('Always')).toBeUndefined();
    expect(button('Allow once')).toBeDefined();
  });

  it('says of an origin that is not encrypted that it is not', async () => {
    const grant = { tool: 'open_link', origin: 'http://example.org:81' };
    const call = asked('open_link', { url: 'http://example.org:81/a' }, '', grant);
    await open(estimated(), decided(say.ask('approval', '2.0/link', '', call)));
    expect(listHosts().at(-1)).toBe('http://example.org:81');
  });

  it('names the site of an “always” in what scrolls, where no name hides its end or the button', async () => {
    const origin = `https://${'xn--pple-43d.'.repeat(16)}example`;
    const call = asked('open_link', { url: `${origin}/a` }, '', { tool: 'open_link', origin });
    await open(estimated(), decided(say.ask('approval', '2.0/link', '', call)));
    const { host } = new URL(origin);
    expect(listHosts()).toEqual([host, expect.stringContaining('аpple'), host, expect.stringContaining('аpple')]);
    expect(find('.asking-buttons')?.textContent).not.toContain('example');
  });

  it('takes a no', async () => {
    const host = await open(estimated(), decided(link('https://example.org/a')));
    await pressedAt('Decline', soon());
    expect(sent(host, 'run.decline')).toMatchObject([{ ask: '2.0/link' }]);
  });

  it('takes no press meant for the card that stood there before', async () => {
    const both = decided(link('https://example.org/a'), link('https://evil.example/', 1));
    const host = await open(estimated(), both);
    expect(find('.asking .host')?.textContent).toBe('example.org');
    expect(card()?.textContent).toContain('1 more after this');
    const original = performance.now.bind(performance);
    const later = original() + 10_000;
    performance.now = () => later; // the first card has been there for long when it goes
    try {
      const gone = frames(...both, say.control({ control: 'decline', ask: '2.0/link' }));
      await acted(() => host.emit({ type: 'frames', runId: RUN, frames: gone }));
      expect(find('.asking .host')?.textContent).toBe('evil.example');
      await pressedAt('Allow once', later + 399);
      expect(sent(host, 'run.approve')).toEqual([]);
      await pressedAt('Allow once', later + 400);
      expect(sent(host, 'run.approve')).toMatchObject([{ ask: '2.1/link' }]);
    } finally {
      performance.now = original;
    }
  });

  it('asks what became of a call that was cut', async () => {
    const cut = [
      ...decided(),
      say.toolCall('open_link', '2.0/link', { url: 'https://example.org/a' }),
      say.control({ control: 'resume', lost: [] }),
      link('https://example.org/a', 0, 'outcome'),
    ];
    const host = await open(estimated(), cut);
    expect(card()?.querySelector('h2')?.textContent).toBe('Did this go through?');
    expect(card()?.textContent).toContain('Open a link');
    expect(status()).toBe('Needs your answer');
    expect(find('.steps.now')).toBeNull();
    await key(card(), { key: 'Escape' });
    expect([...sent(host, 'run.cancel'), ...sent(host, 'run.outcome')]).toEqual([]);
    await pressedAt('It didn’t. Do it now', soon());
    expect(sent(host, 'run.outcome')).toMatchObject([{ ask: '2.0/link', happened: false }]);
    expect(button('Allow once')).toBeUndefined();
  });

  it('goes when the run is stopped', async () => {
    await open(estimated(), [...decided(link('https://example.org/a')), say.control({ control: 'cancel' })]);
    expect(card()).toBeNull();
    expect(status()).toBe('Stopped');
  });
});
