/** Which model cannot be had, and what that means for the run. When it is tried again is said in the dock. */
import { legible } from '../../lib/base/visible.ts';
import type { Trouble } from '../../lib/base/errors.ts';
import type { AgentState } from '../../lib/agent/state.ts';
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

/** While a run waits for its model to answer again, or after it gave up on that; nothing otherwise. */
export function Unavailable({ state }: { readonly state: AgentState }) {
  const { spec, status, wait, trouble, objects } = state;
  if (spec === null) return null;
  const label = legible(spec.modelLabel);
  if (status === 'failed') {
    return trouble !== null && isUnavailable(trouble) ? (
      <p className="unavailable">{t.unavailable.failed(label)}</p>
    ) : null;
  }
  if (wait === null || wait.reason === 'person') return null;
  return (
    <p className="note unavailable">
      {t.unavailable.waiting(label)} {objects.length > 0 && t.foundKept}
    </p>
  );
}
