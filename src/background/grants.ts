/** Grants of approvals. An “always” takes tool and origin from the stored question, not the page (SAFETY D7). */
import { addGrant, loadGrants } from '../chrome/storage/grants.ts';
import { hasKey } from '../chrome/storage/keys.ts';
import { loadSettings } from '../chrome/storage/settings.ts';
import type { Grant, RunConfig } from '../lib/agent/frames/frames.ts';
import type { FrameStore } from '../lib/agent/storage-ports.ts';
import { listOpenAsks } from '../lib/agent/state/sub-agents.ts';
import { foldAll } from '../lib/agent/state/fold.ts';
import type { AgentStore } from './agents.ts';
import { createRunConfig, type GetModel } from './models.ts';

/** `main`: the id of the model that answers, if it is one of the settings'; '' for theirs. */
export async function loadCurrentConfig(
  getModel: GetModel,
  agents: Pick<AgentStore, 'loadCallable'>,
  main = '',
): Promise<RunConfig> {
  const [settings, callable, grants] = await Promise.all([loadSettings(), agents.loadCallable(), loadGrants()]);
  const chosen = settings.models.some(({ id }) => id === main) ? { ...settings, main } : settings;
  const addresses = settings.toolServers.map(({ address }) => address);
  const withKey = await Promise.all(addresses.map(hasKey));
  const keyed = new Set(addresses.filter((_, at) => withKey[at]));
  return { ...createRunConfig(chosen, getModel, callable, keyed), grants };
}

/** Returns null if the question does not exist or cannot be granted. */
export async function grantAlways(store: FrameStore, runId: string, ask: string, hash: string): Promise<Grant | null> {
  const asks = listOpenAsks(foldAll(await store.load(runId)));
  const question = asks.find((one) => one.key === ask && one.form === 'approval' && one.call?.hash === hash);
  const grant = question?.call?.grant ?? null;
  if (grant) await addGrant(grant);
  return grant;
}
