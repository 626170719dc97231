/**
 * The searches of a question: one line that opens into each search with its results. The one rule: whatever stands in a
 * result is somebody else's words; it is text, and nothing of it is loaded.
 */
import { inertText } from './markdown/inert.ts';
import { t } from '../strings.ts';
import type { SearchTable as Table, SeenRound } from '../searches.ts';
import { Facts, FinePrint } from './fine-print.tsx';
import { SearchResult, type Choosing } from './search-result.tsx';

interface SearchTableProps {
  readonly table: Table;
  /** Null where nothing can be chosen any more. */
  readonly choosing: Choosing | null;
}

export function SearchTable({ table, choosing }: SearchTableProps) {
  const { rounds, others, goal } = table;
  return (
    <details className="searches">
      <summary>
        <Facts facts={sumsOf(table)} />
      </summary>
      <ol className="rounds" aria-label={t.web.title}>
        {rounds.map((round, index) => (
          <li key={index}>
            <Round round={round} number={index + 1} of={rounds.length} goal={goal} choosing={choosing} />
          </li>
        ))}
        {others.length > 0 && (
          <li>
            <h3>{t.web.others}</h3>
            <Results results={others} need="" choosing={choosing} />
          </li>
        )}
      </ol>
    </details>
  );
}

function sumsOf({ sums: { searches, results, relevant, read } }: Table): readonly string[] {
  const { sums } = t.web;
  const parts = [sums.searches(searches), sums.results(results)];
  if (relevant !== null) parts.push(sums.relevant(relevant));
  if (read !== null) parts.push(sums.read(read));
  return parts;
}

interface RoundProps {
  readonly round: SeenRound;
  readonly number: number;
  readonly of: number;
  /** What the person wants to know. */
  readonly goal: string;
  readonly choosing: Choosing | null;
}

function Round({ round, number, of, goal, choosing }: RoundProps) {
  const { query, need, strategy, why, by, engines, results } = round;
  const fresh = results.filter(({ isRepeat }) => !isRepeat); // the row of any other stands above, with its grade
  return (
    <>
      <h3 dir="auto">
        <span className="fine">{t.web.query(number, of)}: </span>
        {inertText(query)}
      </h3>
      {need !== goal && need !== query && (
        <p className="fine" dir="auto">
          {t.web.need(inertText(need))}
        </p>
      )}
      {strategy !== '' ? (
        <p className="fine" dir="auto">
          {t.web.other(t.web.strategy[strategy], t.web.by[by], inertText(why))}
        </p>
      ) : (
        <FinePrint facts={by === 'person' ? [] : [t.web.by[by]]} />
      )}
      <ul className="engines fine" aria-label={t.web.engines}>
        {engines.map(({ label, outcome, count, why: reason }, index) => (
          <li key={index} data-outcome={outcome}>
            {t.web.engine[outcome]({ label: inertText(label), n: count, why: inertText(reason) })}
          </li>
        ))}
      </ul>
      {/* of engines that all failed nobody knows what there would have been */}
      {results.length === 0 && engines.some(({ outcome }) => outcome === 'answered') && (
        <p className="fine">{t.web.none}</p>
      )}
      {fresh.length > 0 && <Results results={fresh} need={need} choosing={choosing} />}
      {fresh.length < results.length && (
        <p className="fine repeats">{t.web.repeats(results.length - fresh.length, results.length)}</p>
      )}
    </>
  );
}

interface ResultsProps {
  readonly results: SeenRound['results'];
  readonly need: string;
  readonly choosing: Choosing | null;
}

function Results({ results, need, choosing }: ResultsProps) {
  return (
    <ol className="results">
      {results.map((result) => (
        <SearchResult key={result.url} result={result} need={need} choosing={choosing} />
      ))}
    </ol>
  );
}
