import { afterEach, describe, expect, it, vi } from 'vitest';
import { createStatusFailure } from '../../src/lib/models/http/status-failures.ts';
import { parseErrorBody } from '../../src/lib/models/http/error-body.ts';
import { PROTOCOLS } from '../../src/lib/models/adapters.ts';
import { estimated, OPENING, say } from './script.ts';
import { find, open, page, press } from './stand.tsx';

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

describe('an error with a command as its cure', () => {
  it.each([
    ['MacIntel', 'launchctl setenv', /systemctl|setx|macOS:/],
    ['Win32', 'setx', /systemctl|launchctl|Windows:/],
    ['Linux x86_64', 'systemctl edit', /launchctl|setx|Linux:/],
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
