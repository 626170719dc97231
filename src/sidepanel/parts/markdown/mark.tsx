/**
 * What stands in an answer for a quote: a number where it was found, a word of doubt where it was not. The one rule: none
 * of it is text, so that what a person selects and copies are the words of the answer.
 */
import { t } from '../../strings.ts';
import { QuoteMark } from '../quote-mark.tsx';
import type { Quote } from './marks.ts';

interface CiteMarkProps {
  readonly words: string;
  /** Whether the words are part of what is read, not only its proof. */
  readonly read: boolean;
  /** Undefined while nobody has looked; null where the words were not found. */
  readonly quote: Quote | null | undefined;
}

export function CiteMark({ words, read, quote }: CiteMarkProps) {
  if (quote === null) return <Unverified words={words} aside={!read && words !== ''} />;
  if (quote === undefined) {
    return (
      <>
        {read && words}
        <span className="uncited" aria-hidden="true" />
      </>
    );
  }
  return (
    <>
      {read && (OWN_MARKS.test(words) ? words : <q>{words}</q>)}
      <QuoteMark quote={quote} />
    </>
  );
}

/** Words that bring their quotation marks along. */
const OWN_MARKS = /^["“”„«»‹「『]/u;

interface UnverifiedProps {
  readonly words: string;
  readonly aside: boolean;
}

function Unverified({ words, aside }: UnverifiedProps) {
  return (
    <span
      className={aside ? 'unverified aside' : 'unverified'}
      title={t.quotes.unverifiedHint}
      data-mark={t.quotes.unverified}
    >
      {words}
    </span>
  );
}

/** For sentences of a block that are quotes themselves. */
export function EndMarks({ marks }: { readonly marks: readonly (Quote | null)[] | undefined }) {
  return marks?.map((quote, index) =>
    quote === null ? <Unverified key={index} words="" aside={false} /> : <QuoteMark key={index} quote={quote} />,
  );
}
