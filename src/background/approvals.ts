/**
 * What a person’s yes grants. The one rule: tool and origin of an “always” come from the question as the run stored it; the
 * page that brings the yes says no more than that it is one (SAFETY D7).
 */
import { addGrant, loadGrants } from '../chrome/grants.ts';
import { loadSettings } from '../chrome/settings.ts';
import type { Grant, JobName, RunTerms } from '../lib/agent/frames.ts';
import { ENGINES } from '../lib/agent/policy.ts';
import type { FrameStore } from '../lib/agent/ports.ts';
import { asksOf, foldAll } from '../lib/agent/state.ts';
import type { Keeping } from './agents.ts';
import { termsFrom, type ModelFor } from './models.ts';

/** The terms of a run that begins, or is tried again, now. */
export async function currentTerms(modelFor: ModelFor, agents: Pick<Keeping, 'callable'>): Promise<RunTerms> {
  const [settings, callable, grants] = await Promise.all([loadSettings(), agents.callable(), loadGrants()]);
  return { ...termsFrom(settings, modelFor, callable), grants };
}

/** What pressing “Search” allows: the run that it starts, and no other, asks the person's engines unasked. */
const SEARCHING: Grant = { tool: 'search_web_for_info', origin: ENGINES };

/** The terms of a run that does that job. What the press allows is kept nowhere but in the run. */
export function termsFor(job: JobName, terms: RunTerms): RunTerms {
  return job === 'research' ? { ...terms, grants: [...terms.grants, SEARCHING] } : terms;
}

/** Keeps what “always” to that question grants, and says what that is; null where there is no such question, or it cannot. */
export async function grantAlways(store: FrameStore, runId: string, ask: string, hash: string): Promise<Grant | null> {
  const asks = asksOf(foldAll(await store.load(runId)));
  const open = asks.find((one) => one.key === ask && one.form === 'approval' && one.call?.hash === hash);
  const grant = open?.call?.grant ?? null;
  if (grant) await addGrant(grant);
  return grant;
}
