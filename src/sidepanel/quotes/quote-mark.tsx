/** The number of a quote, drawn by CSS so that it is never copied. */
import { toOneLine } from '../../lib/base/one-line.ts';
import { toLegibleText } from '../../lib/base/visible.ts';
import { useQuoteViewer } from './show-quotes.ts';
import { t } from '../strings/strings.ts';
import type { Quote } from '../markdown/marks.ts';

export function QuoteMark({ quote: { id, number, citation } }: { readonly quote: Quote }) {
  const { showing, show, findPicture, findWebSource } = useQuoteViewer();
  const { verdict, place } = citation;
  if (verdict === 'missing') return null;
  const words = toOneLine(toLegibleText(place.exact), MAX_LABEL_LENGTH);
  const headings = t.quotes.path(place.path.map((heading) => toOneLine(toLegibleText(heading), MAX_LABEL_LENGTH)));
  const action =
    findPicture(place) !== null ? t.pictures.show : findWebSource(place) !== null ? t.web.openAt : t.quotes.show;
  const busy = showing?.id === id && showing.outcome === null;
  return (
    <button
      type="button"
      className="quote-mark"
      data-number={number}
      data-verdict={verdict}
      aria-label={t.quotes.chip(number, verdict, words, action)}
      aria-busy={busy}
      title={[`“${words}”`, headings, findWebSource(place)?.host ?? ''].filter((line) => line !== '').join('\n')}
      onClick={({ currentTarget }) => show(id, citation, currentTarget)}
    />
  );
}

/** In characters. */
const MAX_LABEL_LENGTH = 300;
