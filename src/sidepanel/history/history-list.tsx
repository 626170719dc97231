/** A new search waits for the answer to the previous one. */
import { useEffect, useRef, useId, useState } from 'react';
import { isolateLine } from '../../lib/base/one-line.ts';
import { isSamePage } from '../../lib/base/urls.ts';
import type { ListedRun } from '../../lib/protocol/requests/history.ts';
import { useModel, usePanel } from '../panel-context.ts';
import type { History } from '../panel-model.ts';
import { getPageUrl } from '../run/stage.ts';
import { t } from '../strings/strings.ts';
import { Placeholder } from '../parts/fine-print.tsx';
import { HistoryEntry } from './history-entry.tsx';
import { QuietButton } from '../parts/button.tsx';
import { Confirmation } from '../../ui/confirmation.tsx';

/** Same limit as the request's schema. */
const MAX_QUERY = 200;

export function HistoryList({ history, failed }: { readonly history: History; readonly failed: boolean }) {
  const { query, listedQuery: listed, list } = history;
  const { panel } = usePanel();
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => search.current?.focus(), []);
  return (
    <>
      <input
        ref={search}
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
          event.preventDefault(); // otherwise Esc would close the drawer
          panel.searchHistory('');
        }}
      />
      <p className="unseen" role="status">
        {list !== null && listed.trim() !== '' && t.history.found(list.length)}
      </p>
      <Keeping />
      {list === null ? <Placeholder /> : <Groups list={list} query={listed} failed={failed} />}
      {list !== null && list.length > 0 && <DeleteAll />}
    </>
  );
}

interface GroupsProps {
  readonly list: readonly ListedRun[];
  readonly query: string;
  readonly failed: boolean;
}

function Groups({ list, query, failed }: GroupsProps) {
  const url = useModel(getPageUrl);
  if (list.length === 0) {
    if (failed) return null;
    return <p className="note">{query.trim() === '' ? t.history.none : t.history.nothing(isolateLine(query))}</p>;
  }
  const ofPage = list.filter((run) => run.url !== '' && isSamePage(run.url, url));
  const others = list.filter((run) => !ofPage.includes(run));
  const groups = [
    [t.history.thisPage, ofPage] as const,
    ...(query.trim() === '' ? groupByDay(others) : [[t.history.results, others] as const]),
  ];
  const filled = groups.filter(([, runs]) => runs.length > 0);
  return filled.map(([title, runs]) => (
    <section key={title} className="stack group" aria-label={title}>
      <h3 className="fine">{title}</h3>
      <ul className="stack entries">
        {runs.map((run) => (
          <HistoryEntry key={run.runId} run={run} query={query} isOfPage={runs === ofPage} />
        ))}
      </ul>
    </section>
  ));
}

/** Pinned ones first. */
function groupByDay(list: readonly ListedRun[]): readonly (readonly [string, readonly ListedRun[]])[] {
  const today = new Date().setHours(0, 0, 0, 0);
  const yesterday = new Date(today).setDate(new Date(today).getDate() - 1);
  const groups = { pinned: [], today: [], yesterday: [], earlier: [] } as Record<
    keyof typeof t.history.groups,
    ListedRun[]
  >;
  for (const run of list) {
    const { pinned, requestedAt: at } = run;
    groups[pinned ? 'pinned' : at >= today ? 'today' : at >= yesterday ? 'yesterday' : 'earlier'].push(run);
  }
  return Object.entries(t.history.groups).map(([name, title]) => [title, groups[name as keyof typeof groups]] as const);
}

/** For how long conversations are kept. */
function Keeping() {
  const { panel, host } = usePanel();
  const id = useId();
  const keeping = useModel((model) => model.keeping);
  if (keeping === null) return null;
  return (
    <div className="stack gap-1 keeping">
      <label className="row">
        <input
          type="checkbox"
          role="switch"
          aria-describedby={id}
          checked={keeping.private}
          onChange={(event) => panel.setPrivate(event.target.checked)}
        />
        {t.history.private}
      </label>
      <p id={id} className="fine">
        {keeping.private ? t.history.privateHelp : t.history.kept[keeping.keep]}{' '}
        {!keeping.private && (
          <button type="button" className="quiet link" onClick={host.openHistorySettings}>
            {t.history.changeKept}
          </button>
        )}
      </p>
    </div>
  );
}

function DeleteAll() {
  const { panel } = usePanel();
  const [asking, setAsking] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setAsking(false);
    opener.current?.focus();
  };
  const remove = (): void => {
    setAsking(false);
    void panel.deleteAll().then(() => panel.searchHistory('')); // it lists nothing if the drawer is closed by then
  };
  return (
    <>
      <div className="row">
        <QuietButton ref={opener} look="edged" aria-expanded={asking} onClick={() => setAsking(true)}>
          {t.history.deleteAll}
        </QuietButton>
      </div>
      {asking && (
        <Confirmation
          question={t.history.deleteAllSure}
          yes={t.history.deleteAllNow}
          no={t.history.keepThem}
          act={remove}
          close={close}
        />
      )}
    </>
  );
}
