/** What a run was asked, told apart from the terms that it was asked on. */
import type { RunSpec, RunConfig, RunRequest } from '../../../src/lib/agent/frames/frames.ts';

export const termsIn = ({
  models,
  limits,
  grants,
  search,
  agents,
  others,
  private: isPrivate,
  style,
}: RunConfig): RunConfig => ({
  models,
  limits,
  grants,
  search,
  agents,
  others,
  private: isPrivate,
  ...(style && { style }),
});

export const wishIn = ({
  job,
  goal,
  tabId,
  also,
  selection,
  pictures,
  files = [],
  language,
  sources,
  agent,
  action,
}: RunRequest): RunRequest => ({
  job,
  goal,
  tabId,
  also,
  selection,
  pictures,
  files,
  language,
  sources,
  agent,
  action,
});

export const wishAndTerms = (spec: RunSpec) => ({ request: wishIn(spec), config: termsIn(spec) });
