import { afterEach, describe, expect, it, vi } from 'vitest';
import { createStatusFailure } from '../../../src/lib/models/http/status-failures.ts';
import { parseErrorBody } from '../../../src/lib/models/http/error-body.ts';
import { PROTOCOLS } from '../../../src/lib/models/adapters.ts';
import { entry, listed, TUTOR } from '../kit/agent-frames.ts';
import { acted } from '../kit/acted.ts';
import { estimated, frames, OPENING, RUN, say, TAB } from '../kit/script.ts';
import { button, find, open, page, press } from '../kit/stand.tsx';

afterEach(() => vi.restoreAllMocks());

/** As Ollama refuses an extension that it has not been told of. */
const REFUSED = createStatusFailure(
  { status: 403, headers: {}, serverMessage: parseErrorBody('') },
  {
    protocol: PROTOCOLS.ollama,
    endpoint: 'http://localhost:11434',
    model: 'llama3.2',
    extensionOrigin: 'chrome-extension://abcdefghijklmnop/',
    now: 0,
  },
);
const FAILED = [...OPENING, say.reply('', 'answer', 'failed'), say.error(REFUSED.code, REFUSED.message, REFUSED.hint)];

it('is told to screen readers once, not again whenever its tab is in view', async () => {
  const host = await open(estimated(), FAILED);
  expect(find('.error')?.role).toBe('alert');
  const look = (tabId: number) =>
    acted(() => {
      host.view({ ...TAB, tabId });
      host.emit({ type: 'tab', tabId, runId: tabId === TAB.tabId ? RUN : null, pinned: false });
      host.emit({ type: 'frames', runId: RUN, frames: frames(...FAILED) });
    });
  await look(8);
  await look(TAB.tabId);
  expect(find('.error')?.role).toBe('group');
});

describe('an error with a command as its cure', () => {
  it.each([
    ['MacIntel', 'launchctl setenv', /systemctl|setx|macOS:/],
    ['Win32', 'setx', /systemctl|launchctl|Windows:/],
    ['Linux x86_64', 'systemctl restart ollama', /launchctl|setx|Linux:/],
  ])('shows what fits %s, each command in a block, without backticks', async (platform, own, foreign) => {
    vi.spyOn(navigator, 'platform', 'get').mockReturnValue(platform);
    await open(estimated(), FAILED);
    const commands = Array.from(page().querySelectorAll('[role=alert] .command code'), (code) => code.textContent);
    expect(commands.join('\n')).toContain(own);
    expect(commands.join('\n')).toContain('chrome-extension://abcdefghijklmnop');
    expect(find('[role=alert]')?.textContent).not.toMatch(foreign);
    expect(find('[role=alert]')?.textContent).not.toContain('`');
  });

  it('copies a command by its own button', async () => {
    vi.spyOn(navigator, 'platform', 'get').mockReturnValue('Win32');
    const host = await open(estimated(), FAILED);
    const command = find('[role=alert] .command code')?.textContent ?? '';
    await press(`Copy ${command}`);
    expect(host.did).toContain(`copy ${command}`);
    expect(find('[role=alert] .command')?.textContent).toContain('Copied');
  });
});

describe('what needs a language model where none is set up', () => {
  const ERRORS = [
    ['agent.no-model', 'This agent needs a language model.'],
    ['model.only-quotes', 'It writes nothing of its own.'],
  ] as const;

  it.each(ERRORS)('ends as %s with the button that helps, and none that does not', async (code, message) => {
    const host = await open(estimated(), [...OPENING, say.error(code, message, '')], {}, { hasModel: false });
    expect(find('[role=alert] .accent')?.textContent).toBe('Connect a model');
    expect([...page().querySelectorAll('button')].map((each) => each.textContent)).not.toContain('Try again');
    await press('Connect a model');
    expect(host.did).toContain('settings');
  });

  it('can be tried again, too, where the browser’s translator may have what it lacked', async () => {
    const error = say.error('model.no-language-pair', 'Not these two.', '');
    await open(estimated(), [...OPENING, error], {}, { hasModel: false });
    expect(find('[role=alert] .accent')?.textContent).toBe('Connect a model');
    expect(button('Try again')?.className).not.toContain('accent');
  });

  it('is tried again first once a model is there', async () => {
    await open(estimated(), [...OPENING, say.error('agent.no-model', 'It needs a language model.', '')]);
    expect(button('Connect a model')).toBeUndefined();
    expect(button('Try again')?.className).toContain('accent');
  });

  it('is not offered for a selection; a model is', async () => {
    const presets = [{ id: 'limerick', title: 'Limerick', prompt: 'As a limerick, please.' }];
    const host = await open(estimated(), undefined, {}, { hasModel: false, presets });
    await press('Add or start');
    expect(button('Explain selection')).toBeDefined();
    for (const name of ['Simplify', 'Translate', 'Limerick']) expect(button(name)).toBeUndefined();
    await press('Connect a model for more…');
    expect(host.did).toContain('settings');
  });

  it('offers no agent', async () => {
    await open(estimated(), undefined, { 'agents.list': () => listed(entry(TUTOR)) }, { hasModel: false });
    await press('Add or start');
    expect(button('Agent: ')).toBeUndefined();
    expect(button('Connect a model for more…')).toBeDefined();
  });
});
