/** What the user thinks of an answer. Kept as a frame of its run. */
import type { AgentState } from '../../lib/agent/state/agent-state.ts';
import { usePanel } from '../panel-context.ts';
import { QuietButton } from '../parts/button.tsx';
import { Icon } from '../parts/icons.tsx';
import type { RunModel } from '../run/run-model.ts';
import { t } from '../strings/strings.ts';

interface RatingButtonsProps {
  readonly run: RunModel;
  /** Index of the answer, in order of asking, from 0. */
  readonly index: number;
}

/** A second press takes the rating back. */
export function RatingButtons({ run: { runId, state }, index }: RatingButtonsProps) {
  const { panel } = usePanel();
  const given = state.ratings.get(index);
  return (['good', 'bad'] as const).map((rating) => (
    <QuietButton
      key={rating}
      look="round"
      aria-label={t.answer.ratings[rating]}
      aria-pressed={given === rating}
      title={t.answer.ratingHint(t.answer.ratings[rating])}
      onClick={() => void panel.rate(runId, index, given === rating ? 'none' : rating)}
    >
      <Icon name={rating} />
    </QuietButton>
  ));
}

/** In the history, where nothing is rated. */
export function RatingNote({ state, index }: { readonly state: AgentState; readonly index: number }) {
  const given = state.ratings.get(index) ?? 'none';
  return given !== 'none' && <p className="fine">{t.answer.rated[given]}</p>;
}
