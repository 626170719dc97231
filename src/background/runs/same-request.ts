/** Whether a live run already does what is asked: it is shown then, and nothing is paid twice. */
import type { Frame, RunSpec } from '../../lib/agent/frames/frames.ts';
import { retryWith } from '../../lib/agent/frames/spec.ts';
import { foldAll } from '../../lib/agent/state/fold.ts';
import { stringifyCanonical } from '../../lib/base/json.ts';
import { isSamePage } from '../../lib/base/urls.ts';
import { getPageUrl } from '../../lib/toolbox/page/page-artifacts.ts';

/** `tabUrl`: '' if unknown. A run that has not read its page yet will read what the tab shows. */
export function isSameRequest(frames: readonly Frame[], spec: RunSpec, tabUrl: string): boolean {
  const state = foldAll(frames);
  if (state.exchanges.length > 0) return false; // a conversation knows more than a new question
  const [first] = frames;
  if (first?.kind !== 'agent.invoked') return false;
  const config = frames
    .flatMap((frame) => (frame.kind === 'control' && frame.control === 'retry' ? [frame.config] : []))
    .at(-1);
  if (serializeRequest(config ? retryWith(first.spec, config) : first.spec) !== serializeRequest(spec)) return false;
  const readUrl = getPageUrl(state);
  return readUrl === '' || isSamePage(readUrl, tabUrl);
}

/** The tab may have another id by now, and approvals given meanwhile change nothing of what was asked. */
const serializeRequest = (spec: RunSpec): string => stringifyCanonical({ ...spec, runId: '', tabId: -1, grants: [] });
