/** Which model cannot be had, and what that means for the run. When it is tried again is said in the dock. */
import { legible } from '../../lib/base/visible.ts';
import type { Trouble } from '../../lib/base/errors.ts';
import type { ModelTerms } from '../../lib/agent/frames.ts';
import { standIn, type AgentState } from '../../lib/agent/state.ts';
import { t } from '../strings.ts';

/** What a model cannot do is no matter of its being there. */
const ABOUT_THE_TEXT: readonly string[] = [
  'model.too-large',
  'model.too-long',
  'model.nothing-to-summarise',
  'model.output-too-small',
];

/** Whether a trouble is that the model does not answer. */
export function isUnavailable({ code }: Trouble): boolean {
  return /^(?:model|key)\./.test(code) && !ABOUT_THE_TEXT.includes(code);
}

/** While a run waits for one of its models to answer again, or after it gave up on that; nothing otherwise. */
export function Unavailable({ state }: { readonly state: AgentState }) {
  const { spec, status, wait, trouble, objects, switches } = state;
  if (spec === null) return null;
  const missing = failedModel(state) ?? spec.models.main;
  const label = legible(missing.label);
  if (status === 'failed') {
    return trouble !== null && isUnavailable(trouble) ? (
      <p className="unavailable">{t.unavailable.failed(label)}</p>
    ) : null;
  }
  if (wait === null || wait.reason === 'person') return null;
  const other = standIn(missing.id, spec.models, switches);
  return (
    <p className="note unavailable">
      {other === null ? t.unavailable.waiting(label) : t.unavailable.standIn(label, legible(other.label))}{' '}
      {objects.length > 0 && t.foundKept}
    </p>
  );
}

/** The model whose call failed last and is not answered yet: in a run with several, not always the main one. */
function failedModel({ effects }: AgentState): ModelTerms | null {
  return Array.from(effects.values()).findLast(({ failure }) => failure !== null)?.by ?? null;
}
