import { useEffect, useMemo, type ReactNode, useRef, useState } from 'react';
import { SearchTable } from './search-table.tsx';
import { getLatestSourceChoice } from '../../lib/toolbox/web/web-artifacts.ts';
import { useModel, usePanel } from '../panel-context.ts';
import type { RunModel } from '../run/run-model.ts';
import {
  buildSearchTables,
  type SearchTable as Table,
  compareSourceChoice,
  getUse,
  applyUse,
  type Use,
} from './search-rows.ts';
import { t } from '../strings/strings.ts';
import { listCostFacts } from '../receipt/estimate-facts.ts';
import { PagesOffer } from './web-note.tsx';
import type { SourceChoice } from '../../lib/agent/frames/frames.ts';
import { canAnswerAgain } from '../question/conversation.ts';
import { ASK_FIELD } from '../parts/message-field.tsx';
import { FinePrint } from '../parts/fine-print.tsx';
import type { AgentState } from '../../lib/agent/state/agent-state.ts';
import { MAX_CHOSEN_SOURCES } from '../../lib/protocol/requests/web.ts';
import { Button } from '../parts/button.tsx';

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
      <PagesOffer label={t.web.offerAfter} />
      {offersAgain && (
        <div className="stack fit">
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

interface AnswerAgainProps {
  readonly run: RunModel;
  readonly sources: SourceChoice;
  readonly label: string;
}

function AnswerAgain({ run, sources, label }: AnswerAgainProps) {
  const { panel } = usePanel();
  const outlook = useModel((model) => model.outlook);
  const ready = useModel((model) => canAnswerAgain(model, run));
  const isKept = useModel(({ keeping }) => keeping?.private === true) && run.state.spec?.private !== true;
  const [isSent, setSent] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  const answer = (): void => {
    if (!ready || isSent) return;
    setSent(true);
    void panel
      .answerAgain(run, sources)
      .then((accepted) => {
        // the button is removed; without this the focus would be lost
        if (accepted && element.current?.contains(document.activeElement) !== false)
          document.getElementById(ASK_FIELD)?.focus({ preventScroll: true });
      })
      .finally(() => setSent(false));
  };
  return (
    <div ref={element} className="stack gap-1 fit again">
      <Button aria-disabled={!ready || isSent} onClick={answer}>
        {label}
      </Button>
      {!ready && <p className="fine">{isKept ? t.history.privateStays : t.askBox.busy}</p>}
      {ready && outlook.type === 'ready' && <FinePrint facts={listCostFacts(outlook.outlook.again, t.askBox.free)} />}
    </div>
  );
}

/** Local until the user asks for an answer from these sources. */
function useStagedChoice(state: AgentState) {
  const before = getLatestSourceChoice(state);
  const [changed, setChanged] = useState<{ readonly choice: SourceChoice; readonly last: string } | null>(null);
  const choice = changed?.choice ?? before;
  const { differs, matters } = useMemo(() => compareSourceChoice(choice, state), [choice, state]);
  return {
    choice,
    differs,
    matters,
    /** '' for none. */
    lastChanged: differs ? (changed?.last ?? '') : '',
    getUse: (url: string): Use => getUse(url, choice),
    change: (url: string, use: Use): void => {
      const next = applyUse(choice, url, use);
      if (next.pinned.length <= MAX_CHOSEN_SOURCES && next.banned.length <= MAX_CHOSEN_SOURCES)
        setChanged({ choice: next, last: url });
    },
  };
}
