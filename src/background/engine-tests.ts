/** Tests search engines with a fixed query, nothing of the user's, and estimates a web question's cost. */
import { dropTypedKey, createKeyRedactor, type KeyName } from '../chrome/storage/keys.ts';
import { loadSettings } from '../chrome/storage/settings.ts';
import type { JobEstimate } from '../lib/agent/loop/job.ts';
import type { EngineConfig, EngineHealth, SearchEngine } from '../lib/agent/ports.ts';
import { bindCallees, type GetCallee } from '../lib/agent/state/model-roles.ts';
import type { Limits } from '../lib/agent/frames/spec.ts';
import { UserFacingError, toUserError } from '../lib/base/errors.ts';
import { formatEngineLabel } from '../lib/pipeline/engines/engine-info.ts';
import type { Replies } from '../lib/protocol/requests/requests.ts';
import { hasLanguageModel } from '../lib/protocol/settings/defaults.ts';
import type { WebOutlook } from '../lib/protocol/requests/web.ts';
import { createRunConfig, type GetModel } from './models.ts';
import { addOpinion } from '../lib/jobs/estimate.ts';

export interface SearchService {
  /** `key`: name of a typed key; '' for the saved one. Rejects with a `UserFacingError`. */
  readonly testEngine: (config: EngineConfig, key: string, signal: AbortSignal) => Promise<Replies['search.test']>;
  readonly estimateSearch: () => Promise<WebOutlook>;
}

type EstimateJob = (getCallee: GetCallee, limits: Limits) => JobEstimate;

export interface SearchServiceDeps {
  readonly createEngine: (config: EngineConfig, key: KeyName) => SearchEngine;
  readonly health: Pick<EngineHealth, 'markAnswered'>;
  readonly getModel: GetModel;
  readonly estimate: EstimateJob;
  readonly estimateReanswer: EstimateJob;
  readonly estimateChat: EstimateJob;
  readonly canReadPages: () => Promise<boolean>;
  /** A BCP 47 tag. */
  readonly getLanguage: () => string;
}

/** A query with results in every engine and language. */
const TEST_QUERY = 'Wikipedia';
const TEST_RESULTS = 10;
/** In UTF-16 units. */
const MAX_TITLE = 200;

export function createSearchService(deps: SearchServiceDeps): SearchService {
  const { createEngine, health, getModel } = deps;

  async function runEngineTest(
    config: EngineConfig,
    key: KeyName,
    signal: AbortSignal,
  ): Promise<Replies['search.test']> {
    const engine = createEngine(config, key);
    const censor = await createKeyRedactor(engine.origin, key);
    try {
      const hits = await engine.search(
        { words: TEST_QUERY, count: TEST_RESULTS, language: deps.getLanguage() },
        signal,
      );
      health.markAnswered(JSON.stringify(config)); // clears the engine's pause after failures
      return { count: hits.length, first: censor(hits[0]?.title ?? '').slice(0, MAX_TITLE) };
    } catch (thrown) {
      const { code, message, hint } = toUserError(thrown);
      throw new UserFacingError({ code, message: censor(message), hint: censor(hint) }, { cause: thrown });
    }
  }

  return {
    async testEngine(config, key, signal) {
      try {
        return await runEngineTest(config, key === '' ? 'saved' : key, signal);
      } finally {
        await dropTypedKey(key);
      }
    },
    async estimateSearch() {
      const settings = await loadSettings();
      const { models, limits, search, secondOpinion } = createRunConfig(settings, getModel);
      const getCallee = bindCallees(models, getModel);
      return {
        estimate: addOpinion(deps.estimate(getCallee, limits), getCallee, secondOpinion),
        again: addOpinion(deps.estimateReanswer(getCallee, limits), getCallee, secondOpinion),
        chat: hasLanguageModel(settings) ? deps.estimateChat(getCallee, limits) : null,
        engines: search.map(formatEngineLabel),
        pages: await deps.canReadPages(),
      };
    },
  };
}
