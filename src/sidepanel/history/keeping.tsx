/** For how long conversations are kept. */
import { useId, useRef, useState } from 'react';
import type { ListedRun } from '../../lib/protocol/requests/history.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { QuietButton } from '../parts/button.tsx';
import { Confirmation } from '../parts/confirmation.tsx';
import { isLive } from '../run/stage.ts';
import { t } from '../strings/strings.ts';

export function Keeping() {
  const { panel, host } = usePanel();
  const id = useId();
  const keeping = useModel((model) => model.keeping);
  if (keeping === null) return null;
  return (
    <div className="stack gap-1 keeping">
      <label className="row">
        <input
          type="checkbox"
          role="switch"
          aria-describedby={id}
          checked={keeping.private}
          onChange={(event) => panel.setPrivate(event.target.checked)}
        />
        {t.history.private}
      </label>
      <p id={id} className="fine">
        {keeping.private ? t.history.privateHelp : t.history.kept[keeping.keep]}{' '}
        {!keeping.private && (
          <button type="button" className="link" onClick={host.openHistorySettings}>
            {t.history.changeKept}
          </button>
        )}
      </p>
    </div>
  );
}

export function DeleteAll({ runs }: { readonly runs: readonly ListedRun[] }) {
  const { panel } = usePanel();
  const [asking, setAsking] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setAsking(false);
    opener.current?.focus();
  };
  const remove = (): void => {
    setAsking(false);
    void panel.deleteAll().then(() => panel.openHistory());
  };
  return (
    <>
      <div className="row">
        <QuietButton ref={opener} look="edged" aria-expanded={asking} onClick={() => setAsking(true)}>
          {t.history.deleteAll}
        </QuietButton>
      </div>
      {asking && (
        <Confirmation
          question={t.history.deleteAllSure(runs.some(({ status }) => isLive(status)))}
          yes={t.history.deleteAllNow}
          no={t.history.keepThem}
          act={remove}
          close={close}
        />
      )}
    </>
  );
}
