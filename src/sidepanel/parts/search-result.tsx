/** One result of a search: what it is, what it is worth and who says so, what became of it, and whether to use it. */
import type { ReactNode } from 'react';
import { t } from '../strings.ts';
import type { SeenResult, Use } from '../searches.ts';
import { Facts, FinePrint } from './fine-print.tsx';
import { inertText, safeLink } from './markdown/inert.ts';

/** What a person may say of sources, and what is said to that. */
export interface Choosing {
  readonly saidOf: (url: string) => Use;
  readonly change: (url: string, use: Use) => void;
  /** The source that was changed last. */
  readonly last: string;
  /** What came of it, to stand there. */
  readonly outcome: ReactNode;
}

interface SearchResultProps {
  readonly result: SeenResult;
  /** What the search was for. */
  readonly need: string;
  readonly choosing: Choosing | null;
}

export function SearchResult({ result, need, choosing }: SearchResultProps) {
  const { url, title, fate, snippet, published, engines } = result;
  const name = inertText(title).trim() || t.untitled;
  const link = safeLink(url);
  const use = choosing === null ? result.use : choosing.saidOf(url);
  return (
    <li data-fate={fate} data-use={use}>
      <p className="found">
        {link === null ? (
          <span dir="auto">{name}</span>
        ) : (
          <a href={link.href} target="_blank" rel="noopener noreferrer" dir="auto">
            {name}
          </a>
        )}{' '}
        <span className="fine host">{link?.host ?? ''}</span>
      </p>
      <Worth result={result} need={need} />
      {snippet !== '' && (
        <details className="excerpt">
          <summary>{t.web.snippet}</summary>
          <p dir="auto">{inertText(snippet)}</p>
          <FinePrint facts={[inertText(published), engines.length > 0 ? t.web.found(engines.map(inertText)) : '']} />
        </details>
      )}
      {choosing !== null && <Choice name={name} use={use} change={(next) => choosing.change(url, next)} />}
      {choosing?.last === url && choosing.outcome}
    </li>
  );
}

/** Its grade, with the reason, and what became of it, with the reason. */
function Worth({ result: { grade, fate, why, use }, need }: Pick<SearchResultProps, 'result' | 'need'>) {
  const graded = grade !== null && grade.by !== 'nobody' ? grade : null;
  const { words, by, nobody, none, need: forNeed } = t.web.grade;
  const name = graded === null ? (grade === null ? none : nobody) : words(graded.relevance, graded.confidence);
  const became = t.web.fates[fate];
  const isOpen = fate === 'open' && grade === null;
  return (
    <>
      {!isOpen && (
        <p className="worth" data-relevance={graded?.relevance} dir="auto">
          <strong>{name}</strong>
          {grade !== null && grade.reason !== '' && <span>: {inertText(grade.reason)}</span>}
        </p>
      )}
      <p className="fine" dir="auto">
        <Facts
          facts={[
            why === '' || became === '' ? became : `${became}: ${inertText(why)}`,
            use === 'pinned' ? t.web.pinned : '',
            graded === null ? '' : by[graded.by],
            graded !== null && need !== '' && graded.need !== need ? forNeed(inertText(graded.need)) : '',
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
  const toggle = (each: 'pinned' | 'banned', words: string) => (
    <button
      type="button"
      className="quiet edged"
      aria-pressed={use === each}
      aria-label={t.web.of(words, name)}
      onClick={() => change(use === each ? null : each)}
    >
      {words}
    </button>
  );
  return (
    <div className="row choice">
      {toggle('pinned', t.web.pin)}
      {toggle('banned', t.web.ban)}
    </div>
  );
}
