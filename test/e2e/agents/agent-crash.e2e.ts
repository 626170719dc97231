/** It finishes, also when the browser itself is killed: the next one goes on with the run and shows it, though its tab is gone. */
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { findBrowser } from '../../../scripts/lib/browser.mjs';
import { removeProfile, throwawayProfile } from '../../../scripts/lib/chrome.mjs';
import { agentReply } from '../../kit/models/model-server-agent.ts';
import { gate } from '../../kit/models/model-server-replies.ts';
import { startModelServer, type ModelServer } from '../../kit/models/model-server.ts';
import { startSite, type Site } from '../../kit/pages/site.ts';
import { answered, ask, CALLS, decided, fiveSteps, GOAL, openThread } from '../kit/asking.ts';
import { launch } from '../kit/harness.ts';
import { comes, openWithPanel, useServer } from '../kit/reader.ts';

let site: Site;
let server: ModelServer; // allows every origin: a crash may take the browser's own grant with it
// for each attempt: what the server was asked is counted, and a test that is repeated begins at none
beforeEach(async () => {
  [site, server] = await Promise.all([startSite(), startModelServer(() => undefined, { cors: true })]);
});
afterEach(() => Promise.all([site.close(), server.close()]));

test('killed in the middle of a decision, the run goes on in the next browser and ends the same [R6.2b]', async () => {
  const profile = await throwawayProfile(findBrowser() ?? '');
  onTestFinished(() => removeProfile(profile));
  const held = gate();
  server.respond((exchange) =>
    agentReply(fiveSteps, decided(exchange) === CALLS - 1 ? { before: { 1: held.pass } } : {}),
  );
  const first = await launch({ profile });
  onTestFinished(() => first.close());
  await useServer(first, server, { contextTokens: 128_000 });
  const { panel } = await openWithPanel(first, site.page('long-read'));
  await ask(panel, GOAL);
  await comes(panel, held.reached, 'the last decision');
  await first.crash();
  held.release();

  const second = await launch({ profile });
  onTestFinished(() => second.close());
  const { panel: next } = await openWithPanel(second, site.page('news'));
  await openThread(next);
  expect(await answered(next)).toMatch(/Nine painters.*Fingerprint [0-9a-f]{12}/s);
  await next
    .getByText(/after a restart/)
    .first()
    .waitFor();
  expect(server.calls).toHaveLength(CALLS + 1); // only the call that was cut was made again
}, 120_000);
