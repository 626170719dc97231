/**
 * What the settings and the panel want to know of the web before anything is asked of it: whether an engine answers, also one
 * that is not saved yet, and what a question would take. The one rule: a test sends the words below, and nothing of the person's.
 */
import { dropTypedKey, keyCensor, type KeyName } from '../chrome/keys.ts';
import { loadSettings } from '../chrome/settings.ts';
import type { JobEstimate } from '../lib/agent/job.ts';
import type { EngineConfig, EngineHealth, SearchEngine } from '../lib/agent/ports.ts';
import { modelForPurpose, type Callee, type Purpose } from '../lib/agent/roles.ts';
import type { Limits } from '../lib/agent/spec.ts';
import { TroubleError, troubleOf } from '../lib/base/errors.ts';
import { estimateAgents } from '../lib/jobs/agents-estimate.ts';
import { labelOf } from '../lib/pipeline/web/engines.ts';
import type { Replies } from '../lib/protocol/messages.ts';
import type { WebOutlook } from '../lib/protocol/search.ts';
import { termsFrom, type ModelFor } from './models.ts';

export interface Searching {
  /** `key`: the name of one that was typed, '' for the saved one. Rejects with a `TroubleError`. */
  readonly test: (config: EngineConfig, key: string, signal: AbortSignal) => Promise<Replies['search.test']>;
  /** Sends nothing anywhere. */
  readonly outlook: () => Promise<WebOutlook>;
}

type Estimating = (calleeFor: (purpose: Purpose) => Callee, limits: Pick<Limits, 'maxSteps'>) => JobEstimate;

export interface SearchingDeps {
  /** An engine that asks with that key, and answers nothing from memory. */
  readonly engineFor: (config: EngineConfig, key: KeyName) => SearchEngine;
  readonly health: Pick<EngineHealth, 'answered'>;
  readonly modelFor: ModelFor;
  readonly estimate: Estimating;
  /** Of an answer once more from sources that were found. */
  readonly estimateAgain: Estimating;
  /** Most tokens that one invocation of an agent may take; 0 where none can be called. */
  readonly largestAgent: () => Promise<number>;
  /** Whether pages of the web may be read. */
  readonly mayRead: () => Promise<boolean>;
  /** Of the person, a BCP 47 tag. */
  readonly language: () => string;
}

/** Every engine finds something for it, in every language. */
const WORDS = 'Wikipedia';
const COUNT = 10;
/** Longest title that is shown, in UTF-16 units. */
const TITLE = 200;

export function createSearching(deps: SearchingDeps): Searching {
  const { engineFor, health, modelFor } = deps;

  async function tested(config: EngineConfig, key: KeyName, signal: AbortSignal): Promise<Replies['search.test']> {
    const engine = engineFor(config, key);
    const censor = await keyCensor(engine.origin, key);
    try {
      const hits = await engine.search({ words: WORDS, count: COUNT, language: deps.language() }, signal);
      health.answered(JSON.stringify(config)); // it need not rest any longer
      return { count: hits.length, first: censor(hits[0]?.title ?? '').slice(0, TITLE) };
    } catch (thrown) {
      const { code, message, cure } = troubleOf(thrown);
      throw new TroubleError({ code, message: censor(message), cure: censor(cure) }, { cause: thrown });
    }
  }

  return {
    test: (config, key, signal) => tested(config, key === '' ? 'saved' : key, signal).finally(() => dropTypedKey(key)),
    async outlook() {
      const settings = await loadSettings();
      const { models, limits, search } = termsFrom(settings, modelFor);
      const calleeFor = (purpose: Purpose): Callee => modelForPurpose(purpose, models, modelFor);
      return {
        estimate: deps.estimate(calleeFor, limits),
        again: deps.estimateAgain(calleeFor, limits),
        agents: estimateAgents(await deps.largestAgent(), calleeFor('decide').model, limits),
        engines: search.map(labelOf),
        pages: await deps.mayRead(),
        budget: settings.tokenBudget,
      };
    },
  };
}
