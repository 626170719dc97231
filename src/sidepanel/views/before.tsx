/** Before a run: the page at hand and what summarising it would take, or why it cannot be read. */
import { legible } from '../../lib/base/visible.ts';
import type { Estimate } from '../../lib/protocol/messages.ts';
import { Facts } from '../parts/fine-print.tsx';
import { Placeholder } from '../parts/placeholder.tsx';
import { costWords } from '../parts/cost-words.ts';
import { Source } from '../parts/source.tsx';
import { ToolbarOffer } from '../parts/toolbar-offer.tsx';
import { useModel } from '../panel-context.ts';
import { stageOf, withoutHash } from '../stage.ts';
import { t } from '../strings.ts';
import { AccessTrouble } from './access-trouble.tsx';

export function Before() {
  const access = useModel((model) => model.access);
  const stage = useModel(stageOf);
  return (
    <>
      {stage === 'ready' && access.type === 'ready' && <Ready estimate={access.estimate} />}
      {stage === 'trouble' && access.type === 'trouble' && <AccessTrouble trouble={access.trouble} />}
      {(stage === 'looking' || stage === 'opening' || stage === 'running') && <Placeholder />}
    </>
  );
}

function Ready({ estimate }: { readonly estimate: Estimate }) {
  const { input, output, total, calls, metered, modelLabel, paidFallback, budget, words } = estimate;
  return (
    <>
      {/* the estimate read this very page a moment ago */}
      <Source title={estimate.title} url={estimate.url} words={words} tabUrl={withoutHash(estimate.url)} />
      <dl className="card facts">
        <dt>{t.before}</dt>
        <dd>
          <Facts facts={metered ? t.estimate(input, output, calls) : [t.free]} />
        </dd>
        {metered && <dd className="fine">{costWords(estimate)}</dd>}
        {!metered && <dd className="fine">{t.freeDetail(input)}</dd>}
        {!metered && paidFallback !== '' && <dd className="fine">{t.unlessTakenOver(legible(paidFallback))}</dd>}
        {metered && total > budget && <dd className="warn">{t.overBudget(budget)}</dd>}
        <dt>{t.engine}</dt>
        <dd>{modelLabel}</dd>
      </dl>
      <ToolbarOffer url={estimate.url} />
    </>
  );
}
