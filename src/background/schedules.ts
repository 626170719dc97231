/** Scheduled runs. Each has the one page of its schedule and what the schedule may spend: no tab, no grant, no engine, no tool of a server. */
import { hasAccess } from '../chrome/permissions.ts';
import { loadReadingList } from '../chrome/reading-list.ts';
import { setSchedulesAlarm, showScheduleBadge, showScheduleNotification } from '../chrome/schedule-signals.ts';
import { loadSchedulePage, loadSchedules, saveSchedules } from '../chrome/storage/schedules.ts';
import { loadSettings } from '../chrome/storage/settings.ts';
import type { SpendingLedger } from '../chrome/storage/spending-ledger.ts';
import { REDIRECT_ERROR } from '../chrome/web/web-errors.ts';
import { createWebPages, type WebPagesDeps } from '../chrome/web/web-pages.ts';
import { EMPTY_REQUEST, type RunConfig, type RunSpec } from '../lib/agent/frames/frames.ts';
import { NO_TAB } from '../lib/agent/frames/spec.ts';
import type { Article, Blobs } from '../lib/agent/ports.ts';
import type { FrameStore } from '../lib/agent/storage-ports.ts';
import type { RunArchive } from '../lib/agent/store/run-archive.ts';
import { limitTime, type Clock } from '../lib/base/clock.ts';
import { UserFacingError } from '../lib/base/errors.ts';
import { getHostname } from '../lib/base/urls.ts';
import type { Claim, Schedule } from '../lib/protocol/schedules.ts';
import { canonicaliseUrl } from '../lib/pipeline/web/web-address.ts';
import { findScheduleFault } from '../lib/schedules/fault.ts';
import type { SchedulerPorts } from '../lib/schedules/ports.ts';
import { createScheduler } from '../lib/schedules/scheduler.ts';
import type { AgentStore } from './agents.ts';
import { GOAL } from './requests/run-requests.ts';
import type { Runs } from './runs/runs.ts';

interface ScheduleDeps {
  readonly runs: Pick<Runs, 'start'>;
  readonly agents: Pick<AgentStore, 'assertCallable'>;
  readonly config: () => Promise<RunConfig>;
  readonly store: Pick<FrameStore, 'findRun'>;
  readonly archive: Pick<RunArchive, 'findSummary'>;
  readonly ledger: Pick<SpendingLedger, 'loadRunTokens'>;
  readonly blobs: Pick<Blobs, 'put'>;
  readonly readBody: WebPagesDeps['readBody'];
  readonly clock: Clock;
}

const READ_MS = 120_000;
/** A page is fetched again for each look. */
const NO_CACHE: WebPagesDeps['cache'] = {
  get: () => Promise.resolve(undefined),
  put: () => Promise.resolve(),
  clear: () => Promise.resolve(),
};

export type Schedules = ReturnType<typeof createSchedules>;

export function createSchedules(deps: ScheduleDeps) {
  const { clock, store, archive, ledger } = deps;
  const findRun: SchedulerPorts['findRun'] = async (runId) =>
    (await store.findRun(runId)) ?? (await archive.findSummary(runId));
  const scheduler = createScheduler({
    now: () => clock.now(),
    load: loadSchedules,
    async save(kept, pages) {
      await saveSchedules(kept, pages);
      showScheduleBadge(kept.some(({ claim }) => claim?.state === 'asking'));
    },
    loadPage: loadSchedulePage,
    setAlarm: setSchedulesAlarm,
    readList: loadReadingList,
    readPage: (address) => readAddress(address, deps),
    findRun,
    startRun: async (schedule, claim, page) => {
      if ((await findRun(claim.runId)) === null) await deps.runs.start(await createSpec(schedule, claim, page, deps));
    },
    async countTokens(runId) {
      const head = (await store.findRun(runId)) ?? (await archive.findSummary(runId));
      // the ledger may be behind, and the run may be deleted
      return Math.max(await ledger.loadRunTokens(runId), head === null ? 0 : head.input + head.output);
    },
    findHindrance: async () =>
      (await loadSettings()).history.private
        ? '“Private: keep nothing” is on, so a result couldn’t be kept. Switch it off in History.'
        : '',
    announce: async ({ id, name, notify }, news) => {
      const words = NEWS[news];
      if (notify && words !== undefined) await showScheduleNotification(id, name, words).catch(() => undefined);
    },
  });
  /** A page need not wait for what follows. */
  const thenTick = (stored: Promise<void>): Promise<void> =>
    stored.then(() => void scheduler.tick().catch(() => undefined)); // the alarm is set
  return {
    tick: scheduler.tick,
    advanceLists: scheduler.advanceLists,
    clear: scheduler.clear,
    /** Rejects with a `UserFacingError` if it is not complete. */
    async save(schedule: Schedule): Promise<void> {
      if (findScheduleFault(schedule, clock.now()) !== null) throw new UserFacingError(FAULT_ERROR);
      const isListed = schedule.when.kind === 'list'; // the list says which
      const address = isListed ? '' : (canonicaliseUrl(schedule.address) ?? schedule.address); // what is fetched, and asked for
      await thenTick(scheduler.save({ ...schedule, address }));
    },
    enable: (id: string, on: boolean) => thenTick(scheduler.enable(id, on)),
    remove: (id: string, removed: boolean) => thenTick(scheduler.remove(id, removed)),
    runNow: (id: string, at: number) => thenTick(scheduler.runNow(id, at)),
  };
}

const NEWS: Readonly<Partial<Record<string, string>>> = {
  done: 'Done. The answer is in History.',
  failed: 'It couldn’t finish.',
  asking: 'It waits for your answer.',
};

async function readAddress(address: string, { readBody, clock }: ScheduleDeps): Promise<Article> {
  const mayRead = (): Promise<boolean> => hasAccess(address);
  if (!(await mayRead()))
    throw new UserFacingError({
      code: 'schedule.no-access',
      message: `KnowledgeLens may not read ${getHostname(address)} any more.`,
      hint: 'Edit the schedule and save it: Chrome asks you then.',
    });
  const pages = createWebPages({ cache: NO_CACHE, readBody, hasAccess: mayRead });
  try {
    return (await limitTime(clock, READ_MS, (late) => pages.read(address, late))).article;
  } catch (thrown) {
    const { error } = thrown instanceof UserFacingError ? thrown : { error: null };
    if (error?.code !== REDIRECT_ERROR.code) throw thrown;
    throw new UserFacingError({ ...error, hint: 'Enter the address it leads to.' }, { cause: thrown });
  }
}

/** Rejects with a `UserFacingError` if the agent cannot be called. */
export async function createSpec(
  { name, job, agent, goal }: Schedule,
  { runId, reserved }: Pick<Claim, 'runId' | 'reserved'>,
  page: Article,
  { config, agents, blobs }: Pick<ScheduleDeps, 'config' | 'agents' | 'blobs'>,
): Promise<RunSpec> {
  const terms = await config();
  if (job === 'agent') await agents.assertCallable(agent, terms.agents);
  return {
    ...{ runId, sub: null, ...EMPTY_REQUEST, job, agent, goal: job === 'summarise' ? GOAL : goal, tabId: NO_TAB },
    byClock: { name, page: await blobs.put(JSON.stringify(page)) },
    ...{ ...terms, grants: [], search: [], serverTools: [] },
    limits: { ...terms.limits, tokenBudget: reserved },
  };
}

const FAULT_ERROR = {
  code: 'schedule.invalid',
  message: 'The schedule isn’t complete.',
  hint: 'Check the marked fields, then save it again.',
};
