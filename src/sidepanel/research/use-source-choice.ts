/** Local until the user asks for an answer from these sources. */
import { useMemo, useState } from 'react';
import type { SourceChoice } from '../../lib/agent/frames/frames.ts';
import type { AgentState } from '../../lib/agent/store/run-state.ts';
import { MAX_CHOSEN_SOURCES } from '../../lib/protocol/search.ts';
import { getLatestSourceChoice } from '../../lib/toolbox/web/web-artifacts.ts';
import { compareSourceChoice, getUse, applyUse, type ChoiceDifference, type Use } from './search-rows.ts';

export interface StagedChoice extends ChoiceDifference {
  readonly choice: SourceChoice;
  readonly getUse: (url: string) => Use;
  readonly change: (url: string, use: Use) => void;
  /** '' for none. */
  readonly lastChanged: string;
}

export function useStagedChoice(state: AgentState): StagedChoice {
  const before = getLatestSourceChoice(state);
  const [changed, setChanged] = useState<{ readonly choice: SourceChoice; readonly last: string } | null>(null);
  const choice = changed?.choice ?? before;
  const { differs, matters } = useMemo(() => compareSourceChoice(choice, state), [choice, state]);
  return {
    choice,
    differs,
    matters,
    lastChanged: differs ? (changed?.last ?? '') : '',
    getUse: (url) => getUse(url, choice),
    change(url, use) {
      const next = applyUse(choice, url, use);
      if (next.pinned.length <= MAX_CHOSEN_SOURCES && next.banned.length <= MAX_CHOSEN_SOURCES)
        setChanged({ choice: next, last: url });
    },
  };
}
