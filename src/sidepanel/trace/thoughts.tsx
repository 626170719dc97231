import { toLegibleText } from '../../lib/base/escape-invisible.ts';
import { useModel } from '../panel-context.ts';
import { getThought } from '../run/run-model.ts';
import { t } from '../strings/strings.ts';

/** What the model thinks while it does: a step by itself, so that no other is rendered with each piece of it. */
export function Thoughts() {
  const text = useModel(({ run }) => (run === null ? '' : getThought(run)));
  if (text === '') return null;
  return (
    <li className="row thoughts" data-state="running">
      <span className="step-name strong">{t.thinking}</span>
      <p className="said muted thought" dir="auto">
        {toLegibleText(text.trim())}
      </p>
    </li>
  );
}
