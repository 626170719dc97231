import type { ReactNode } from 'react';
import { t } from '../strings/strings.ts';
import type { ResultRow, Use } from './search-rows.ts';
import { Facts, FinePrint } from '../parts/fine-print.tsx';
import { cleanLine, isolateLine } from '../../lib/base/one-line.ts';
import { parseSafeLink } from '../markdown/safe-text.ts';
import { ForeignText } from '../parts/foreign-text.tsx';
import { QuietButton } from '../parts/button.tsx';

export interface SourceChoosing {
  readonly getUse: (url: string) => Use;
  readonly change: (url: string, use: Use) => void;
  readonly lastChanged: string;
  readonly outcome: ReactNode;
}

interface SearchResultProps {
  readonly result: ResultRow;
  readonly need: string;
  readonly choosing: SourceChoosing | null;
}

/** In characters. */
const [MAX_SNIPPET, MAX_REASON] = [2000, 400];

export function SearchResult({ result, need, choosing }: SearchResultProps) {
  const { url, title, fate, snippet, published, engines } = result;
  const name = <ForeignText text={title} none={t.untitled} />;
  const link = parseSafeLink(url);
  const use = choosing === null ? result.use : choosing.getUse(url);
  return (
    <li data-fate={fate} data-use={use}>
      <p className="found">
        {link === null ? (
          name
        ) : (
          <a className="strong" href={link.href} target="_blank" rel="noopener noreferrer">
            {name}
          </a>
        )}{' '}
        <span className="fine fact host">{link?.host ?? ''}</span>
      </p>
      <ResultGrade result={result} need={need} />
      {snippet !== '' && (
        <details className="excerpt">
          <summary>{t.web.snippet}</summary>
          <p dir="auto">{cleanLine(snippet, MAX_SNIPPET)}</p>
          <FinePrint
            facts={[
              isolateLine(published),
              engines.length > 0 ? t.web.found(engines.map((engine) => isolateLine(engine))) : '',
            ]}
          />
        </details>
      )}
      {choosing !== null && (
        <Choice name={isolateLine(title) || t.untitled} use={use} change={(next) => choosing.change(url, next)} />
      )}
      {choosing?.lastChanged === url && choosing.outcome}
    </li>
  );
}

function ResultGrade({ result: { grade, fate, why, use }, need }: Pick<SearchResultProps, 'result' | 'need'>) {
  const graded = grade !== null && grade.by !== 'none' ? grade : null;
  const { words, by, nobody, none, need: forNeed } = t.web.grade;
  const name = graded === null ? (grade === null ? none : nobody) : words(graded.relevance, graded.confidence);
  const fateText = t.web.fates[fate];
  const isOpen = fate === 'open' && grade === null;
  return (
    <>
      {!isOpen && (
        <p className="worth">
          <strong className={graded?.relevance === 'not_relevant' ? 'muted' : undefined}>{name}</strong>
          {grade !== null && grade.reason !== '' && (
            <>
              : <ForeignText text={grade.reason} most={MAX_REASON} />
            </>
          )}
        </p>
      )}
      <p className="fine">
        <Facts
          facts={[
            why === '' || fateText === '' ? fateText : `${fateText}: ${isolateLine(why, MAX_REASON)}`,
            use === 'pinned' ? t.web.pinned : '',
            graded === null ? '' : by[graded.by],
            graded !== null && need !== '' && graded.need !== need ? forNeed(isolateLine(graded.need)) : '',
          ]}
        />
      </p>
    </>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly use: Use;
  readonly change: (use: Use) => void;
}

function Choice({ name, use, change }: ChoiceProps) {
  const renderToggle = (option: 'pinned' | 'banned', words: string) => (
    <QuietButton
      look="edged"
      aria-pressed={use === option}
      aria-label={t.web.of(words, name)}
      onClick={() => change(use === option ? null : option)}
    >
      {words}
    </QuietButton>
  );
  return (
    <div className="row choice">
      {renderToggle('pinned', t.web.pin)}
      {renderToggle('banned', t.web.ban)}
    </div>
  );
}
