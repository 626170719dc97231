import { useEffect, useMemo, type ReactNode } from 'react';
import { AnswerAgain } from './answer-again.tsx';
import { PagesOffer } from './pages-offer.tsx';
import { SearchTable } from './search-table.tsx';
import { useStagedChoice } from './use-source-choice.ts';
import { getLatestSourceChoice } from '../../lib/toolbox/web/web-artifacts.ts';
import { useModel, usePanel } from '../panel-context.ts';
import type { RunModel } from '../run/run-model.ts';
import { buildSearchTables, type SearchTable as Table } from './search-rows.ts';
import { t } from '../strings/strings.ts';

export function Searches({ run }: { readonly run: RunModel }) {
  const { runId, state } = run;
  const table = useMemo(() => buildSearchTables(state), [state]).get(state.exchanges.length);
  if (table === undefined) return null;
  // the choice is reset for each request
  return table.job === 'research' ? (
    <ChoosableSources key={`${runId}/${String(table.request)}`} run={run} table={table} />
  ) : (
    <SearchTable table={table} choosing={null} />
  );
}

function ChoosableSources({ run, table }: { readonly run: RunModel; readonly table: Table }) {
  const { getUse: saidOf, change, choice, differs, matters, lastChanged: last } = useStagedChoice(run.state);
  useOutlook(differs);
  const outcome: ReactNode = matters ? (
    <AnswerAgain run={run} sources={choice} label={t.web.answerAgain} />
  ) : (
    <p className="fine rests">{t.web.restsNot}</p>
  );
  // the announcement needs a live region that already exists
  return (
    <>
      <SearchTable table={table} choosing={{ getUse: saidOf, change, lastChanged: last, outcome }} />
      <p className="unseen" aria-live="polite">
        {differs && (matters ? t.web.answerAgain : t.web.restsNot)}
      </p>
    </>
  );
}

export function SnippetsNote({ run }: { readonly run: RunModel }) {
  const { state } = run;
  const table = useMemo(() => buildSearchTables(state), [state]).get(state.exchanges.length);
  const restsOnSnippets = table?.job === 'research' && table.usesOnlySnippets && state.status === 'done';
  useOutlook(restsOnSnippets);
  const canReadPages = useModel(({ outlook }) => outlook.type === 'ready' && outlook.outlook.pages);
  if (!restsOnSnippets) return null;
  // offered once: if pages could not be read then, the search table says why
  const offersAgain = canReadPages && state.spec?.sources === null;
  return (
    <>
      <PagesOffer words={t.web.offerAfter} />
      {offersAgain && (
        <div className="pages-given">
          <p className="fine">{t.web.mayRead}</p>
          <AnswerAgain run={run} sources={getLatestSourceChoice(state)} label={t.web.answerAgainReading} />
        </div>
      )}
    </>
  );
}

function useOutlook(wanted: boolean): void {
  const { panel } = usePanel();
  useEffect(() => {
    if (wanted) panel.refreshOutlook();
  }, [wanted, panel]);
}
