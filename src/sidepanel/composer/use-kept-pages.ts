/** Offers pages that conversations of the history have read. Choosing one opens its conversation, to ask about it there. */
import { useState } from 'react';
import { isolateLine } from '../../lib/base/one-line.ts';
import { toPageAddress } from '../../lib/base/urls.ts';
import type { ListedRun } from '../../lib/protocol/requests/history.ts';
import { historyPart } from '../lazy-parts.ts';
import { useModel, usePanel } from '../panel-context.ts';
import type { MenuItem } from '../parts/menu.tsx';
import { getPageUrl } from '../run/stage.ts';
import { t } from '../strings/shell.ts';
import { focusAskField } from '../parts/message-field.tsx';

interface KeptPages {
  readonly items: readonly MenuItem[];
  readonly refresh: () => void;
}

/** `moveTo` moves the typed text to the draft of that conversation. */
export function useKeptPages(
  openTabs: readonly { readonly url: string }[],
  moveTo: (runId: string) => void,
): KeptPages {
  const { panel, host } = usePanel();
  const [runs, setRuns] = useState<readonly ListedRun[]>([]);
  const page = useModel(getPageUrl);
  const isPrivate = useModel(({ keeping }) => keeping?.private ?? false);
  const refresh = (): void =>
    void host.request('history.list', { query: '' }).then((reply) => {
      if (reply.ok) setRuns(reply.value.runs);
    });
  const open = async (runId: string): Promise<void> => {
    await historyPart.load().catch(() => undefined); // the view itself reports a part that cannot be loaded
    if (!(await panel.openKept(runId))) return;
    moveTo(runId);
    focusAskField();
  };
  const kept = isPrivate ? [] : findKeptPages(runs, [page, ...openTabs.map(({ url }) => url)]);
  const items = kept.map(({ runId, page: title }) => ({
    key: `kept ${runId}`,
    label: t.history.keptPage(isolateLine(title)),
    act: () => void open(runId),
  }));
  return { items, refresh };
}

/** The latest conversation about each page that is open in no tab. Pure. */
function findKeptPages(runs: readonly ListedRun[], openUrls: readonly string[]): readonly ListedRun[] {
  const seen = new Set(openUrls.map(toPageAddress));
  return runs.filter(({ url, page }) => {
    const address = toPageAddress(url);
    if (url === '' || page === '' || seen.has(address)) return false;
    seen.add(address);
    return true;
  });
}
