/** A worker's runs over a storage area, for tests: another one over the same area is the next worker. */
import type { DriverDeps, LoadedLoop } from '../../../src/background/runs/driver.ts';
import { createPanelHub } from '../../../src/background/runs/panel-hub.ts';
import { createRuns, type Runs } from '../../../src/background/runs/runs.ts';
import { isSameRequest } from '../../../src/background/runs/same-request.ts';
import { createSpendingRecorder } from '../../../src/background/runs/spending.ts';
import { runAgentLoop } from '../../../src/lib/agent/loop/loop.ts';
import { canApplyCommand } from '../../../src/lib/agent/loop/select-next-action.ts';
import { createJobResolver } from '../../../src/lib/agents/job-resolver.ts';
import { JOBS } from '../../../src/lib/jobs/jobs.ts';
import { createMirroredStore } from '../../../src/lib/agent/store/mirror.ts';
import type { RunArchive } from '../../../src/lib/agent/store/run-archive.ts';
import type { StorageArea } from '../../../src/lib/agent/store/storage-area.ts';
import type { Model, PageReading, RunPorts } from '../../../src/lib/agent/ports.ts';
import type { FrameStore } from '../../../src/lib/agent/storage-ports.ts';
import { foldAll } from '../../../src/lib/agent/state/fold.ts';
import type { AgentState } from '../../../src/lib/agent/state/agent-state.ts';
import { createFrameStore } from '../../../src/lib/agent/store/frame-store.ts';
import { systemClock } from '../../../src/lib/base/clock.ts';
import type { PanelEvent } from '../../../src/lib/protocol/events.ts';
import { forgetfulLedger } from '../../kit/storage/ledgers.ts';
import { echo, scriptedModel } from '../../kit/models/scripted-model.ts';
import { articleWith, memoryBlobs, world } from '../../kit/runs/world.ts';
import { eventually } from '../../kit/base/eventually.ts';

/** What the tab shows, for a press that comes again. */
export const TAB = { url: 'https://example.org/a' };

/** What drives runs in tests: the loop and the jobs of the product, with these ports. */
export const loopWith = (ports: LoadedLoop['ports']): Pick<DriverDeps, 'clock' | 'loadLoop'> => ({
  clock: ports.clock,
  loadLoop: () =>
    Promise.resolve({
      runLoop: runAgentLoop,
      resolveJob: createJobResolver((name) => JOBS[name]),
      canApplyCommand,
      isSameRequest,
      getTabUrl: () => Promise.resolve(TAB.url),
      ports,
    }),
});

export interface Worker {
  readonly runs: Runs;
  readonly store: FrameStore;
  readonly events: PanelEvent[];
  readonly awake: () => boolean;
  /** States in which runs came to rest. */
  readonly rests: readonly AgentState[];
  readonly opened: readonly string[];
  /** Deleted for good. */
  readonly forgotten: readonly string[];
  state(runId: string): Promise<AgentState>;
}

const PAGE = articleWith('Water is wet.');
/** Bodies outlive a worker, as in IndexedDB. */
const blobs = memoryBlobs();

/** A worker over an area: another one over the same area is the next worker after this one's death. */
export function worker(
  area: StorageArea,
  model: Model,
  reading: PageReading = PAGE,
  more: Partial<RunPorts> = {},
  ledger = forgetfulLedger,
  archive?: RunArchive,
): Worker {
  const session = createFrameStore(area);
  const store = archive ? createMirroredStore(session, archive, { onError: () => undefined }) : session;
  const hub = createPanelHub(store);
  const events: PanelEvent[] = [];
  void hub.join({ post: (event) => events.push(event) });
  let awake = false;
  const wakefulness = {
    begin: () => Promise.resolve(void (awake = true)),
    end: () => Promise.resolve(void (awake = false)),
  };
  const { ports, opened } = world(model, reading, { blobs, clock: systemClock, ...more });
  const spending = createSpendingRecorder(ledger, store, hub);
  const rests: AgentState[] = [];
  const forgotten: string[] = [];
  const runs = createRuns({
    store,
    hub,
    ...loopWith(ports),
    wakefulness,
    forget(runId) {
      forgotten.push(runId);
      return store.remove(runId);
    },
    recordCharges: spending.recordCharges,
    countSpending: spending.catchUp,
    onRest: (state) => rests.push(state),
  });
  return {
    runs,
    store,
    events,
    rests,
    opened,
    forgotten,
    awake: () => awake,
    state: async (runId) => foldAll(await store.load(runId)),
  };
}

/** A model whose first streams never end by themselves, then an ordinary one. */
export function hanging(times: number): ReturnType<typeof scriptedModel> {
  const inner = scriptedModel(echo);
  return {
    ...inner,
    async *stream(request, signal) {
      if (inner.asked.length >= times) {
        yield* inner.stream(request, signal);
        return;
      }
      (inner.asked as unknown[]).push(request);
      yield { type: 'text', text: 'So far' };
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      yield { type: 'aborted' };
    },
  };
}

export const STOP = { id: 'c', type: 'cancel' } as const;

export const until = (condition: () => Promise<boolean>): Promise<void> =>
  eventually(async () => {
    if (!(await condition())) throw new Error('not yet');
  });
export const reaches = (w: Worker, status: AgentState['status'], runId = 'r1'): Promise<void> =>
  until(async () => (await w.state(runId)).status === status);

/** A model that opens an address for the user, then answers. */
export function opener(): ReturnType<typeof scriptedModel> {
  return scriptedModel((request) => {
    const called = request.messages.some(
      (message) =>
        message.role === 'tool' &&
        message.content.some((part) => part.type === 'tool-result' && part.name === 'open_link'),
    );
    const call = { reasoning: 'They want to read on.', url: 'https://example.org/more' };
    return called
      ? [
          { type: 'text', text: 'There you are.' },
          { type: 'done', finish: 'stop', usage: {} },
        ]
      : [
          { type: 'tool-call', id: 'c1', name: 'open_link', arguments: JSON.stringify(call) },
          { type: 'done', finish: 'tool-calls', usage: {} },
        ];
  });
}
