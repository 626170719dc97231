import { toLegibleText } from '../../lib/base/visible.ts';
import type { Estimate } from '../../lib/protocol/messages.ts';
import { Facts } from '../parts/fine-print.tsx';
import { Placeholder } from '../parts/placeholder.tsx';
import { formatMaxCost } from '../receipt/cost-text.ts';
import { Source } from '../quotes/source.tsx';
import { ToolbarOffer } from '../composer/toolbar-offer.tsx';
import { useModel } from '../panel-context.ts';
import { getStage, stripHash } from './stage.ts';
import { t } from '../strings/strings.ts';
import { AccessTrouble } from './access-error.tsx';

export function Before() {
  const access = useModel((model) => model.access);
  const stage = useModel(getStage);
  return (
    <>
      {stage === 'ready' && access.type === 'ready' && <Ready estimate={access.estimate} />}
      {stage === 'error' && access.type === 'error' && <AccessTrouble error={access.error} />}
      {(stage === 'looking' || stage === 'opening' || stage === 'running') && <Placeholder />}
    </>
  );
}

function Ready({ estimate }: { readonly estimate: Estimate }) {
  const { input, output, total, calls, metered, modelLabel, paidFallback, budget, words } = estimate;
  return (
    <>
      {/* the estimate has just read this page */}
      <Source title={estimate.title} url={estimate.url} words={words} tabUrl={stripHash(estimate.url)} />
      <dl className="card facts">
        <dt>{t.before}</dt>
        <dd>
          <Facts facts={metered ? t.estimate(input, output, calls) : [t.free]} />
        </dd>
        {metered && <dd className="fine">{formatMaxCost(estimate)}</dd>}
        {!metered && <dd className="fine">{t.freeDetail(input)}</dd>}
        {!metered && paidFallback !== '' && <dd className="fine">{t.unlessTakenOver(toLegibleText(paidFallback))}</dd>}
        {metered && total > budget && <dd className="warn">{t.overBudget(budget)}</dd>}
        <dt>{t.engine}</dt>
        <dd>{modelLabel}</dd>
      </dl>
      <ToolbarOffer url={estimate.url} />
    </>
  );
}
