import { isolateLine } from '../../lib/base/one-line.ts';
import type { Estimate } from '../../lib/protocol/requests/run.ts';
import { Facts, Placeholder } from '../parts/fine-print.tsx';
import { ForeignText } from '../parts/foreign-text.tsx';
import { Source } from '../quotes/source.tsx';
import { useModel, usePanel } from '../panel-context.ts';
import { getStage } from './stage.ts';
import { t } from '../strings/strings.ts';
import { useEffect, useRef, useState } from 'react';
import { toWebOrigin } from '../../lib/protocol/settings/toolbar.ts';
import { listLikelyFacts, listMostFacts } from '../receipt/estimate-facts.ts';
import { AccessError } from './error-card.tsx';
import { CloseButton, QuietButton } from '../parts/button.tsx';

export function StartView() {
  const access = useModel((model) => model.access);
  const stage = useModel(getStage);
  return (
    <>
      {stage === 'ready' && access.type === 'ready' && <Ready estimate={access.estimate} />}
      {stage === 'error' && access.type === 'error' && <AccessError error={access.error} />}
      {(stage === 'looking' || stage === 'opening' || stage === 'running') && <Placeholder />}
    </>
  );
}

function Ready({ estimate }: { readonly estimate: Estimate }) {
  const { input, total, metered, modelLabel, paidFallback, budget, words } = estimate;
  return (
    <>
      {/* the estimate has just read this page */}
      <Source title={estimate.title} url={estimate.url} words={words} tabUrl={estimate.url} />
      <dl className="card facts">
        <dt>{t.before}</dt>
        <dd>
          <Facts facts={metered ? listLikelyFacts(estimate) : [t.free]} />
        </dd>
        {metered && (
          <dd className="fine">
            <Facts facts={listMostFacts(estimate, t.priceHint)} />
          </dd>
        )}
        {!metered && <dd className="fine">{t.freeDetail(input)}</dd>}
        {!metered && paidFallback !== '' && <dd className="fine">{t.unlessTakenOver(isolateLine(paidFallback))}</dd>}
        {metered && total > budget && <dd className="warn">{t.overBudget(budget)}</dd>}
        <dt>{t.engine}</dt>
        <dd>
          <ForeignText text={modelLabel} />
        </dd>
      </dl>
      <ToolbarOffer url={estimate.url} />
    </>
  );
}

function ToolbarOffer({ url }: { readonly url: string }) {
  const { host } = usePanel();
  const offer = host.toolbarOffer;
  const [open, setOpen] = useState(false);
  const [result, setResult] = useState('');
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const controller = new AbortController();
    const refresh = (): void => {
      offer.isOpen().then(
        (now) => {
          if (!controller.signal.aborted) setOpen(now);
        },
        () => undefined, // an offer whose dismissal cannot be stored is not shown
      );
    };
    refresh();
    host.watchSettings(refresh, controller.signal); // answered here, in the settings or beside another tab
    return () => controller.abort();
  }, [host, offer]);
  const showResult = (message: string): void => {
    setResult(message);
    element.current?.focus(); // the buttons are removed; without this the focus would be lost
  };
  const accept = (where: 'site' | 'everywhere'): void => {
    offer.accept(where, url).then(
      (granted) => (granted ? showResult(t.toolbarTaken) : setResult(t.toolbarDeclined)),
      () => setResult(t.toolbarDeclined),
    );
  };
  const dismiss = (): void => {
    offer.dismiss().then(
      () => showResult(t.toolbarDismissed),
      () => setOpen(false), // hidden at least for now
    );
  };
  if (!open && result === '') return null;
  return (
    <div ref={element} className="offer fine" role="group" aria-label={t.toolbarOffer} tabIndex={-1}>
      {open && (
        <>
          <span>{t.toolbarOffer}</span>
          <span className="offer-choices">
            {toWebOrigin(url) !== null && <QuietButton onClick={() => accept('site')}>{t.toolbarHere}</QuietButton>}
            <QuietButton onClick={() => accept('everywhere')}>{t.toolbarEverywhere}</QuietButton>
            <CloseButton aria-label={t.toolbarDismiss} onClick={dismiss} />
          </span>
        </>
      )}
      <span role="status">{result}</span>
    </div>
  );
}
