import type { UserError } from '../../lib/base/errors.ts';
import { usePanel } from '../panel-context.ts';
import { t } from '../strings/strings.ts';

export function SettingsButton({ error }: { readonly error: UserError }) {
  const { host } = usePanel();
  if (!/^(?:model|key)\./.test(error.code)) return null;
  return (
    <div className="row">
      <button type="button" className="button" onClick={host.openSettings}>
        {t.changeModel}
      </button>
    </div>
  );
}
