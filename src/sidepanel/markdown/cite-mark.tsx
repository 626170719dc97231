/** A quote's mark. Drawn by CSS, so that copied text contains only the answer. */
import { t } from '../strings/strings.ts';
import type { Quote } from './marks.ts';
import { isolateLine } from '../../lib/base/one-line.ts';
import { describeShowing, listPath, useQuoteViewer } from '../quotes/quote-viewer.ts';

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

function Unverified({ words, isAside }: { readonly words: string; readonly isAside: boolean }) {
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

function QuoteMark({ quote: { id, number, citation } }: { readonly quote: Quote }) {
  const viewer = useQuoteViewer();
  const { showing, show, findWebSource } = viewer;
  const { verdict, place, mismatches, doubts = [] } = citation;
  if (verdict === 'missing') return null;
  const words = isolateLine(place.exact, MAX_LABEL_LENGTH);
  const headings = t.quotes.path(listPath(place).map((heading) => isolateLine(heading, MAX_LABEL_LENGTH)));
  const action = describeShowing(viewer, place);
  const busy = showing?.id === id && showing.outcome === null;
  const comment = place.inComments === true ? t.quotes.comments[place.reviews ?? 'none'] : '';
  const mark = mismatches.length > 0 ? [t.quotes.checkThis] : doubts.length > 0 ? [t.quotes.doubted] : [];
  return (
    <span className="joined">
      <button
        type="button"
        className="quote-mark"
        data-number={number}
        data-shown={[number, ...(comment === '' ? [] : [comment]), ...mark].join(' · ')}
        data-verdict={verdict}
        data-doubt={mismatches.length > 0 ? t.quotes.checkThis : undefined}
        aria-label={t.quotes.chip(number, words, action, { verdict, mismatches, doubts, comment })}
        aria-busy={busy}
        title={[`“${words}”`, headings, findWebSource(place)?.host ?? ''].filter((line) => line !== '').join('\n')}
        onClick={({ currentTarget }) => show(id, citation, currentTarget)}
      />
    </span>
  );
}

/** In characters. */
const MAX_LABEL_LENGTH = 300;
