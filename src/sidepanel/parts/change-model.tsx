/** The way to the settings, beside a trouble that is cured there. */
import type { Trouble } from '../../lib/base/errors.ts';
import { usePanel } from '../panel-context.ts';
import { t } from '../strings.ts';

export function ChangeModel({ trouble }: { readonly trouble: Trouble }) {
  const { host } = usePanel();
  if (!/^(?:model|key)\./.test(trouble.code)) return null;
  return (
    <div className="row">
      <button type="button" className="button" onClick={host.openSettings}>
        {t.changeModel}
      </button>
    </div>
  );
}
