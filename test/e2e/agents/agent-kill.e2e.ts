/**
 * It finishes, also when the model decides: a run of five steps with tools, cut after each of its commits and in the middle
 * of each model call, with no page of the extension open. Every run goes on by itself and ends the same.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentReply, goalOf } from '../../kit/models/model-server-agent.ts';
import { gate, type Gate } from '../../kit/models/model-server-replies.ts';
import { startModelServer, type ModelServer } from '../../kit/models/model-server.ts';
import { startSite, type Site } from '../../kit/pages/site.ts';
import {
  answerIn,
  over,
  askOn,
  CALLS,
  decided,
  fiveSteps,
  framesIn,
  framesOf,
  GOAL,
  openTabs,
  ownPanelPage,
} from '../kit/asking.ts';
import { until } from '../kit/behind.ts';
import { freezeAt, frozen } from '../kit/freeze.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { useServer } from '../kit/reader.ts';

let x: Harness;
let site: Site;
let server: ModelServer;

beforeAll(async () => {
  [x, site, server] = await Promise.all([launch(), startSite(), startModelServer(() => agentReply(fiveSteps))]);
  await useServer(x, server, { contextTokens: 128_000 });
  await x.grantHost('http://localhost/*');
});
afterAll(() => Promise.all([x.close(), site.close(), server.close()]));

const MINUTES = 180_000;

test(
  'cut after each commit and in the middle of each call, with no page open: the same answer every time, and nothing twice',
  async () => {
    let panel: Page = await ownPanelPage(x);
    const [tab = -1] = await openTabs(panel, [site.page('long-read')]);
    await askOn(panel, tab, 'undisturbed');
    await until(async () => over(await framesOf(panel, 'undisturbed')), 'the undisturbed run to end', 60_000);
    const whole = await framesOf(panel, 'undisturbed');
    const answer = answerIn(whole);
    expect(answer).toMatch(/^Nine painters.*Fingerprint [0-9a-f]{12}\.$/);
    expect(whole.filter((frame) => frame.kind === 'plan').map((frame) => frame.step)).toEqual([1, 2, 3, 4, 5]);
    expect(server.calls).toHaveLength(CALLS);

    // the run that stands still at its first commit begins last: it holds up the list of runs
    const commits = Object.keys(await x.storage.get('session')).flatMap(
      (key) => /^run\/undisturbed\/(\d+)$/.exec(key)?.[1] ?? [],
    );
    expect(commits.length).toBeGreaterThan(10);
    const cuts = commits
      .map((seq) => `at-${seq}-x`)
      .toSorted((a, b) => Number.parseInt(b.slice(3)) - Number.parseInt(a.slice(3)));
    const mids = Array.from({ length: CALLS }, (_, call) => `mid-${call}`);
    const gates = new Map<string, Gate>(mids.map((run) => [run, gate()]));
    server.respond((exchange) => {
      const run = / \((mid-\d)\)$/.exec(goalOf(exchange))?.[1] ?? '';
      const held = run === `mid-${decided(exchange)}` ? gates.get(run) : undefined;
      gates.delete(held ? run : '');
      return agentReply(fiveSteps, held ? { before: { 2: held.pass } } : {});
    });
    const reached = [...gates.values()].map(({ reached: event }) => event);
    const held = [...gates.values()];

    await freezeAt(x, /^run\/at-(\d+)-x\/\1 /);
    const runs = [...mids, ...cuts];
    const tabs = await openTabs(
      panel,
      runs.map((run) => `${site.page('long-read')}#${run}`),
    );
    for (const [i, run] of runs.entries()) {
      // a run that stands still at its first commit never acknowledges
      const asked = askOn(panel, tabs[i] ?? -1, run, run.startsWith('mid') ? `${GOAL} (${run})` : GOAL);
      if (run === 'at-0-x') asked.catch(() => undefined);
      else await asked;
    }
    await Promise.all(reached);
    await until(async () => (await frozen(x)) === cuts.length, 'every run to stand still', 60_000);
    const before = server.calls.length;
    await panel.close();
    expect(await x.killWorker()).toBe(true);
    for (const { release } of held) release();

    await until(() => Promise.resolve(server.calls.length > before), 'the next worker', 60_000);
    const ended = async (): Promise<boolean> => {
      const cells = await x.storage.get('session');
      return runs.every((run) => over(framesIn(cells, run)));
    };
    await until(ended, 'every run to end', 90_000);
    const cells = await x.storage.get('session');
    for (const run of runs) {
      const frames = framesIn(cells, run);
      expect([run, answerIn(frames)]).toEqual([run, answer]);
      const settled = frames.flatMap((frame) => (frame.kind === 'tool.result' && frame.final ? [frame.key] : []));
      expect([run, new Set(settled).size]).toEqual([run, settled.length]);
      const lost = frames.filter((frame) => frame.kind === 'usage' && frame.source === 'lost').length;
      // a reply outlives the worker: what was cut in its middle asks and pays nothing again
      expect([run, lost]).toEqual([run, run.startsWith('mid') ? 0 : expect.toSatisfy((n: number) => n <= 1)]);
    }
    for (const run of mids)
      expect([run, server.calls.filter((exchange) => goalOf(exchange).endsWith(`(${run})`)).length]).toEqual([
        run,
        CALLS,
      ]);
    // each run that was cut after a commit asks at most one call again
    expect(server.calls.length).toBeLessThanOrEqual(CALLS * (runs.length + 1) + runs.length);
    panel = await ownPanelPage(x);
    await panel.close();
  },
  2 * MINUTES,
);

test('no error was left behind', async () => {
  expect((await x.problems()).filter((problem) => !problem.includes('No SW'))).toEqual([]);
});
