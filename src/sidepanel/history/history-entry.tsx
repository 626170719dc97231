/** One conversation of the list. */
import { cleanLine } from '../../lib/base/one-line.ts';
import { getHostname } from '../../lib/base/urls.ts';
import type { ListedRun } from '../../lib/protocol/requests/history.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { Facts } from '../parts/fine-print.tsx';
import { t } from '../strings/strings.ts';
import { RunChanges, RunMenu, useRunChange } from './run-changes.tsx';
import { formatRunTitle } from './undo-bar.tsx';

/** In characters; the view clips to two lines. */
const MAX_SNIPPET = 400;

interface HistoryEntryProps {
  readonly run: ListedRun;
  readonly query: string;
  /** Its heading names the page. */
  readonly isOfPage: boolean;
}

export function HistoryEntry({ run, query, isOfPage }: HistoryEntryProps) {
  const { panel } = usePanel();
  const change = useRunChange();
  const isOpening = useModel(({ history }) => history?.opening === run.runId);
  const [title, page] = [formatRunTitle(run), cleanLine(run.page)];
  return (
    <li className="stack">
      <div className="row tight top listed">
        <button
          type="button"
          className="stack gap-1 spring"
          aria-busy={isOpening}
          onClick={() => void panel.openRun(run.runId)}
        >
          <span className="listed-title strong clamp" dir="auto">
            <Emphasised text={title} query={query} />
          </span>
          {!isOfPage && page !== '' && page !== title && (
            <span className="fine" dir="auto">
              <Emphasised text={page} query={query} />
            </span>
          )}
          {run.snippet !== '' && (
            <span className="fine snippet" dir="auto">
              <Emphasised text={cleanLine(run.snippet, MAX_SNIPPET)} query={query} />
            </span>
          )}
          <span className="fine">
            <Facts facts={isOpening ? [t.opening] : listFacts(run, isOfPage)} />
          </span>
        </button>
        <RunMenu run={run} change={change} />
      </div>
      <RunChanges run={run} change={change} />
    </li>
  );
}

/** The list says of which day it is. */
const formatTime = (ms: number): string =>
  new Date(ms).toDateString() === new Date().toDateString() ? t.history.time(ms) : t.when(ms);

function listFacts(run: ListedRun, isOfPage: boolean): readonly string[] {
  const { job, url, requests, schedule, requestedAt, status } = run;
  return [
    schedule === undefined ? '' : t.history.bySchedule(cleanLine(schedule)),
    job === 'summarise' ? t.requestTitles.summarise : '',
    isOfPage ? '' : getHostname(url),
    formatTime(requestedAt),
    requests > 1 ? t.history.requests(requests) : '',
    status === 'done' ? '' : t.statuses[status],
  ];
}

/** Marks the words of a query in a plain text. */
function Emphasised({ text, query }: { readonly text: string; readonly query: string }) {
  return splitByQueryWords(text, query).map((piece, index) =>
    piece.hit ? <mark key={index}>{piece.text}</mark> : <span key={index}>{piece.text}</span>,
  );
}

interface Piece {
  readonly text: string;
  readonly hit: boolean;
}

const MAX_QUERY_WORDS = 12;

/** Not every script separates words by spaces. */
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** The concatenated pieces are the text. */
export function splitByQueryWords(text: string, query: string): readonly Piece[] {
  const folded = text.toLowerCase();
  const words = collectQueryWords(query);
  // a letter whose lower case is longer would shift all following positions
  if (words.length === 0 || folded.length !== text.length) return [{ text, hit: false }];
  const hits = new Uint8Array(text.length);
  for (const word of words) {
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + word.length)) {
      hits.fill(1, at, at + word.length);
    }
  }
  return buildPieces(text, hits);
}

function collectQueryWords(query: string): readonly string[] {
  const words = new Set<string>();
  for (const { segment, isWordLike } of segmenter.segment(query.toLowerCase())) {
    if (isWordLike === true && words.size < MAX_QUERY_WORDS) words.add(segment);
  }
  return [...words];
}

function buildPieces(text: string, hits: Uint8Array): readonly Piece[] {
  const all: Piece[] = [];
  let from = 0;
  for (let at = 1; at <= text.length; at += 1) {
    if (at < text.length && hits[at] === hits[from]) continue;
    all.push({ text: text.slice(from, at), hit: hits[from] === 1 });
    from = at;
  }
  return all;
}
