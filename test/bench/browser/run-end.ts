/** Whether a run has ended, as its summary in the session area says. */
import { unpackSummary } from '../../../src/lib/agent/store/packed-commit.ts';
import { until } from '../../e2e/kit/behind.ts';
import type { RawPage } from '../../e2e/kit/raw.ts';

/** `panel`: a page of the extension. Throws an error that names `what` when the run fails, or takes over 90 s. */
export function waitForEnd(panel: RawPage, runId: string, what: string): Promise<void> {
  const key = `run/${runId}/head`;
  const hasEnded = async (): Promise<boolean> => {
    const found = await panel.evaluate((name: string) => chrome.storage.session.get(name), key);
    const summary = unpackSummary(runId, found[key]);
    if (summary?.status === 'failed') throw new Error(`Failed: ${what}.`);
    return summary?.status === 'done';
  };
  return until(hasEnded, `${what} to end`, 90_000);
}
