/** A quote's mark. Drawn by CSS, so that copied text contains only the answer. */
import { t } from '../strings/strings.ts';
import { QuoteMark } from '../quotes/quote-mark.tsx';
import type { Quote } from './marks.ts';

interface CiteMarkProps {
  readonly words: string;
  /** The words are part of the sentence, not only its proof. */
  readonly isRead: boolean;
  /** Undefined until the citations are checked; null if the words were not found. */
  readonly quote: Quote | null | undefined;
}

export function CiteMark({ words, isRead, quote }: CiteMarkProps) {
  if (quote === null) return <Unverified words={words} isAside={!isRead && words !== ''} />;
  if (quote === undefined) {
    return (
      <>
        {isRead && words}
        <span className="uncited" aria-hidden="true" />
      </>
    );
  }
  return (
    <>
      {isRead && (LEADING_QUOTE_MARK.test(words) ? words : <q>{words}</q>)}
      <QuoteMark quote={quote} />
    </>
  );
}

const LEADING_QUOTE_MARK = /^["“”„«»‹「『]/u;

interface UnverifiedProps {
  readonly words: string;
  readonly isAside: boolean;
}

function Unverified({ words, isAside }: UnverifiedProps) {
  return (
    <span
      className={isAside ? 'unverified aside' : 'unverified'}
      title={t.quotes.unverifiedHint}
      data-mark={t.quotes.unverified}
    >
      {words}
    </span>
  );
}

export function EndMarks({ marks }: { readonly marks: readonly (Quote | null)[] | undefined }) {
  return marks?.map((quote, index) =>
    quote === null ? <Unverified key={index} words="" isAside={false} /> : <QuoteMark key={index} quote={quote} />,
  );
}
