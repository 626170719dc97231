import { focusAskField } from '../parts/message-field.tsx';
import { useCallback, useState } from 'react';
import { isolateLine } from '../../lib/base/one-line.ts';
import type { Estimate } from '../../lib/protocol/requests/run.ts';
import { toWebOrigin } from '../../lib/protocol/settings/toolbar.ts';
import { QuietButton, Button } from '../parts/button.tsx';
import { Facts, Placeholder } from '../parts/fine-print.tsx';
import { FocusKeeper } from '../parts/focus-keeper.tsx';
import { ForeignText } from '../parts/foreign-text.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { Source } from '../quotes/source.tsx';
import { listLikelyFacts, listMostFacts } from '../receipt/estimate-facts.ts';
import { getStage, isFolded } from '../run/stage.ts';
import { t } from '../strings/shell.ts';
import { FirstRun } from './first-run.tsx';
import { runPart, troublePart } from '../lazy-parts.ts';
import { Lazy } from '../parts/lazy.tsx';
import { findSource } from '../run/source.ts';

export function StartView() {
  const access = useModel((model) => model.access);
  const stage = useModel(getStage);
  const estimate = stage === 'ready' && access.type === 'ready' ? access.estimate : null;
  return (
    <FocusKeeper className="stack gap-3 start">
      <FoldedThread />
      {estimate !== null && <Subject estimate={estimate} />}
      {stage === 'error' && access.type === 'error' && (
        <Lazy part={troublePart} fallback={<Placeholder />}>
          {({ AccessCard }) => <AccessCard error={access.error} />}
        </Lazy>
      )}
      {(stage === 'looking' || stage === 'opening' || stage === 'running') && <Placeholder />}
      <FirstRun>{estimate !== null && <Terms estimate={estimate} />}</FirstRun>
    </FocusKeeper>
  );
}

/** The estimate has just read this page. */
const Subject = ({ estimate: { url, title, words } }: { readonly estimate: Estimate }) => (
  <Source title={title} url={url} words={words} />
);

/** What reading it costs, and with whose leave. */
function Terms({ estimate }: { readonly estimate: Estimate }) {
  const { url, metered, total, budget } = estimate;
  return (
    <>
      <ExpectedCost estimate={estimate} />
      {metered && total > budget && <p className="warn">{t.overBudget(budget)}</p>}
      <SiteAccess url={url} />
    </>
  );
}

function ExpectedCost({ estimate }: { readonly estimate: Estimate }) {
  const { metered, input, paidFallback, modelLabel } = estimate;
  return (
    <details className="estimate fine">
      <summary>
        {t.estimate} <Facts facts={metered ? listLikelyFacts(estimate) : t.freeHere} />
      </summary>
      <p>
        <Facts facts={metered ? listMostFacts(estimate) : [t.freeDetail(input)]} />
      </p>
      {!metered && paidFallback !== '' && <p>{t.unlessTakenOver(isolateLine(paidFallback))}</p>}
      <p>
        {t.model} <ForeignText text={modelLabel} />
      </p>
    </details>
  );
}

/** While a click's access lasts, the site can be allowed permanently. */
function SiteAccess({ url }: { readonly url: string }) {
  const { host, panel } = usePanel();
  const check = useCallback(() => host.hasAccess(url), [host, url]);
  const hasAccess = useLoaded(check, host.watchAccess) ?? true;
  const [isDeclined, setDeclined] = useState(false);
  if (hasAccess || toWebOrigin(url) === null) return null;
  const allow = (): void => {
    panel.allowSite(url).then(
      (granted) => setDeclined(!granted),
      () => setDeclined(true),
    );
  };
  return (
    <p className="fine">
      <span>{t.readOnce}</span>{' '}
      <QuietButton look="link" onClick={allow}>
        {t.allowHere}
      </QuietButton>
      <span role="status">{isDeclined && t.declinedAccess}</span>
    </p>
  );
}

/** The conversation about a page that the tab has left. */
function FoldedThread() {
  const { panel } = usePanel();
  const run = useModel((model) => (isFolded(model) ? model.run : null));
  if (run === null) return null;
  const unfold = (): void => {
    focusAskField(); // the button goes
    panel.unfold();
  };
  return (
    <div className="row between sunken folded-thread" role="group" aria-label={t.left.label}>
      <p>
        {t.left.chat} <ForeignText text={findSource(run.state)?.title ?? ''} none={t.untitled} />
        <span className="fine">{runPart.get().formatRunStatus(run)}</span>
      </p>
      <Button className="button small" onClick={unfold}>
        {t.left.continue}
      </Button>
    </div>
  );
}
