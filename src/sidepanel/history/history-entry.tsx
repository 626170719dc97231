/** One conversation of the list. */
import { cleanLine } from '../../lib/base/one-line.ts';
import { getHostname } from '../../lib/base/urls.ts';
import type { ListedRun } from '../../lib/protocol/requests/history.ts';
import { usePanel } from '../panel-context.ts';
import { Facts } from '../parts/fine-print.tsx';
import { t } from '../strings/strings.ts';
import { RunChanges, RunMenu, useRunChange } from './run-changes.tsx';
import { formatRunTitle } from './run-title.ts';
import { Emphasised } from './emphasised.tsx';

/** In characters; the view clips to two lines. */
const MAX_SNIPPET = 400;

export function HistoryEntry({ run, query }: { readonly run: ListedRun; readonly query: string }) {
  const { panel } = usePanel();
  const change = useRunChange();
  const [title, page] = [formatRunTitle(run), cleanLine(run.page)];
  return (
    <li className="stack">
      <div className="card listed">
        <button type="button" onClick={() => void panel.openRun(run.runId)}>
          <span className="listed-title" dir="auto">
            <Emphasised text={title} query={query} />
          </span>
          {page !== '' && page !== title && (
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
            <Facts facts={listFacts(run)} />
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

function listFacts({ job, url, requests, schedule, requestedAt, status }: ListedRun): readonly string[] {
  return [
    schedule === undefined ? '' : t.history.bySchedule(cleanLine(schedule)),
    job === 'summarise' ? t.requestTitles.summarise : '',
    getHostname(url),
    formatTime(requestedAt),
    requests > 1 ? t.history.requests(requests) : '',
    status === 'done' ? '' : t.statuses[status],
  ];
}
