/**
 * What an answer quotes, below it: the page's own words, how near the answer's are to them, and where they stand. The one
 * rule: what was not found is counted here, and shown nowhere as a source.
 */
import { memo } from 'react';
import { oneLine } from '../../lib/base/one-line.ts';
import { legible } from '../../lib/base/visible.ts';
import type { Citation } from '../../lib/agent/frames.ts';
import { isQuoted, sourcesOf, type Quoted } from '../../lib/agent/cited.ts';
import { useShower } from '../showing.ts';
import { t } from '../strings.ts';
import { Icon } from './icons.tsx';

/** More of them are folded away at first, and so are those that the answer itself consists of. */
const OPEN = 5;
const isOpen = (list: readonly Quoted[]): boolean => list.length <= OPEN && list.some(({ form }) => form === 'link');

export const Quotes = memo(function Quotes({ citations }: { readonly citations: readonly Citation[] }) {
  const { list } = sourcesOf(citations);
  const missing = citations.filter((citation) => !isQuoted(citation)).length;
  const { pictureOf, webOf } = useShower();
  const inPictures = list.filter(({ place }) => pictureOf(place) !== null);
  const onWeb = list.filter(({ place }) => webOf(place) !== null).length;
  const pages = new Set(list.filter((quoted) => !inPictures.includes(quoted)).map(({ place }) => place.url)).size;
  const pictures = new Set(inPictures.map(({ place }) => pictureOf(place)?.hash)).size;
  if (list.length + missing === 0) return null;
  return (
    <section className="quotes" aria-label={t.quotes.title.one}>
      {list.length > 0 && (
        <details open={isOpen(list)}>
          <summary>
            {onWeb > 0 ? webTitle(onWeb === list.length) : titleOf(pages, pictures)} {t.quotes.total(list.length)}
          </summary>
          <ol>
            {list.map((quoted, index) => (
              <li key={index}>
                <Entry quoted={quoted} number={index + 1} titled={pages + pictures > 1} />
              </li>
            ))}
          </ol>
        </details>
      )}
      {missing > 0 && <p className="fine">{t.quotes.missing(missing)}</p>}
    </section>
  );
});

const webTitle = (allOfIt: boolean): string => (allOfIt ? t.web.quoted : t.web.quotedMixed);

function titleOf(pages: number, pictures: number): string {
  const { one, more, picture, pictures: several, both } = t.quotes.title;
  if (pictures > 0 && pages > 0) return both;
  if (pictures > 0) return pictures > 1 ? several : picture;
  return pages > 1 ? more : one;
}

interface EntryProps {
  readonly quoted: Quoted;
  readonly number: number;
  /** Says the page's title. */
  readonly titled: boolean;
}

function Entry({ quoted, number, titled }: EntryProps) {
  const { showing, show, pictureOf, webOf } = useShower();
  const { verdict, place } = quoted;
  if (verdict === 'missing') return null;
  const id = `list ${number}`;
  const picture = pictureOf(place);
  const web = webOf(place);
  const press = picture !== null ? t.pictures.show : web !== null ? t.web.openAt : t.quotes.show;
  const title = picture === null ? place.title || t.untitled : picture.title;
  const where = [
    picture === null ? '' : t.pictures.inPicture,
    titled || web !== null ? title : '',
    ...place.path,
  ].filter((part) => part !== '');
  return (
    <button
      type="button"
      className="entry"
      title={press}
      aria-busy={showing?.id === id && showing.outcome === null}
      onClick={({ currentTarget }) => show(id, quoted, currentTarget)}
    >
      <span className="quote-mark" data-verdict={verdict}>
        {t.number(number)}
      </span>
      <q dir="auto">{oneLine(legible(place.exact), MOST)}</q>
      <span className="fine">
        <span className="verdict">
          <Icon name={verdict === 'verbatim' ? 'check' : 'close-to'} />
          {t.quotes.verdicts[verdict]}
        </span>
        {web !== null && <span>{web.host}</span>}
        {web?.isSnippet === true && <span>{t.web.ofSnippet}</span>}
        {where.length > 0 && <span dir="auto">{t.quotes.path(where.map((part) => oneLine(legible(part), PART)))}</span>}
      </span>
      <span className="unseen">{press}</span>
    </button>
  );
}

/** Characters that are given to the view, which shows two lines of them. */
const MOST = 400;
const PART = 120;
