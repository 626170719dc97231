/** The papers of the package, and that a build depends on the commit alone. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Ajv from 'ajv';
import { describe, expect, onTestFinished, test } from 'vitest';
import pkg from '../../../package.json' with { type: 'json' };
import { npm, ROOT } from '../../../scripts/lib/setup.mjs';
import { BILL_SCHEMA } from '../../kit/product/bill-schema.ts';
import { launch, STORE_BUILD } from '../kit/harness.ts';
import { listFiles } from './package-scan.ts';
import { openSettings } from '../kit/reader.ts';

interface Listed {
  readonly group?: string;
  readonly name: string;
  readonly version?: string;
  readonly components?: readonly Listed[];
}

const read = (file: string): string => readFileSync(join(STORE_BUILD, file), 'utf8');
const bill = JSON.parse(read('sbom.cdx.json')) as { readonly components: readonly Listed[] };

describe('the papers of the package', () => {
  test('hold our licence, and the notices of every package that is shipped [R11.13]', () => {
    expect(read('LICENSE.txt')).toBe(readFileSync(join(ROOT, 'LICENSE'), 'utf8'));
    const notices = read('licences.txt');
    const shipped = bill.components.map(({ group, name }) => (group === undefined ? name : `${group}/${name}`));
    // what the product imports is in the bundles; what comes with it is found there too
    expect(shipped).toEqual(expect.arrayContaining(Object.keys(pkg.dependencies)));
    expect(shipped).toEqual(expect.arrayContaining(['scheduler', 'micromark', '@tesseract.js-data/eng', 'rolldown']));
    for (const [i, name] of shipped.entries())
      expect(notices).toContain(`\n${name} ${bill.components[i]?.version ?? ''} (`);
    for (const part of bill.components.flatMap(({ components }) => components ?? []))
      expect(notices).toContain(`\n${part.name} (`);
    expect(notices).toMatch(/Apache License\n\s+Version 2\.0[^]+END OF TERMS AND CONDITIONS/);
    expect(notices).toContain('Copyright (c) 2011, Chris Umbel'); // in a list of stop words, which minifying strips
  });

  test('hold a bill of materials that is one by the standard', () => {
    const check = new Ajv({ strict: false, allErrors: true }).compile(BILL_SCHEMA);
    check(bill);
    expect(check.errors).toBeNull();
  });

  test('are shown by the settings, with the version', async () => {
    const x = await launch();
    onTestFinished(() => x.close());
    const options = await openSettings(x, 'about');
    const about = options.getByRole('region', { name: 'About' });
    await about.getByText(`KnowledgeLens ${pkg.version}`).waitFor();
    const opened = options.context().waitForEvent('page');
    await about.getByRole('link', { name: 'Licences of the software it contains' }).click();
    const notices = await opened;
    await notices.getByText('pdfjs-dist').first().waitFor();
    expect(notices.url()).toBe(x.url('licences.txt'));
    expect(await x.problems()).toEqual([]);
  });
});

test('two builds of one commit are the same bytes, wherever, in whatever time zone and language [R11.13]', () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'another place '));
  onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }));
  const left = new Set(['node_modules', 'dist-store', '.git', 'docs', 'test'].map((name) => join(ROOT, name)));
  cpSync(ROOT, elsewhere, { recursive: true, filter: (path) => !left.has(path) });
  symlinkSync(join(ROOT, 'node_modules'), join(elsewhere, 'node_modules'), 'junction');
  const [program, ...args] = npm();
  const { status, stdout, stderr } = spawnSync(program, [...args, 'run', '--silent', 'build'], {
    cwd: elsewhere,
    encoding: 'utf8',
    shell: program.endsWith('.cmd'),
    env: { ...process.env, TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
    timeout: 120_000,
  });
  expect(status, `${stdout}\n${stderr}`).toBe(0);
  const built = join(elsewhere, 'dist-store');
  expect(listFiles(built).toSorted()).toEqual(listFiles(STORE_BUILD).toSorted());
  const differing = listFiles(STORE_BUILD).filter(
    (file) => !readFileSync(join(built, file)).equals(readFileSync(join(STORE_BUILD, file))),
  );
  expect(differing).toEqual([]);
}, 150_000);
