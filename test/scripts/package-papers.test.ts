import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findNotices } from '../../scripts/package/components.ts';
import { composePapers, listCopiedPackages } from '../../scripts/package/plugin.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'papers '));
  writeFileSync(join(root, 'LICENSE'), 'Our own');
  cpSync('scripts/package/texts', join(root, 'scripts/package/texts'), { recursive: true });
  install('tesseract.js-core', { licence: 'Apache-2.0', version: '7.0.0', text: 'The whole Apache licence' });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

interface Installed {
  readonly licence?: string;
  readonly version?: string;
  readonly text?: string;
  readonly code?: string;
}

/** Makes a package in the project; returns its file. */
function install(name: string, { licence, version = '1.0.0', text, code = '' }: Installed): string {
  const folder = join(root, 'node_modules', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version, license: licence }));
  if (text !== undefined) writeFileSync(join(folder, 'LICENSE'), text);
  const file = join(folder, 'index.js');
  writeFileSync(file, code);
  return file;
}

const papersOf = (files: Readonly<Record<string, readonly string[]>>) =>
  composePapers(root, new Map(Object.entries(files).map(([name, used]) => [`node_modules/${name}`, new Set(used)])));

describe('the papers of a package', () => {
  test('print each licence once, beneath everyone it belongs to', () => {
    install('one', { licence: 'MIT', text: 'Do as you like.' });
    install('@of/two', { licence: 'MIT', text: 'Do as you like.\r\n' });
    const { 'licences.txt': notices = '' } = papersOf({ one: [], '@of/two': [] });
    expect(notices).toContain('@of/two 1.0.0 (MIT)\none 1.0.0 (MIT)\n\nDo as you like.\n');
    expect(notices.split('Do as you like.')).toHaveLength(2);
  });

  test('keep the notices that stand in the files of a package', () => {
    const file = install('lists', {
      licence: 'MIT',
      text: 'MIT',
      code: '/*\n * Copyright (c) 2011, A. Writer\n * All of it.\n */\nexport const words = [];',
    });
    const { 'licences.txt': notices } = papersOf({ lists: [file] });
    expect(notices).toContain('lists 1.0.0 (MIT)\n\nCopyright (c) 2011, A. Writer\nAll of it.\n');
    expect(findNotices('/* says what it does */ f(); /* Licensed under ISC */')).toEqual(['Licensed under ISC']);
  });

  test('have the whole Apache licence for a package that only points to it', () => {
    install('short', { licence: 'Apache-2.0', text: 'You may obtain a copy at …' });
    expect(papersOf({ short: [] })['licences.txt']).toContain('short 1.0.0 (Apache-2.0)\n\nThe whole Apache licence');
  });

  test('name the work of others inside a package', () => {
    const { 'licences.txt': notices, 'sbom.cdx.json': bill = '' } = papersOf({ 'tesseract.js-core': [] });
    expect(notices).toContain('Leptonica (BSD-2-Clause), inside tesseract.js-core');
    expect(notices).toContain('in part on the work of the Independent JPEG Group');
    expect(bill).toContain('"bom-ref": "pkg:npm/tesseract.js-core@7.0.0#libtiff"');
  });

  test.each([
    ['no licence text', 'bare', { licence: 'MIT' }, 'bare is in the package without a licence text'],
    ['no licence', 'silent', { text: 'Hello' }, 'silent names no licence'],
    [
      'another version than was looked at',
      'tesseract.js-core',
      { licence: 'MIT', text: 'x', version: '8.0.0' },
      'this is 8.0.0',
    ],
  ])('fail the build for a package with %s, and say what to do', (_, name, installed, message) => {
    install(name, installed);
    expect(() => papersOf({ [name]: [] })).toThrow(message);
    expect(() => papersOf({ [name]: [] })).toThrow('scripts/package/parts.ts');
  });

  test('fail the build for a licence deep inside a package that nobody listed', () => {
    const file = install('maps', { licence: 'MIT', text: 'MIT' });
    const folder = join(file, '../data/old');
    mkdirSync(folder, { recursive: true });
    expect(() => papersOf({ maps: [] })).not.toThrow();
    writeFileSync(join(folder, 'LICENSE_FONT'), 'Adobe');
    expect(() => papersOf({ maps: [] })).toThrow('maps/data/old/LICENSE_FONT');
    expect(() => papersOf({ maps: [] })).toThrow('scripts/package/parts.ts');
  });

  test('have the notice that Adobe wants beside its character maps', () => {
    const { 'licences.txt': notices } = composePapers(process.cwd(), new Map([['node_modules/pdfjs-dist', new Set()]]));
    expect(notices).toContain('Copyright 1990-2009 Adobe Systems Incorporated.');
    expect(notices).toContain('inside pdfjs-dist');
  });

  test('fail the build for a copied file that comes from no listed package', () => {
    mkdirSync(join(root, 'public/icons'), { recursive: true });
    writeFileSync(join(root, 'public/icons/16.png'), '');
    expect(listCopiedPackages(join(root, 'public'))).toEqual([]);
    writeFileSync(join(root, 'public/font.woff2'), '');
    expect(() => listCopiedPackages(join(root, 'public'))).toThrow('public/font.woff2');
  });

  test('are the same whatever the order in which modules were met', () => {
    const names = ['b', 'a', '@z/c', 'Ä', 'tesseract.js-core'];
    const files = Object.fromEntries(
      names.map((name) => {
        const code = `/* Copyright ${name} */`;
        return [name, [install(name, { licence: 'MIT', text: name, code, version: '7.0.0' })]];
      }),
    );
    const expected = papersOf(files);
    fc.assert(
      fc.property(fc.shuffledSubarray(names, { minLength: names.length }), fc.boolean(), (order, twice) => {
        const used = order.map((name) => [`node_modules/${name}`, new Set(files[name])] as const);
        // a package that was copied from and bundled is met by two paths
        const again = used.map(([folder, some]) => [join(root, folder), some] as const);
        expect(composePapers(root, new Map(twice ? [...used, ...again] : used))).toEqual(expected);
      }),
      { numRuns: 20 },
    );
  });
});
