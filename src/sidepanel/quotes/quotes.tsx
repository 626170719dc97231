/** Missing quotes are only counted, never shown as sources; shortened ones show what they leave out. */
import { Fragment, memo } from 'react';
import { isolateLine } from '../../lib/base/one-line.ts';
import { toLegibleText } from '../../lib/base/escape-invisible.ts';
import type { Citation, CitedPlace, ClaimDoubt, ClaimMismatch } from '../../lib/agent/frames/frames.ts';
import { isChecked, isLocated, collectSources, type LocatedCitation } from '../../lib/agent/frames/citation-markup.ts';
import { describeShowing, formatExact, formatPath, listPath, useQuoteViewer } from './quote-viewer.ts';
import { t } from '../strings/strings.ts';
import { Icon } from '../parts/icons.tsx';

/** Longer lists are folded at first, and so are quotes that make up the answer, unless there is something to check. */
const MAX_UNFOLDED = 5;
const shouldUnfold = (list: readonly LocatedCitation[], doubtful: number): boolean =>
  doubtful > 0 || (list.length <= MAX_UNFOLDED && list.some(({ form }) => form === 'link'));

const isDoubtful = (citation: LocatedCitation): boolean => !isChecked(citation) || citation.mismatches.length > 0;

interface QuotesProps {
  readonly citations: readonly Citation[];
  readonly expected: boolean;
}

/** One line on the verdicts, which opens into the quotes. */
export const Quotes = memo(function Quotes({ citations, expected }: QuotesProps) {
  const { list } = collectSources(citations);
  const missing = citations.filter((citation) => !isLocated(citation)).length;
  const toCheck = list.filter(isDoubtful).length;
  const opinions = list.filter(({ doubts = [] }) => doubts.length > 0).length;
  const { findPicture, findWebSource } = useQuoteViewer();
  const inPictures = list.filter(({ place }) => findPicture(place) !== null);
  const onWeb = list.filter(({ place }) => findWebSource(place) !== null).length;
  const inFiles = list.filter(({ place }) => place.file !== undefined);
  const others = list.filter((quoted) => !inPictures.includes(quoted) && !inFiles.includes(quoted));
  const pages = new Set(others.map(({ place }) => place.url)).size;
  const files = new Set(inFiles.map(({ place }) => place.file)).size;
  const pictures = new Set(inPictures.map(({ place }) => findPicture(place)?.hash)).size;
  if (list.length + missing === 0) return expected ? <p className="fine proof">{t.quotes.none}</p> : null;
  const [checked, ...doubts] = t.quotes.proof(list.length - toCheck, toCheck, missing);
  return (
    <section className="quotes" aria-label={t.quotes.label}>
      <details open={shouldUnfold(list, toCheck + opinions)}>
        <summary className="proof">
          <Icon name={doubts.length > 0 ? 'doubt' : 'check'} />
          <span>
            {checked}
            {doubts.map((doubt, index) => (
              <Fragment key={doubt}>
                {(checked !== '' || index > 0) && ' · '}
                <span className="doubt">{doubt}</span>
              </Fragment>
            ))}
            {opinions > 0 && ` · ${t.quotes.opinions(opinions)}`}
          </span>
        </summary>
        {missing > 0 && <p className="fine">{t.quotes.missing(missing)}</p>}
        {list.length > 0 && (
          <>
            <p className="fine">{onWeb > 0 ? getWebTitle(onWeb === list.length) : getTitle(pages, pictures, files)}</p>
            <ol className="stack gap-1">
              {list.map((quoted, index) => (
                <li key={index}>
                  <Entry quoted={quoted} number={index + 1} showsTitle={pages + pictures + files > 1} />
                </li>
              ))}
            </ol>
          </>
        )}
      </details>
    </section>
  );
});

const getWebTitle = (isAllWeb: boolean): string => (isAllWeb ? t.web.quoted : t.web.quotedMixed);

