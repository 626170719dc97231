/** Untrusted results are shown as plain text; nothing of them is loaded. */
import { isolateLine } from '../../lib/base/one-line.ts';
import { ForeignText } from '../parts/foreign-text.tsx';
import { t } from '../strings/strings.ts';
import type { SearchTable as Table, RoundRows } from './search-rows.ts';
import { Facts } from '../parts/fine-print.tsx';
import { SearchResult, type SourceChoosing } from './search-result.tsx';

/** In characters. */
const MAX_QUERY = 600;

interface SearchTableProps {
  readonly table: Table;
  /** Null if the choice of sources is no longer possible. */
  readonly choosing: SourceChoosing | null;
}

export function SearchTable({ table, choosing }: SearchTableProps) {
  const { rounds, others, goal } = table;
  return (
    <details className="searches">
      <summary>
        <Facts facts={listTotals(table)} />
      </summary>
      <ol className="stack gap-4 rounds" aria-label={t.web.title}>
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

function listTotals({ sums: { searches, results, relevant, read } }: Table): readonly string[] {
  const { sums } = t.web;
  const parts = [sums.searches(searches), sums.results(results)];
  if (relevant !== null) parts.push(sums.relevant(relevant));
  if (read !== null) parts.push(sums.read(read));
  return parts;
}

interface RoundProps {
  readonly round: RoundRows;
  readonly number: number;
  readonly of: number;
  readonly goal: string;
  readonly choosing: SourceChoosing | null;
}

function Round({ round, number, of, goal, choosing }: RoundProps) {
  const { query, need, strategy, why, engines, results } = round;
  const newResults = results.filter(({ isRepeat }) => !isRepeat); // repeated results are in the row of an earlier search, with their grade
  return (
    <>
      <h3>
        <span className="fine">{t.web.query(number, of)}: </span>
        <ForeignText text={query} most={MAX_QUERY} />
      </h3>
      {need !== goal && need !== query && <p className="fine">{t.web.need(isolateLine(need, MAX_QUERY))}</p>}
      {strategy !== '' && <p className="fine">{t.web.other(t.web.strategy[strategy], isolateLine(why, MAX_QUERY))}</p>}
      <ul className="engines fine" aria-label={t.web.engines}>
        {engines.map(({ label, outcome, count, why: reason }, index) => (
          <li key={index} className={outcome === 'failed' ? 'warn' : undefined}>
            {t.web.engine[outcome]({
              label: isolateLine(label),
              n: count,
              why: isolateLine(reason, MAX_QUERY),
            })}
          </li>
        ))}
      </ul>
      {/* if all engines failed, it is unknown whether there are results */}
      {results.length === 0 && engines.some(({ outcome }) => outcome === 'answered') && (
        <p className="fine">{t.web.none}</p>
      )}
      {newResults.length > 0 && <Results results={newResults} need={need} choosing={choosing} />}
      {newResults.length < results.length && (
        <p className="fine repeats">{t.web.repeats(results.length - newResults.length, results.length)}</p>
      )}
    </>
  );
}

interface ResultsProps {
  readonly results: RoundRows['results'];
  readonly need: string;
  readonly choosing: SourceChoosing | null;
}

function Results({ results, need, choosing }: ResultsProps) {
  return (
    <ol className="stack gap-1 small results">
      {results.map((result) => (
        <SearchResult key={result.url} result={result} need={need} choosing={choosing} />
      ))}
    </ol>
  );
}
