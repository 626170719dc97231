import { describe, expect, it } from 'vitest';
import type { CheckLine, ProbeReport } from '../../src/lib/protocol/requests/model.ts';
import type { Reply } from '../../src/lib/protocol/requests/requests.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../src/lib/protocol/settings/settings.ts';
import { entryOf } from '../kit/settings.ts';
import { acted } from '../sidepanel/acted.ts';
import { SERVER, type World } from './host.ts';
import { accessibilityFaults, alert, choice, field, open, page, press, type } from './page.ts';

const ENDPOINT = 'https://api.openai.com/v1';
const [ENTRY = entryOf()] = SERVER.models;
const changed = (change: object): Settings => ({ ...SERVER, models: [{ ...ENTRY, ...change }] });
const CANDIDATE = {
  ...{ provider: 'openai-compatible', endpoint: ENDPOINT, model: 'gpt-4o-mini' },
  ...{ key: null, contextTokens: 8192, keepAlive: 5 },
};

/** The page with the editor of its one model open. */
async function edit(world: World = {}) {
  const scripted = await open(world);
  await press('Edit server:gpt-4o-mini');
  return scripted;
}

/** A world in which a test finds that. */
function report(ok: boolean, lines: readonly Partial<CheckLine>[], found: ProbeReport['found'] = {}): World {
  const checks = lines.map((line) => ({
    ...({ name: 'reply', state: 'fine', detail: '', hint: '' } as const),
    ...line,
  }));
  return { tested: { ok: true, value: { ok, checks, found } } };
}

describe('“Will it work?”', () => {
  it('tests what is typed, and shows each check with its state in words and the cure', async () => {
    const { did } = await edit(
      report(false, [
        { name: 'address', detail: 'It is one.' },
        { name: 'window', state: 'limited', detail: 'Small.' },
        { name: 'speed', state: 'unknown', detail: 'Nobody knows.' },
        { name: 'key', state: 'bad', detail: 'Refused with 401.', hint: 'Run `ollama pull x` and try again.' },
      ]),
    );
    await press('Will it work?');
    expect(did).toEqual([
      ['ask', ENDPOINT],
      ['test', CANDIDATE],
    ]);
    expect(alert()).toContain('It will not work yet.');
    const lines = [...page.querySelectorAll('.test li')].map((li) => li.textContent);
    expect(lines).toHaveLength(4);
    expect(lines[1]).toContain('Context window limited');
    expect(lines[2]).toContain('Speed not known');
    expect(lines[3]).toContain('Key problem');
    await press('Copy ollama pull x');
    expect(did.at(-1)).toEqual(['copy', 'ollama pull x']);
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('tests a key that is not saved yet', async () => {
    const { did } = await edit(report(true, []));
    await type('API key', 'sk-new');
    await press('Will it work?');
    expect(did.at(-1)).toEqual(['test', { ...CANDIDATE, key: 'sk-new' }]);
    expect(page.textContent).toContain('It will work.');
  });

  it('says when it will work with limits', async () => {
    await edit(report(true, [{ name: 'tools', state: 'limited' }]));
    await press('Will it work?');
    expect(page.textContent).toContain('It will work, with limits.');
  });

  it('puts what was found into the fields, and saves it when nothing else has changed', async () => {
    const found = { toolCalling: 'json', contextTokens: 4096 } as const;
    const { did } = await edit(report(true, [], found));
    await press('Will it work?');
    expect(did.at(-1)).toEqual(['settings', changed(found)]);
    expect(choice('Tool calls').value).toBe('json');
    expect(page.textContent).toContain('Set by the test, and saved: tool calls in JSON, 4,096 tokens.');
  });

  it('saves nothing of what was found while something else is not saved', async () => {
    const { did } = await edit(report(true, [], { pictures: true }));
    await type('Name', 'mine');
    await press('Will it work?');
    expect(did.at(-1)?.[0]).toBe('test');
    expect(field('It can be shown pictures').checked).toBe(true);
    expect(page.textContent).toContain('Set by the test: sees pictures.');
  });

  it('can be waited for no longer', async () => {
    const { did } = await edit();
    await press('Will it work?');
    expect(page.querySelector('progress')).not.toBeNull();
    await press('Stop waiting');
    expect(did.at(-1)).toEqual(['stop']); // it costs tokens as long as it runs
    expect(page.querySelector('progress')).toBeNull();
    await press('Will it work?'); // at once, again
    expect(did.filter(([what]) => what === 'test')).toHaveLength(2);
  });

  it('ignores the answer about a model that is no longer in the field', async () => {
    let answer: (reply: NonNullable<World['tested']>) => void = () => undefined;
    const scripted = await edit();
    Object.assign(scripted.host, { test: () => new Promise((resolve) => (answer = resolve)) });
    await press('Will it work?');
    await type('Model', 'another');
    await acted(() => answer({ ok: true, value: { ok: true, checks: [], found: { contextTokens: 9999 } } }));
    expect(page.textContent).not.toContain('It will work.');
    expect(field('Context window').value).toBe('8192');
  });

  it.each([
    ['changed', changed({ keepAlive: 9 })],
    ['removed', DEFAULT_SETTINGS],
  ])('does not undo what another window %s while it ran', async (_, theirs) => {
    let answer: (reply: Reply<'model.test'>) => void = () => undefined;
    const tested = new Promise<Reply<'model.test'>>((resolve) => (answer = resolve));
    const { did, changeSettings } = await edit({ tested });
    await press('Will it work?');
    await acted(() => changeSettings(theirs));
    await acted(() => answer({ ok: true, value: { ok: true, checks: [], found: { toolCalling: 'json' } } }));
    expect(did.filter(([what]) => what === 'settings')).toEqual([]);
    expect(page.textContent).not.toContain('and saved');
  });
});
