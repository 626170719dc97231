/** The result of showing a quote, below the pressed element; also announced to screen readers. */
import { usePanel } from '../panel-context.ts';
import { shouldAutoClose, useQuoteViewer } from '../showing.ts';
import { t } from '../strings.ts';
import { Icon } from './icons.tsx';

export function ShownNote() {
  const { showing, close } = useQuoteViewer();
  const { panel } = usePanel();
  const outcome = showing?.outcome ?? null;
  const error = outcome?.how === 'no-access' ? outcome.error : null;
  return (
    <div className="shown" aria-live="polite" style={{ insetBlockStart: showing?.top ?? 0 }}>
      {showing !== null && (
        <div className="card" data-how={outcome?.how}>
          <p>
            {outcome === null && t.quotes.looking}
            {outcome !== null && outcome.how !== 'no-access' && t.quotes.shown[outcome.how]}
            {error !== null && `${error.message} ${error.hint}`}
          </p>
          {error?.code === 'page.no-access' && (
            <button type="button" className="button" onClick={() => void panel.allowAllSites()}>
              {t.allow}
            </button>
          )}
          {outcome !== null && !shouldAutoClose(outcome) && (
            <button type="button" className="quiet round" aria-label={t.dismiss} onClick={close}>
              <Icon name="close" />
            </button>
          )}
        </div>
      )}
    </div>
  );
}
