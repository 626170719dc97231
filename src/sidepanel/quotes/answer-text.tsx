import { useMemo, type Ref } from 'react';
import type { ShowQuoteResult } from '../../chrome/page/show-quote.ts';
import type { Citation, CitedPlace } from '../../lib/agent/frames/frames.ts';
import {
  QuoteViewerContext,
  useQuoteViewerState,
  shouldAutoClose,
  useQuoteViewer,
  type QuoteViewer,
  type SheetQuote,
  describeShowing,
  formatExact,
  formatPath,
  listPath,
} from './quote-viewer.ts';
import { FileSheet } from '../files/file-sheet.tsx';
import { PictureSheet } from '../pictures/picture-sheet.tsx';
import { Quotes } from './quotes.tsx';
import { t } from '../strings/strings.ts';
import { Markdown } from '../markdown/markdown.tsx';
import { AllowButtons } from '../parts/allow-buttons.tsx';
import { CloseButton } from '../parts/button.tsx';
import { usePanel } from '../panel-context.ts';

interface AnswerTextProps {
  readonly text: string;
  /** Null while the answer is being written; undefined for unchecked text, whose citation marks stay plain text. */
  readonly citations: readonly Citation[] | null | undefined;
  /** Only of an answer that says that the page does not answer. */
  readonly nearest?: readonly CitedPlace[] | undefined;
  readonly label: string;
  /** BCP 47, or '' for the user's own language. */
  readonly language?: string;
  /** If it has no quotes, it says so. */
  readonly expectsQuotes?: boolean;
  /** Set to the element at the end of the text. */
  readonly end?: Ref<HTMLElement>;
}

const NO_CITATIONS: readonly Citation[] = [];

export function AnswerText({
  text,
  citations: checked,
  nearest,
  label,
  language = '',
  expectsQuotes = false,
  end,
}: AnswerTextProps) {
  const viewer = useQuoteViewerState();
  const citations = checked === undefined ? NO_CITATIONS : checked;
  const article = useMemo(
    () => (
      <article
        aria-label={label}
        aria-busy={citations === null}
        lang={language === '' ? undefined : language}
        dir="auto"
      >
        <Markdown text={citations === null ? trimOpenMark(text) : text} citations={citations} />
      </article>
    ),
    [text, citations, label, language],
  );
  return (
    <QuoteViewerContext value={viewer}>
      <div className="stack cited">
        {article}
        {end !== undefined && <span className="end" tabIndex={-1} ref={end} />}
        {checked && nearest === undefined && <Quotes citations={checked} expected={expectsQuotes} />}
        {nearest !== undefined && <Nearest places={nearest} />}
        <ShownNote />
        {viewer.sheet !== null && <QuoteSheet {...viewer.sheet} close={viewer.close} />}
      </div>
    </QuoteViewerContext>
  );
}

function QuoteSheet({ picture, ...rest }: SheetQuote & Pick<QuoteViewer, 'close'>) {
  return picture === null ? <FileSheet {...rest} /> : <PictureSheet {...rest} picture={picture} />;
}

function ShownNote() {
  const { showing, close } = useQuoteViewer();
  const outcome = showing?.outcome ?? null;
  const error = outcome?.how === 'no-access' ? outcome.error : null;
  return (
    <div className="shown" aria-live="polite" style={{ insetBlockStart: showing?.top ?? 0 }}>
      {showing !== null && (
        <div className="card row small" data-how={outcome?.how}>
          <p>
            {outcome === null && t.quotes.looking}
            {showing.outcome !== null && describeOutcome(showing.outcome, showing.isFromData)}
          </p>
          {error?.code === 'page.no-access' && <AllowButtons />}
          {outcome !== null && !shouldAutoClose(outcome) && <CloseButton aria-label={t.dismiss} onClick={close} />}
        </div>
      )}
    </div>
  );
}

function describeOutcome(outcome: ShowQuoteResult, isFromData: boolean): string {
  if (outcome.how === 'no-access') return `${outcome.error.message} ${outcome.error.hint}`;
  const isMissing = outcome.how === 'not-found' || outcome.how === 'moved';
  return isFromData && isMissing ? t.quotes.onlyInData : t.quotes.shown[outcome.how];
}

/** In characters; more than the 25 words that a quote may have. */
const MAX_MARK_LENGTH = 400;

/** Cuts an unfinished mark off a growing text: its words would appear and vanish again. */
export function trimOpenMark(text: string): string {
  const from = Math.max(0, text.length - MAX_MARK_LENGTH);
  const end = text.slice(from);
  const at = end.lastIndexOf('[');
  if (at < 0 || !UNFINISHED_MARK.test(end.slice(at))) return text;
  return text.slice(0, from + at);
}

const UNFINISHED_MARK = /^\[[^\]\n]*(?:\](?:\((?:#[A-Za-z0-9/-]{0,24})?)?)?$/;

/** What comes closest to a question that the page does not answer. It backs nothing, so it has no number and no verdict. */
function Nearest({ places }: { readonly places: readonly CitedPlace[] }) {
  const viewer = useQuoteViewer();
  const { showing, show } = viewer;
  const { host } = usePanel();
  return (
    <section className="quotes nearest" aria-label={t.nearest.title}>
      {places.length > 0 && <h3 className="fine">{t.nearest.title}</h3>}
      <ul className="stack gap-1">
        {places.map((place, index) => {
          const id = `nearest ${index}`;
          return (
            <li key={index}>
              <button
                type="button"
                className="entry"
                title={describeShowing(viewer, place)}
                aria-busy={showing?.id === id && showing.outcome === null}
                onClick={({ currentTarget }) => show(id, { place }, currentTarget)}
              >
                <q className="clamp" dir="auto">
                  {formatExact(place)}
                </q>
                {listPath(place).length > 0 && <span className="fine">{formatPath(listPath(place))}</span>}
                <span className="unseen">{describeShowing(viewer, place)}</span>
              </button>
            </li>
          );
        })}
      </ul>
      <p className="fine">
        {t.nearest.why}{' '}
        <button type="button" className="quiet link" onClick={host.openSettings}>
          {t.nearest.chooseModel}
        </button>
      </p>
    </section>
  );
}
