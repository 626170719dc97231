/** Grants of approvals. An “always” takes tool and origin from the stored question, not the page (SAFETY D7). */
import { addGrant } from '../chrome/storage/grants.ts';
import type { Grant } from '../lib/agent/frames/frames.ts';
import type { FrameStore } from '../lib/agent/storage-ports.ts';
import { listOpenAsks } from '../lib/agent/state/sub-agents.ts';
import { foldAll } from '../lib/agent/state/fold.ts';

/** Returns null if the question does not exist or cannot be granted. */
export async function grantAlways(store: FrameStore, runId: string, ask: string, hash: string): Promise<Grant | null> {
  const asks = listOpenAsks(foldAll(await store.load(runId)));
  const question = asks.find((one) => one.key === ask && one.form === 'approval' && one.call?.hash === hash);
  const grant = question?.call?.grant ?? null;
  if (grant) await addGrant(grant);
  return grant;
}
