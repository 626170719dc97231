/**
 * Which sources a person wants used or left out, before they ask for an answer from them. The one rule: it is theirs alone
 * until then, and starts from what the run was last told.
 */
import { useMemo, useState } from 'react';
import type { SourceChoice } from '../../lib/agent/frames.ts';
import type { AgentState } from '../../lib/agent/state.ts';
import { MAX_CHOSEN } from '../../lib/protocol/search.ts';
import { choiceOf } from '../../lib/toolbox/web.ts';
import { differenceTo, saidOf, withUse, type Difference, type Use } from '../searches.ts';

export interface Staged extends Difference {
  readonly choice: SourceChoice;
  readonly saidOf: (url: string) => Use;
  readonly change: (url: string, use: Use) => void;
  /** The source that was changed last: what came of it is said there. '' for none. */
  readonly last: string;
}

export function useStaged(state: AgentState): Staged {
  const before = choiceOf(state);
  const [changed, setChanged] = useState<{ readonly choice: SourceChoice; readonly last: string } | null>(null);
  const choice = changed?.choice ?? before;
  const { differs, matters } = useMemo(() => differenceTo(choice, state), [choice, state]);
  return {
    choice,
    differs,
    matters,
    last: differs ? (changed?.last ?? '') : '',
    saidOf: (url) => saidOf(url, choice),
    change(url, use) {
      const next = withUse(choice, url, use);
      if (next.pinned.length <= MAX_CHOSEN && next.banned.length <= MAX_CHOSEN) setChanged({ choice: next, last: url });
    },
  };
}
