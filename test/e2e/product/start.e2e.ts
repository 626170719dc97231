/** `npm start` without a display: the command a newcomer types first. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../../../scripts/lib/setup.mjs';

interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function start(...args: readonly string[]): Promise<Run> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(ROOT, 'scripts/start.mjs'), '--headless', ...args], (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

async function file(name: string, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'knowledgelens-start-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, name), text);
  return join(folder, name);
}

describe('npm start', () => {
  test('prints the summary of the sample article, the steps and the receipt', async () => {
    const { code, out, err } = await start();
    expect(err).toBe('');
    expect(out).toMatch(/• \S/);
    expect(out).toMatch(/✓ .*Read/);
    expect(out).toMatch(/this run [1-9]\d* in, [1-9]\d* out/);
    expect(out).toContain('Built-in engine');
    expect(code).toBe(0);
  });

  test('takes a file with a space in its name', async () => {
    const sentences = ['Otters', 'Herons', 'Beavers', 'Voles'].map(
      (who) =>
        `<p>${who} came back to the river Lune after the weir at Halton was taken down in the spring of 2019.</p>`,
    );
    const { code, out } = await start(
      await file('my page.html', `<title>River</title><h1>River</h1>${sentences.join('')}`),
    );
    expect(out).toMatch(/(Otters|Herons|Beavers|Voles) came back/);
    expect(code).toBe(0);
  });

  test('says what is wrong with a page that holds nothing, and fails', async () => {
    const { code, err } = await start(await file('empty.html', '<title>Nothing</title>'));
    expect(err.trim()).not.toBe('');
    expect(code).toBe(1);
  });

  test.each([
    ['nothing.html', /neither an address .* nor a file/],
    ['http://127.0.0.1:1/', /cannot be opened|ERR_/],
  ])('refuses %s with a reason', async (argument, reason) => {
    const { code, err } = await start(argument);
    expect(err).toMatch(reason);
    expect(code).toBe(1);
  });
});
