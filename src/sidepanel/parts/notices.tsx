/** What the worker tells every panel. */
import type { NoticeCode } from '../../lib/protocol/events.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { isLive } from '../run/stage.ts';
import { t } from '../strings/shell.ts';
import { Button, CloseButton } from './button.tsx';

/** Notices of a run that goes no further, though it is not over. */
const URGENT: readonly NoticeCode[] = ['storage-full', 'corrupt'];

/** The urgent ones are announced and stay in sight; or the others. */
export function Notices({ urgent }: { readonly urgent: boolean }) {
  const { panel } = usePanel();
  const notices = useModel((model) => model.notices);
  const canRetry = useModel(({ run }) => isLive(run?.state.status)) && urgent;
  return notices
    .filter((code) => URGENT.includes(code) === urgent)
    .map((code) => (
      <div key={code} className="row between soft notice" role={urgent ? 'alert' : 'note'}>
        <p>
          <strong>{t.notices[code].title}.</strong> {t.notices[code].text}
        </p>
        {canRetry && (
          <Button
            onClick={() => {
              panel.dismiss(code);
              void panel.retry();
            }}
          >
            {t.goOn}
          </Button>
        )}
        <CloseButton aria-label={t.dismiss} onClick={() => panel.dismiss(code)} />
      </div>
    ));
}
