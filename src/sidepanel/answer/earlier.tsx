/** A finished exchange is rendered once. */
import { memo, useMemo, type ReactNode } from 'react';
import { DEFAULT_STYLE } from '../../lib/agent/frames/style.ts';
import type { AgentState, Exchange } from '../../lib/agent/state/agent-state.ts';
import { findRequestedAgentName } from '../trace/active-agents.ts';
import { findSelectedText } from '../run/request-words.ts';
import { AnswerText } from '../quotes/answer-text.tsx';
import { SearchTable } from '../research/search-table.tsx';
import { RequestHeader } from '../run/request-header.tsx';
import { NO_DRAFTS, stripTitle } from '../run/run-model.ts';
import type { RunArtifacts } from '../pictures/run-pictures.ts';
import { buildSearchTables } from '../research/search-rows.ts';
import { t } from '../strings/strings.ts';
import { isAnsweredInTalk, type Talk } from '../trace/agent-conversation.ts';
import type { AskedRequest } from '../run/requests.ts';
import { findSource } from '../run/source.ts';
import { findAnswerLanguage, MadeByEngine, shouldQuote } from './answer-view.tsx';
import { PictureResults } from '../pictures/picture-result.tsx';
import { isAnyRead } from '../pictures/run-pictures.ts';
import { AgentConversations } from '../agents/agent-conversations.tsx';

interface EarlierProps {
  readonly state: AgentState;
  /** In order of asking. */
  readonly requests: readonly AskedRequest[];
  /** By request index. */
  readonly talks: ReadonlyMap<number, readonly Talk[]>;
  /** What stands below the answer of that index. */
  readonly below: (index: number) => ReactNode;
}

export function Earlier({ state, requests, talks, below }: EarlierProps) {
  const tables = useMemo(() => buildSearchTables(state), [state]);
  if (state.exchanges.length === 0) return null;
  const pageLanguage = findSource(state)?.language ?? '';
  return (
    <section className="stack gap-6 earlier" aria-label={t.earlier}>
      {Array.from(state.exchanges, (exchange, index) => {
        const words = findSelectedText(state, exchange.selection);
        const table = tables.get(index);
        return (
          <section key={index} className="stack gap-4 exchange">
            <Past
              exchange={exchange}
              text={
                isAnsweredInTalk({ spec: exchange }, talks, index) ? '' : stripTitle(exchange.answer?.text ?? '', state)
              }
              isByEngine={requests[index]?.isByEngine ?? false}
              talks={talks.get(index)}
              selected={words?.text ?? ''}
              cut={words?.cut === true}
              to={exchange.job === 'agent' ? findRequestedAgentName(state, index) : ''}
              objects={exchange.job === 'screenshot' ? state.objects : NO_OBJECTS}
              language={findAnswerLanguage(exchange, state.spec?.style ?? DEFAULT_STYLE, pageLanguage)}
            />
            {below(index)}
            {table !== undefined && <SearchTable table={table} choosing={null} />}
          </section>
        );
      })}
    </section>
  );
}

interface PastProps {
  readonly exchange: Exchange;
  readonly text: string;
  readonly isByEngine: boolean;
  readonly talks: readonly Talk[] | undefined;
  /** '' for the assistant. */
  readonly to: string;
  readonly selected: string;
  readonly cut: boolean;
  readonly objects: RunArtifacts;
  /** BCP 47; '' for the user's own. */
  readonly language: string;
}

const NO_OBJECTS: RunArtifacts = [];

const Past = memo(function Past({
  exchange,
  text,
  isByEngine,
  talks,
  to,
  selected,
  cut,
  objects,
  language,
}: PastProps) {
  const { job, pictures, status, answer, sources } = exchange;
  const endedEarlyNote = status === 'cancelled' || status === 'failed' ? t.endedEarly[status] : '';
  const note = answer === null ? endedEarlyNote : answer.note;
  return (
    <>
      <RequestHeader {...exchange} selected={selected} cut={cut} to={to} isRepeat={sources !== null} />
      <AgentConversations talks={talks} drafts={NO_DRAFTS} />
      {answer?.impossible === true && <p className="note">{t.impossibleNote}</p>}
      {job === 'screenshot' && (answer !== null || isAnyRead(objects, pictures)) && (
        <details>
          <summary>{t.summary.screenshot}</summary>
          <PictureResults pictures={pictures} objects={objects} />
        </details>
      )}
      {text !== '' && job !== 'screenshot' && (
        <>
          {isByEngine && <MadeByEngine job={job} answer={answer} />}
          <AnswerText
            text={text}
            citations={answer?.citations}
            nearest={answer?.nearest}
            label={t.summary[job]}
            language={language}
            expectsQuotes={shouldQuote(job)}
          />
        </>
      )}
      {note !== '' && <p className="note">{note}</p>}
    </>
  );
});
