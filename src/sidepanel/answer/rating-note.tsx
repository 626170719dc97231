/** What the user thinks of an answer, which is kept as a frame of its run. */
import type { AgentState } from '../../lib/agent/state/agent-state.ts';
import { t } from '../strings/strings.ts';

interface RatingNoteProps {
  readonly state: AgentState;
  /** Index of the answer, in order of asking, from 0. */
  readonly index: number;
}

export function RatingNote({ state, index }: RatingNoteProps) {
  const given = state.ratings.get(index) ?? 'none';
  return given !== 'none' && <p className="fine">{t.answer.rated[given]}</p>;
}
