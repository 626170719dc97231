/** What was asked in a conversation, and what each answer took. */
import { addExpenses, createExpense, NO_EXPENSE, type Expense } from '../../lib/agent/budget/expense.ts';
import type { ModelBinding, RunRequest } from '../../lib/agent/frames/frames.ts';
import type { Timeline } from '../../lib/agent/log/timeline.ts';
import { measureWork } from '../../lib/agent/log/work-time.ts';
import { findAnswerCall } from '../../lib/agent/state/answer-call.ts';
import { findRequest } from '../../lib/agent/state/run-summary.ts';
import { isLocalEndpoint } from '../../lib/models/address.ts';
import { EXTRACTIVE_ID } from '../../lib/models/config.ts';
import type { RunModel } from './run-model.ts';

export interface AskedRequest {
  readonly request: RunRequest;
  /** Null if nothing was charged to this run: it was paid before, or no model was called. */
  readonly expense: Expense | null;
  /** All models that were called run there. */
  readonly isOnComputer: boolean;
  /** A model was asked, so that it or another can be asked again. */
  readonly isRepeatable: boolean;
  readonly isByEngine: boolean;
  /** In milliseconds, without the time in which it was over, or waited for the user. */
  readonly ms: number;
}

type Asked = Pick<RunModel, 'frames' | 'timeline'>;

const REQUESTS_CACHE = new WeakMap<Timeline, readonly AskedRequest[]>();

/** In order of asking. Counted once for each frame that comes, wherever it is shown. */
export function listRequests(run: Asked): readonly AskedRequest[] {
  const cached = REQUESTS_CACHE.get(run.timeline);
  if (cached !== undefined) return cached;
  const requests = countRequests(run);
  REQUESTS_CACHE.set(run.timeline, requests);
  return requests;
}

function countRequests({ frames, timeline }: Asked): readonly AskedRequest[] {
  const charges = [...timeline.charges];
  const starts = frames.flatMap((frame, index) => {
    const request = findRequest(frame);
    return request === null ? [] : [{ index, request }];
  });
  const kept = timeline.state.spec?.forked?.kept ?? 0;
  return starts.map(({ index, request }, k) => {
    const own = frames.slice(index, starts[k + 1]?.index);
    const [first, last] = [own[0]?.seq ?? 0, own.at(-1)?.seq ?? 0];
    const call = findAnswerCall(own.filter(({ correlationId }) => correlationId === null));
    const charged = charges.filter(({ usage: { seq } }) => seq >= first && seq <= last);
    return {
      request,
      expense:
        charged.length === 0
          ? null
          : charged.map(({ usage, model }) => createExpense(usage, model)).reduce(addExpenses, NO_EXPENSE),
      isRepeatable: call !== undefined,
      isByEngine: call?.model === EXTRACTIVE_ID,
      isOnComputer: charged.length > 0 && charged.every(({ model }) => isOnComputer(model)),
      ms: own.reduce((ms, frame, at) => ms + measureWork(own[at - 1], frame, kept), 0),
    };
  });
}

const isOnComputer = (model: ModelBinding | null): boolean =>
  model !== null && (model.config.provider === 'chrome' || isLocalEndpoint(model.config.endpoint));
