/** The parts of `npm start` and `npm test` that decide something without a browser. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { findBrowser } from '../../scripts/lib/browser.mjs';
import { tabInFront, type TargetInfo } from '../../scripts/lib/chrome.mjs';
import { continuation, settled } from '../../scripts/lib/panel-reader.mjs';
import { fileFor } from '../../scripts/lib/serve.mjs';
import { checkNode } from '../../scripts/lib/setup.mjs';
import { countReport, tail, type VitestReport } from '../../scripts/lib/stages.mjs';

describe('counting a test report', () => {
  const suite = (statuses: readonly string[], status = statuses.includes('failed') ? 'failed' : 'passed') => ({
    name: 'a.test.ts',
    status,
    assertionResults: statuses.map((s, i) => ({ status: s, fullName: `test ${i}`, failureMessages: ['because'] })),
  });
  const report = (...testResults: VitestReport['testResults']): VitestReport => ({
    success: testResults.every((s) => s.status === 'passed'),
    numPassedTests: testResults.flatMap((s) => s.assertionResults).filter((t) => t.status === 'passed').length,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults,
  });

  test('counts every test', () => {
    const outcome = countReport(report(suite(['passed', 'passed']), suite(['passed', 'failed'])), 1, '');
    expect(outcome).toMatchObject({ passed: 3, failed: 1 });
    expect(outcome.details).toEqual(['a.test.ts › test 1\nbecause']);
  });
  test('counts a file that cannot be loaded as a failure', () => {
    expect(countReport(report(suite(['passed']), suite([], 'failed')), 1, '')).toMatchObject({ passed: 1, failed: 1 });
  });
  test('counts a stray rejection, which belongs to no test, as a failure', () => {
    const outcome = countReport(report(suite(['passed'])), 1, 'Unhandled Rejection: oh');
    expect(outcome).toMatchObject({ passed: 1, failed: 1, details: ['Unhandled Rejection: oh'] });
  });
  test('says that a test took too long, which the report itself does not', () => {
    const late = { status: 'failed', fullName: 'late', failureMessages: ['Error: STACK_TRACE_ERROR\n  at a'] };
    const outcome = countReport(report({ ...suite([], 'failed'), assertionResults: [late] }), 1, '');
    expect(outcome.details).toEqual(['a.test.ts › late\nThe test took longer than its time-out.\n  at a']);
  });
  test('does not pass when no test ran', () => {
    expect(countReport(report(), 0, '')).toMatchObject({ passed: 0, failed: 1, details: ['No test ran.'] });
  });
  test('shows the end of a long output, bounded', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), fc.integer({ min: 1, max: 100 }), (text, limit) => {
        expect(tail(text, limit).length).toBeLessThanOrEqual(limit + 2);
      }),
    );
  });
});

describe('printing a summary that grows', () => {
  test('writes an append-only text exactly once, however it arrives', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z \n]{0,12}$/), { minLength: 1 }), (chunks) => {
        let text = '';
        let printed = '';
        let out = '';
        const show = (ended: boolean): void => {
          const next = settled(text, ended);
          const fresh = continuation(printed, next);
          if (fresh !== '') [out, printed] = [out + fresh, next];
        };
        for (const chunk of chunks) {
          text += chunk;
          show(false);
        }
        show(true);
        expect(out).toBe(text);
      }),
    );
  });
  test('shows everything again when an earlier line was rewritten', () => {
    expect(continuation('one\n', 'uno\ntwo')).toContain('uno\ntwo');
  });
});

describe('serving a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'knowledgelens-serve-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'ä page.html'), '');
  writeFileSync(join(folder, '.secret'), '');

  test('finds a file by its encoded name', () => {
    expect(fileFor(folder, '/%C3%A4%20page.html?x#y')).toBe(join(folder, 'ä page.html'));
  });
  test('never leaves the folder and never shows what is hidden', () => {
    expect(fileFor(folder, '/.secret')).toBeNull();
    const part = fc.constantFrom('..', '.', '%2e%2e', '%2F', '%5C', '\\', '/', 'etc', 'passwd', '.secret', '%00', '%');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const file = fileFor(folder, `/${parts.join('/')}`);
        expect(file === null || file.startsWith(folder + sep)).toBe(true);
      }),
    );
  });
});

describe('finding what is needed', () => {
  test('refuses an old Node with the cure', () => {
    expect(() => checkNode('20.18.3')).toThrow(/20\.19 or later.*nodejs\.org/);
    expect(() => checkNode('18.20.0')).toThrow();
    for (const good of ['20.19.0', '22.12.0', '24.0.0']) expect(() => checkNode(good)).not.toThrow();
  });
  test('says so when the variable names no program', () => {
    expect(() => findBrowser({ CHROMIUM: '/nowhere/chromium' })).toThrow(/CHROMIUM=\/nowhere/);
  });
  test('clicks the tab in front, or none', () => {
    const tab = (targetId: string, tabActive: boolean, type = 'tab'): TargetInfo => ({
      ...{ targetId, type, url: 'http://a/', title: '', attached: false },
      embedderData: { tabActive },
    });
    expect(tabInFront([tab('1', false), tab('2', true), tab('3', true, 'page')], 'http://a/')).toBe('2');
    expect(() => tabInFront([tab('1', false)], 'http://a/')).toThrow(/found 0/);
    expect(() => tabInFront([tab('1', true), tab('2', true)], 'http://a/')).toThrow(/found 2/);
  });
});