function getTitle(pages: number, pictures: number, files: number): string {
  const { one, more, picture, pictures: several, both, file, files: severalFiles, mixed } = t.quotes.title;
  if (files > 0 && pages + pictures > 0) return mixed;
  if (files > 0) return files > 1 ? severalFiles : file;
  if (pictures > 0 && pages > 0) return both;
  if (pictures > 0) return pictures > 1 ? several : picture;
  return pages > 1 ? more : one;
}

interface EntryProps {
  readonly quoted: LocatedCitation;
  readonly number: number;
  readonly showsTitle: boolean;
}

function Entry({ quoted, number, showsTitle }: EntryProps) {
  const viewer = useQuoteViewer();
  const { showing, show, findPicture, findWebSource } = viewer;
  const { verdict, place, mismatches, doubts = [] } = quoted;
  if (verdict === 'missing') return null;
  const id = `list ${number}`;
  const picture = findPicture(place);
  const web = findWebSource(place);
  const action = describeShowing(viewer, place);
  const title = picture === null ? place.title || t.untitled : picture.title;
  const where = [
    picture === null ? '' : t.pictures.inPicture,
    showsTitle || web !== null ? title : '',
    ...listPath(place),
  ].filter((part) => part !== '');
  return (
    <button
      type="button"
      className="entry"
      title={action}
      aria-busy={showing?.id === id && showing.outcome === null}
      onClick={({ currentTarget }) => show(id, quoted, currentTarget)}
    >
      <span className="quote-mark" data-verdict={verdict}>
        {t.number(number)}
      </span>
      <Words place={place} />
      <span className="fine">
        <span className={verdict === 'shortened' ? 'verdict doubt' : 'verdict'}>
          <Icon name={VERDICT_ICONS[verdict]} />
          {t.quotes.verdicts[verdict]}
        </span>
        {web !== null && <span>{web.host}</span>}
        {web?.isSnippet === true && <span>{t.web.ofSnippet}</span>}
        {where.length > 0 && <span>{formatPath(where)}</span>}
      </span>
      {mismatches.map((mismatch, index) => (
        <Mismatch key={index} {...mismatch} />
      ))}
      {doubts.map((doubt, index) => (
        <Opinion key={index} {...doubt} />
      ))}
      <span className="unseen">{action}</span>
    </button>
  );
}

const VERDICT_ICONS = { verbatim: 'check', close: 'close-to', shortened: 'cut' } as const;

/** Left-out words are never clipped: they are what is to be checked. */
function Words({ place: { exact, leftOut = [] } }: { readonly place: CitedPlace }) {
  if (leftOut.length === 0)
    return (
      <q className="clamp" dir="auto">
        {formatExact({ exact })}
      </q>
    );
  const show = (start: number, end: number): string => toLegibleText(exact.slice(start, end));
  return (
    <q dir="auto" className="whole">
      {leftOut.map(({ start, end }, k) => (
        <Fragment key={start}>
          {show(leftOut[k - 1]?.end ?? 0, start)}
          <mark>
            <span className="unseen"> {t.quotes.leftOut} </span>
            {show(start, end)}
          </mark>
        </Fragment>
      ))}
      {show(leftOut.at(-1)?.end ?? 0, exact.length)}
    </q>
  );
}

/** The two words side by side. */
function Mismatch({ claim, source }: ClaimMismatch) {
  return (
    <span className="mismatch">
      <span className="doubt">
        <Icon name="doubt" />
        {t.quotes.checkThis}
      </span>{' '}
      {t.quotes.answerSays}{' '}
      <q className="strong" dir="auto">
        {toLegibleText(claim)}
      </q>
      {', '}
      {source === '' ? (
        t.quotes.sourceDoesNot
      ) : (
        <>
          {t.quotes.sourceSays}{' '}
          <q className="strong" dir="auto">
            {toLegibleText(source)}
          </q>
        </>
      )}
    </span>
  );
}

/** A model's, which may be wrong: another mark than the code's, in its name. */
function Opinion({ by, reason }: ClaimDoubt) {
  return (
    <span className="mismatch">
      <span className="verdict">
        <Icon name="opinion" />
        {t.quotes.doubtsThis(isolateLine(by))}
      </span>{' '}
      <q dir="auto">{toLegibleText(reason)}</q>
    </span>
  );
}
