import { useModel, usePanel } from '../panel-context.ts';
import { t } from '../strings/strings.ts';
import { listWebCostFacts } from '../receipt/cost-text.ts';
import { Facts } from '../parts/fine-print.tsx';
import { PagesOffer } from './pages-offer.tsx';

interface WebNoteProps {
  readonly id: string;
  /** '' if a question can be asked. */
  readonly obstacle: string;
  /** '' if that is obvious. */
  readonly destination: string;
  readonly ignoresContext: boolean;
}

export function WebNote({ id, obstacle, destination, ignoresContext }: WebNoteProps) {
  const { host } = usePanel();
  const outlook = useModel((model) => model.outlook);
  // a web answer in view shows the offer below itself
  const isOfferShown = useModel(({ pagesOffer, run }) => pagesOffer && run?.state.spec?.job !== 'research');
  if (outlook.type === 'ready' && outlook.outlook.engines.length === 0) {
    return (
      <p id={id} className="fine web-note">
        {t.web.noEngineHint}{' '}
        <button type="button" className="quiet linked" onClick={host.openSearch}>
          {t.web.setUp}
        </button>
      </p>
    );
  }
  if (obstacle !== '') {
    return (
      <p id={id} className="unseen">
        {obstacle}
      </p>
    );
  }
  return (
    <div className="web-note">
      <p id={id} className="fine">
        {destination !== '' && <span className="destination">{destination} </span>}
        {outlook.type === 'looking' && t.web.looking}
        {outlook.type === 'error' && `${outlook.error.message} ${outlook.error.hint}`}
        {outlook.type === 'ready' && (
          <>
            <span>{t.web.asks(outlook.outlook.engines)} </span>
            {outlook.outlook.pages && <span>{t.web.reads} </span>}
            {!outlook.outlook.pages && !isOfferShown && <span>{t.web.readsNone} </span>}
            <Facts facts={listWebCostFacts(outlook.outlook.estimate)} />
          </>
        )}
        {ignoresContext && <span> {t.web.staysHere}</span>}
      </p>
      {(isOfferShown || outlook.type !== 'ready' || outlook.outlook.pages) && <PagesOffer words={t.web.offer} />}
    </div>
  );
}
