/**
 * What was asked and answered before the present wish, in order. The one rule: an exchange that is over is rendered once;
 * nothing that is written further down renders it again.
 */
import { memo, useMemo } from 'react';
import type { Citation } from '../../lib/agent/frames.ts';
import type { AgentState, Exchange } from '../../lib/agent/state.ts';
import { askedAgent } from '../at-work.ts';
import { selectedWords } from '../conversation.ts';
import { AnswerText } from '../parts/answer-text.tsx';
import { SearchTable } from '../parts/search-table.tsx';
import { Wish } from '../parts/wish.tsx';
import { NOTHING_WRITTEN, withoutTitle } from '../run.ts';
import type { Objects } from '../found-pictures.ts';
import { searchTables } from '../searches.ts';
import { t } from '../strings.ts';
import { isInTalk, type Talk } from '../talk.ts';
import { PictureResults } from './picture-result.tsx';
import { Talks } from './talks.tsx';

interface EarlierProps {
  readonly state: AgentState;
  /** Conversations with agents, by the wish. */
  readonly talks: ReadonlyMap<number, readonly Talk[]>;
}

export function Earlier({ state, talks }: EarlierProps) {
  const tables = useMemo(() => searchTables(state), [state]);
  if (state.exchanges.length === 0) return null;
  return (
    <section className="earlier" aria-label={t.earlier}>
      {Array.from(state.exchanges, (exchange, index) => {
        const words = selectedWords(state, exchange.selection);
        const table = tables.get(index);
        return (
          <section key={index} className="exchange">
            <Past
              exchange={exchange}
              text={isInTalk({ spec: exchange }, talks, index) ? '' : withoutTitle(exchange.answer?.text ?? '', state)}
              talks={talks.get(index)}
              selected={words?.text ?? ''}
              cut={words?.cut === true}
              to={exchange.job === 'agent' ? askedAgent(state, index) : ''}
              objects={exchange.job === 'screenshot' ? state.objects : NO_OBJECTS}
            />
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
  readonly talks: readonly Talk[] | undefined;
  /** The agent that it was for; '' for the assistant. */
  readonly to: string;
  readonly selected: string;
  readonly cut: boolean;
  /** What the run has found, where the answer lies in it. */
  readonly objects: Objects;
}

const NONE: readonly Citation[] = [];
const NO_OBJECTS: Objects = [];

const Past = memo(function Past({ exchange, text, talks, to, selected, cut, objects }: PastProps) {
  const { job, goal, pictures, status, answer, sources } = exchange;
  const early = status === 'cancelled' || status === 'failed' ? t.endedEarly[status] : '';
  const note = answer === null ? early : answer.note;
  return (
    <>
      <Wish
        job={job}
        goal={goal}
        selected={selected}
        cut={cut}
        pictures={pictures}
        sources={sources}
        to={to}
        isRepeat={sources !== null}
      />
      <Talks talks={talks} drafts={NOTHING_WRITTEN} />
      {answer?.impossible === true && <p className="note">{t.impossibleNote}</p>}
      {job === 'screenshot' && answer !== null && (
        <details className="past-pictures">
          <summary>{t.summary.screenshot}</summary>
          <PictureResults pictures={pictures} objects={objects} />
        </details>
      )}
      {text !== '' && job !== 'screenshot' && (
        <AnswerText text={text} citations={answer?.citations ?? NONE} label={t.summary[job]} language="" />
      )}
      {note !== '' && <p className="note">{note}</p>}
    </>
  );
});
