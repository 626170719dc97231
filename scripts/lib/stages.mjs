/**
 * Runs one stage of the tests as a child and says how it went: passed and failed counts, time, and what to show of it.
 * The rule: a stage never passes by saying nothing; no tests, no report or a broken one is a failure.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { npm, ROOT } from './setup.mjs';

const windows = process.platform === 'win32';
const children = new Set();

const folders = new Set();
let ending = false;

/** Ends every child with all that it started, and removes what the stages left; nothing starts after this. */
export async function endStages() {
  ending = true;
  const closed = [...children].map((child) => new Promise((resolve) => child.once('close', resolve)));
  for (const child of children) signalGroup(child, 'SIGTERM');
  const force = setTimeout(() => children.forEach((child) => signalGroup(child, 'SIGKILL')), 3_000);
  await Promise.all(closed);
  clearTimeout(force);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

function signalGroup(child, signal) {
  try {
    if (windows) child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // it ended by itself in the meantime
  }
}

/** For what runs beside something else, which must not wait for it. */
const LOW_PRIORITY = 10;

/** What it starts inherits it. Linux shares the processor among sessions first, and each child here begins one. */
function lowerPriority(pid) {
  setPriority(pid, LOW_PRIORITY);
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(LOW_PRIORITY));
  } catch {
    // not on this system
  }
}

/**
 * Runs a package script; resolves with its exit code and everything it printed, in order. `isBeside`: it takes what of the
 * processor others leave.
 */
function runScript(script, args, { env = {}, minutes, isBeside = false, onText = () => undefined }) {
  if (ending) return new Promise(() => undefined);
  const [program, ...first] = npm();
  const child = spawn(program, [...first, 'run', '--silent', script, '--', ...args], {
    cwd: ROOT,
    env: { ...process.env, npm_config_loglevel: 'error', NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: !windows, // a process group of its own, so that ending it ends its children
    shell: program.endsWith('.cmd'),
  });
  children.add(child);
  if (isBeside && child.pid) lowerPriority(child.pid);
  let output = '';
  const collect = (data) => {
    output += data;
    onText(data);
  };
  child.stdout.setEncoding('utf8').on('data', collect);
  child.stderr.setEncoding('utf8').on('data', collect);
  return new Promise((resolve) => {
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      signalGroup(child, 'SIGKILL');
    }, minutes * 60_000);
    const settle = (code) => {
      clearTimeout(timer);
      children.delete(child);
      if (ending) return; // stopped, which is neither a pass nor a failure
      resolve({ code, output: late ? `${output}\nStopped after ${minutes} minutes.` : output });
    };
    child.once('error', (e) => settle(`not started: ${e.message}`));
    child.once('close', settle);
  });
}

/** Last lines of a text, at most `limit` characters: errors stand at the end. */
export function tail(text, limit) {
  const plain = stripVTControlCharacters(text).trim();
  if (plain.length <= limit) return plain;
  const cut = plain.slice(-limit);
  return `… ${cut.slice(cut.indexOf('\n') + 1)}`;
}

/** First `limit` characters: a failure's message stands before its stack. */
function head(text, limit) {
  const plain = stripVTControlCharacters(text);
  return plain.length <= limit ? plain : `${plain.slice(0, limit)} …`;
}

async function timed(name, run) {
  const start = performance.now();
  const outcome = await run();
  return { name, seconds: (performance.now() - start) / 1000, ...outcome };
}

/** A stage that passes or fails as one: types, lint, a build. */
export function checkStage(name, script, { minutes = 10, isBeside = false } = {}) {
  return timed(name, async () => {
    const { code, output } = await runScript(script, [], { minutes, isBeside });
    const ok = code === 0;
    return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, details: ok ? [] : [tail(output, 5_000)] };
  });
}

/** A stage of vitest: every test counts. `args` narrow it, `onText` sees the human-readable report as it comes. */
export function vitestStage(name, script, { args = [], env = {}, minutes, onText } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'knowledgelens-report-'));
  const report = join(folder, 'report.json');
  folders.add(folder);
  return timed(name, async () => {
    try {
      const { code, output } = await runScript(
        script,
        [...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
        { env, minutes, onText },
      );
      return readReport(report, code, output);
    } finally {
      rmSync(folder, { recursive: true, force: true });
      folders.delete(folder);
    }
  });
}

/** The stage of deliberate holes: every hole counts, caught as passed and missed as failed. */
export function holesStage(name, script, { args, minutes, isBeside }) {
  const folder = mkdtempSync(join(tmpdir(), 'knowledgelens-report-'));
  const report = join(folder, 'holes.json');
  folders.add(folder);
  return timed(name, async () => {
    try {
      const { code, output } = await runScript(script, [...args, `--report=${report}`], { minutes, isBeside });
      return countHoles(report, code, output);
    } finally {
      rmSync(folder, { recursive: true, force: true });
      folders.delete(folder);
    }
  });
}

function countHoles(file, code, output) {
  let lines = [];
  try {
    lines = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // no report: said below
  }
  const missed = lines.filter(({ caught }) => !caught);
  if (lines.length === 0 || (missed.length === 0 && code !== 0))
    return { passed: 0, failed: 1, skipped: 0, details: [`No report (${code}).\n${tail(output, 5_000)}`] };
  const details = missed.map(({ name, why }) => `Nothing notices that the product ${name}.\n${head(why, 1_500)}`);
  return { passed: lines.length - missed.length, failed: missed.length, skipped: 0, details };
}

function readReport(file, code, output) {
  let report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, skipped: 0, details: [`No report (${code}).\n${tail(output, 5_000)}`] };
  }
  const outcome = countReport(report, code, output);
  return outcome.failed === 0 ? outcome : { ...outcome, details: told(output) ?? outcome.details };
}

/** What vitest itself tells a user of the failures, with differences and source lines; null when it told nothing. */
function told(output) {
  const plain = stripVTControlCharacters(output);
  const from = plain.search(/^⎯+ (?:Failed|Unhandled)/m);
  return from < 0 ? null : [head(plain.slice(from).trim(), 15_000)];
}

/** Why a test failed. Of a test that took too long the JSON report gives only where it was written, without a message. */
function reasons({ failureMessages = [] }) {
  return failureMessages.join('\n').replaceAll('Error: STACK_TRACE_ERROR', 'The test took longer than its time-out.');
}

/** Counts of vitest's JSON report. What fails without being a test (an import, a hook, a stray rejection) counts as one. */
export function countReport(report, code, output) {
  const details = [];
  let failed = 0;
  for (const suite of report.testResults) {
    const where = suite.name.replaceAll('\\', '/').replace(ROOT.replaceAll('\\', '/'), '');
    const broken = suite.assertionResults.filter((t) => t.status === 'failed');
    for (const test of broken) details.push(`${where} › ${test.fullName}\n${head(reasons(test), 1_500)}`);
    failed += broken.length;
    if (suite.status === 'failed' && broken.length === 0) {
      failed += 1;
      details.push(`${where}\n${head(suite.message ?? 'failed outside its tests', 1_500)}`);
    }
  }
  if (failed === 0 && (code !== 0 || !report.success)) {
    failed = 1;
    details.push(tail(output, 5_000));
  }
  if (report.numPassedTests + failed === 0) {
    failed = 1;
    details.push('No test ran.');
  }
  const skipped = report.numPendingTests + report.numTodoTests;
  return { passed: report.numPassedTests, failed, skipped, details };
}
