/** What a run was asked, told apart from the terms that it was asked on. */
import type { RunSpec, RunTerms, Wish } from '../../src/lib/agent/frames.ts';

export const termsIn = ({ models, limits, grants, search, agents, others }: RunTerms): RunTerms => ({
  models,
  limits,
  grants,
  search,
  agents,
  others,
});

export const wishIn = ({ job, goal, tabId, also, selection, pictures, language, sources, agent }: Wish): Wish => ({
  job,
  goal,
  tabId,
  also,
  selection,
  pictures,
  language,
  sources,
  agent,
});

export const wishAndTerms = (spec: RunSpec) => ({ wish: wishIn(spec), terms: termsIn(spec) });
