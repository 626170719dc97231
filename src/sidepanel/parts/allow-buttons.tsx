/** Requests for access, made in the click, as the browser requires. */
import { useState, type ReactNode } from 'react';
import { toWebOrigin } from '../../lib/protocol/settings/toolbar.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { t } from '../strings/shell.ts';
import { Button, QuietButton } from './button.tsx';

/** The least access comes first: one site, where the tab shows its address. All sites are a link, no button to press first. */
export function AllowButtons() {
  const { panel } = usePanel();
  const url = useModel(({ tab }) => tab?.url ?? '');
  const [ask, declined] = useAsking();
  const hasSite = toWebOrigin(url) !== null;
  return (
    <>
      <div className="row">
        {hasSite && (
          <Button className="button accent" onClick={() => ask(panel.allowSite(url))}>
            {t.allowSite}
          </Button>
        )}
        <QuietButton look={hasSite ? 'edged' : 'link'} onClick={() => ask(panel.allowAllSites())}>
          {hasSite ? t.allSites : t.allow}
        </QuietButton>
      </div>
      {declined}
    </>
  );
}

/** Shown if access to one site would not do. */
export function AllowButton() {
  const { panel } = usePanel();
  const [ask, declined] = useAsking();
  return (
    <>
      <QuietButton look="edged" onClick={() => ask(panel.allowAllSites())}>
        {t.allow}
      </QuietButton>
      {declined}
    </>
  );
}

/** The second is the note that the user has declined. */
function useAsking(): readonly [ask: (answer: Promise<boolean>) => void, declined: ReactNode] {
  const [isDeclined, setDeclined] = useState(false);
  const ask = (answer: Promise<boolean>): void => {
    answer.then(
      (granted) => setDeclined(!granted),
      () => setDeclined(true),
    );
  };
  return [
    ask,
    <p key="declined" className={isDeclined ? 'fine' : 'unseen'} role="status">
      {isDeclined && t.declinedAccess}
    </p>,
  ];
}
