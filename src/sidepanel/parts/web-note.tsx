/** What a question of the web takes and which way it goes: engines in their turn, pages read or not. */
import { useModel, usePanel } from '../panel-context.ts';
import { t } from '../strings.ts';
import { webFacts } from './cost-words.ts';
import { Facts } from './fine-print.tsx';
import { PagesOffer } from './pages-offer.tsx';

interface WebNoteProps {
  readonly id: string;
  /** Why nothing can be asked now; '' when it can. */
  readonly obstacle: string;
  /** Where the question goes, where that is not plain to see. */
  readonly destination: string;
  /** Something was chosen that is no matter of the web. */
  readonly leavesOut: boolean;
}

export function WebNote({ id, obstacle, destination, leavesOut }: WebNoteProps) {
  const { host } = usePanel();
  const outlook = useModel((model) => model.outlook);
  // an answer in view that no page was read for has the offer below it
  const offers = useModel(({ pagesOffer, run }) => pagesOffer && run?.state.spec?.job !== 'research');
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
        {outlook.type === 'trouble' && `${outlook.trouble.message} ${outlook.trouble.cure}`}
        {outlook.type === 'ready' && (
          <>
            <span>{t.web.asks(outlook.outlook.engines)} </span>
            {outlook.outlook.pages && <span>{t.web.reads} </span>}
            {!outlook.outlook.pages && !offers && <span>{t.web.readsNone} </span>}
            <Facts facts={webFacts(outlook.outlook.estimate)} />
          </>
        )}
        {leavesOut && <span> {t.web.staysHere}</span>}
      </p>
      {(offers || outlook.type !== 'ready' || outlook.outlook.pages) && <PagesOffer words={t.web.offer} />}
    </div>
  );
}
