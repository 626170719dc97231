import { act } from 'react';
import { describe, expect, it } from 'vitest';
import type { CheckLine, ProbeReport } from '../../src/lib/protocol/requests/model.ts';
import type { Reply } from '../../src/lib/protocol/requests/requests.ts';
import { DEFAULT_SETTINGS } from '../../src/lib/protocol/settings/defaults.ts';
import type { Settings } from '../../src/lib/protocol/settings/settings.ts';
import { entryOf } from '../kit/protocol/settings.ts';
import { acted } from '../sidepanel/kit/acted.ts';
import { SERVER, type World } from './host.ts';
import { accessibilityFaults, alert, button, choice, field, open, page, press, type } from './page.ts';

const ENDPOINT = 'https://api.openai.com/v1';
const [ENTRY = entryOf()] = SERVER.models;
const changed = (change: object): Settings => ({ ...SERVER, models: [{ ...ENTRY, ...change }] });
const CANDIDATE = {
  ...{ provider: 'openai-compatible', endpoint: ENDPOINT, model: 'gpt-4o-mini' },
  ...{ key: null, contextTokens: 8192, keepAlive: 5 },
};

const TEST = 'Test server:gpt-4o-mini';
const EDIT = 'Edit server:gpt-4o-mini';

/** A world in which a test finds that. */
function report(ok: boolean, lines: readonly Partial<CheckLine>[], found: ProbeReport['found'] = {}): World {
  const checks = lines.map((line) => ({
    ...({ name: 'reply', state: 'fine', detail: '', hint: '' } as const),
    ...line,
  }));
  return { tested: { ok: true, value: { ok, checks, found } } };
}

describe('the test of a model', () => {
  it('tests a saved model, and shows each check with its state in words and the cure', async () => {
    const { did } = await open(
      report(false, [
        { name: 'address', detail: 'It is one.' },
        { name: 'window', state: 'limited', detail: 'Small.' },
        { name: 'speed', state: 'unknown', detail: 'Nobody knows.' },
        { name: 'key', state: 'bad', detail: 'Refused with 401.', hint: 'Run `ollama pull x` and try again.' },
      ]),
    );
    await press(TEST);
    expect(did).toEqual([
      ['ask', ENDPOINT],
      ['test', CANDIDATE],
    ]);
    expect(alert()).toContain('Doesn’t work yet.');
    const lines = [...page.querySelectorAll('.test li')].map((li) => li.textContent);
    expect(lines).toHaveLength(4);
    expect(lines[0]).toContain('Context window limited');
    expect(lines[1]).toContain('Key problem');
    expect(lines[3]).toContain('Speed not known');
    expect([...page.querySelectorAll('.test details li')].map((li) => li.textContent)).toEqual(lines.slice(2));
    await press('Copy ollama pull x');
    expect(did.at(-1)).toEqual(['copy', 'ollama pull x']);
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('asks within the click itself, and says what a refusal means', async () => {
    const { did } = await open({ granted: false });
    act(() => {
      button(TEST)?.click();
      expect(did).toEqual([['ask', ENDPOINT]]);
    });
    await acted(() => undefined);
    expect(alert()).toContain('Permission wasn’t granted');
    expect(did).toHaveLength(1);
  });

  it('says why there is no result', async () => {
    await open({ tested: { ok: false, error: { code: 'x', message: 'It broke.', hint: 'Try again.' } } });
    await press(TEST);
    expect(alert()).toBe('It broke. Try again.');
  });

  it('follows each save, with the key just saved, and is gone to', async () => {
    const { did } = await open(report(true, [{ name: 'tools', state: 'limited' }]));
    await press(EDIT);
    expect(button(TEST)).toBeUndefined();
    await type('API key', 'sk-new');
    await press('Save');
    expect(did.map(([what]) => what)).toEqual(['ask', 'key', 'settings', 'test']);
    expect(did.at(-1)).toEqual(['test', CANDIDATE]);
    expect(page.textContent).toContain('Works, with limits.');
    expect(document.activeElement?.getAttribute('aria-label')).toBe(TEST);
  });

  it('saves what it finds, and says so once', async () => {
    const found = { toolCalling: 'json', contextTokens: 4096 } as const;
    const { did } = await open(report(true, [], found));
    await press(TEST);
    expect(did.at(-1)).toEqual(['settings', changed(found)]);
    expect(page.textContent).toContain('Detected and saved: uses tools (JSON mode), about 3,100 words at once.');
    await press(TEST);
    expect(did.filter(([what]) => what === 'settings')).toHaveLength(1);
    expect(page.textContent).not.toContain('Detected and saved');
    await press(EDIT);
    expect(choice('Tool calls').value).toBe('json');
  });

  it('can be waited for no longer', async () => {
    const { did } = await open();
    await press(TEST);
    expect(page.querySelector('progress')).not.toBeNull();
    await press('Stop waiting');
    expect(did.at(-1)).toEqual(['stop']); // it costs tokens as long as it runs
    expect(page.querySelector('progress')).toBeNull();
    expect(document.activeElement).toBe(button(TEST));
    await press(TEST); // at once, again
    expect(did.filter(([what]) => what === 'test')).toHaveLength(2);
  });

  it('stops when the model is edited: an answer that comes after changes nothing', async () => {
    let answer: (reply: Reply<'model.test'>) => void = () => undefined;
    const tested = new Promise<Reply<'model.test'>>((resolve) => (answer = resolve));
    const { did } = await open({ tested });
    await press(TEST);
    await press(EDIT);
    expect(did.at(-1)).toEqual(['stop']);
    await acted(() => answer({ ok: true, value: { ok: true, checks: [], found: { contextTokens: 9999 } } }));
    expect(page.textContent).not.toContain('It works.');
    expect(field('Context window').value).toBe('8192');
  });

  it.each([
    ['changed', changed({ keepAlive: 9 })],
    ['removed', DEFAULT_SETTINGS],
  ])('does not undo what another window %s while it ran', async (_, theirs) => {
    let answer: (reply: Reply<'model.test'>) => void = () => undefined;
    const tested = new Promise<Reply<'model.test'>>((resolve) => (answer = resolve));
    const { did, changeSettings } = await open({ tested });
    await press(TEST);
    await acted(() => changeSettings(theirs));
    await acted(() => answer({ ok: true, value: { ok: true, checks: [], found: { toolCalling: 'json' } } }));
    expect(did.filter(([what]) => what === 'settings')).toEqual([]);
    expect(page.textContent).not.toContain('and saved');
  });
});
