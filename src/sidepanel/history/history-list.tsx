/** A new search waits for the answer to the previous one. */
import { useRef } from 'react';
import type { ListedRun } from '../../lib/protocol/requests/history.ts';
import { stripActiveCharacters } from '../markdown/safe-text.ts';
import { usePanel } from '../panel-context.ts';
import type { History } from '../panel-model.ts';
import { t } from '../strings/strings.ts';
import { Placeholder } from '../parts/fine-print.tsx';

/** Same limit as the request's schema. */
const MAX_QUERY = 200;

export function HistoryList({ history, failed }: { readonly history: History; readonly failed: boolean }) {
  const { query, listedQuery: listed, list } = history;
  const { panel } = usePanel();
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={field}
        type="search"
        className="search"
        aria-label={t.history.search}
        placeholder={t.history.search}
        maxLength={MAX_QUERY}
        dir="auto"
        value={query}
        onChange={(event) => panel.searchHistory(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || query === '' || event.nativeEvent.isComposing) return;
          event.preventDefault(); // otherwise Esc would leave the view
          panel.searchHistory('');
        }}
      />
      <p className="unseen" role="status">
        {list !== null && listed.trim() !== '' && t.history.found(list.length)}
      </p>
      {list === null ? <Placeholder /> : <Groups list={list} query={listed} failed={failed} />}
    </>
  );
}

interface GroupsProps {
  readonly list: readonly ListedRun[];
  readonly query: string;
  readonly failed: boolean;
}

function Groups({ list, query, failed }: GroupsProps) {
  if (list.length === 0) {
    if (failed) return null;
    return (
      <p className="note">
        {query.trim() === '' ? t.history.none : t.history.nothing(stripActiveCharacters(query.trim()))}
      </p>
    );
  }
  return (
    <>
      <Group title={t.history.thisTab} runs={list.filter(({ kept }) => !kept)} query={query} />
      <Group title={t.history.kept} runs={list.filter(({ kept }) => kept)} query={query} />
    </>
  );
}

interface GroupProps {
  readonly title: string;
  readonly runs: readonly ListedRun[];
  readonly query: string;
}

function Group({ title, runs, query }: GroupProps) {
  const { panel } = usePanel();
  if (runs.length === 0) return null;
  return (
    <section className="group" aria-label={title}>
      <h3>{title}</h3>
      <ul className="kept">
        {runs.map(({ runId, title: name, snippet, startedAt, status }) => (
          <li key={runId}>
            <button type="button" className="card" onClick={() => void panel.openKeptRun(runId)}>
              <span dir="auto">
                <Emphasised text={stripActiveCharacters(name).trim() || t.untitled} query={query} />
              </span>
              {snippet !== '' && (
                <span className="snippet" dir="auto">
                  <Emphasised text={stripActiveCharacters(snippet)} query={query} />
                </span>
              )}
              <span className="fine">
                {t.when(startedAt)} · {t.statuses[status]}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Rendered as plain text. */
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
