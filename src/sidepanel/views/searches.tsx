/** What was found on the web for a question: in view while it is searched, beside its answer, and in history. */
import { useEffect, useMemo, type ReactNode } from 'react';
import { AnswerAgain } from '../parts/answer-again.tsx';
import { PagesOffer } from '../parts/pages-offer.tsx';
import { SearchTable } from '../parts/search-table.tsx';
import { useStaged } from '../parts/use-staged.ts';
import { choiceOf } from '../../lib/toolbox/web.ts';
import { useModel, usePanel } from '../panel-context.ts';
import type { RunModel } from '../run.ts';
import { searchTables, type SearchTable as Table } from '../searches.ts';
import { t } from '../strings.ts';

/** Of the present wish: its sources can be chosen. */
export function Searches({ run }: { readonly run: RunModel }) {
  const { runId, state } = run;
  const table = useMemo(() => searchTables(state), [state]).get(state.exchanges.length);
  if (table === undefined) return null;
  // with each wish the choice begins anew
  return table.job === 'research' ? (
    <Chosen key={`${runId}/${String(table.wish)}`} run={run} table={table} />
  ) : (
    <SearchTable table={table} choosing={null} />
  );
}

function Chosen({ run, table }: { readonly run: RunModel; readonly table: Table }) {
  const { saidOf, change, choice, differs, matters, last } = useStaged(run.state);
  useOutlook(differs);
  const outcome: ReactNode = matters ? (
    <AnswerAgain run={run} sources={choice} label={t.web.answerAgain} />
  ) : (
    <p className="fine rests">{t.web.restsNot}</p>
  );
  // what is said of it stands where it was pressed, and is said from a place that is there before
  return (
    <>
      <SearchTable table={table} choosing={{ saidOf, change, last, outcome }} />
      <p className="unseen" aria-live="polite">
        {differs && (matters ? t.web.answerAgain : t.web.restsNot)}
      </p>
    </>
  );
}

/** Below an answer that rests on what engines say of pages: how they can be read, and the answer with them. */
export function OnSnippets({ run }: { readonly run: RunModel }) {
  const { state } = run;
  const table = useMemo(() => searchTables(state), [state]).get(state.exchanges.length);
  const rests = table?.job === 'research' && table.onSnippets && state.status === 'done';
  useOutlook(rests);
  const pages = useModel(({ outlook }) => outlook.type === 'ready' && outlook.outlook.pages);
  if (!rests) return null;
  // one answer anew is enough: where pages could not be read then, the searches say why
  const again = pages && state.spec?.sources === null;
  return (
    <>
      <PagesOffer words={t.web.offerAfter} />
      {again && (
        <div className="pages-given">
          <p className="fine">{t.web.mayRead}</p>
          <AnswerAgain run={run} sources={choiceOf(state)} label={t.web.answerAgainReading} />
        </div>
      )}
    </>
  );
}

/** Has it known what a question of the web takes, where that is shown. */
function useOutlook(wanted: boolean): void {
  const { panel } = usePanel();
  useEffect(() => {
    if (wanted) panel.lookOut();
  }, [wanted, panel]);
}
