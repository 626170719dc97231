/** Dismissible notices about the whole extension. */
import { Icon } from '../parts/icons.tsx';
import { useModel, usePanel } from '../panel-context.ts';
import { t } from '../strings.ts';

export function Notices() {
  const { panel } = usePanel();
  const notices = useModel((model) => model.notices);
  return notices.map(({ code, message }) => (
    <div key={code} className="notice" role="note" data-code={code}>
      <p>
        <strong>{t.notices[code]}.</strong> {message}
      </p>
      <button type="button" className="quiet round" aria-label={t.dismiss} onClick={() => panel.dismiss(code)}>
        <Icon name="close" />
      </button>
    </div>
  ));
}
