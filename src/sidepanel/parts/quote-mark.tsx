/**
 * The number of a quote: a press shows it on its page. The one rule: the number is drawn, not written, so that it is no
 * part of what is selected and copied; its name says all of it.
 */
import { oneLine } from '../../lib/base/one-line.ts';
import { legible } from '../../lib/base/visible.ts';
import { useShower } from '../showing.ts';
import { t } from '../strings.ts';
import type { Quote } from './markdown/marks.ts';

export function QuoteMark({ quote: { id, number, citation } }: { readonly quote: Quote }) {
  const { showing, show, pictureOf, webOf } = useShower();
  const { verdict, place } = citation;
  if (verdict === 'missing') return null;
  const words = oneLine(legible(place.exact), CLIPPED);
  const headings = t.quotes.path(place.path.map((heading) => oneLine(legible(heading), CLIPPED)));
  const press = pictureOf(place) !== null ? t.pictures.show : webOf(place) !== null ? t.web.openAt : t.quotes.show;
  const busy = showing?.id === id && showing.outcome === null;
  return (
    <button
      type="button"
      className="quote-mark"
      data-number={number}
      data-verdict={verdict}
      aria-label={t.quotes.chip(number, verdict, words, press)}
      aria-busy={busy}
      title={[`“${words}”`, headings, webOf(place)?.host ?? ''].filter((line) => line !== '').join('\n')}
      onClick={({ currentTarget }) => show(id, citation, currentTarget)}
    />
  );
}

/** Characters of a quote or a heading where there is no room for all of it. */
const CLIPPED = 300;
