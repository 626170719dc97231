/**
 * A year of a browser: it sleeps, is closed, its clock is set, and its worker dies at any call. The one rule: what a dead
 * worker still calls does nothing, and what is stored goes through JSON.
 */
import type { Article } from '../../../src/lib/agent/ports.ts';
import type { RunStatus } from '../../../src/lib/agent/storage-ports.ts';
import { UserFacingError } from '../../../src/lib/base/errors.ts';
import type { Claim, KeptSchedule, Outcome, Schedule } from '../../../src/lib/protocol/schedules.ts';
import type { ListedPage } from '../../../src/lib/schedules/reading-list.ts';
import type { SchedulerPorts } from '../../../src/lib/schedules/ports.ts';
import { createScheduler } from '../../../src/lib/schedules/scheduler.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const schedule = (change: Partial<Schedule> = {}, when: Partial<Schedule['when']> = {}): Schedule => ({
  ...{ id: 's', name: 'Morning', job: 'ask', agent: '', goal: 'What is new?', address: 'https://news.example.org/' },
  ...{ tokensPerRun: 10_000, tokensPerMonth: 100_000, notify: false },
  when: {
    kind: 'days',
    date: '',
    time: '07:30',
    days: [0, 1, 2, 3, 4, 5, 6],
    hours: 6,
    zone: 'Europe/Berlin',
    ...when,
  },
  ...change,
});

export const article = (markdown: string): Article => ({
  ...{ url: 'https://news.example.org/', title: 'News', byline: '', published: '', language: 'en', site: '' },
  markdown,
});

export interface Trouble {
  /** At that time the computer sleeps, or the browser is closed, which loses its alarms. */
  readonly sleeps: readonly { readonly at: number; readonly for: number; readonly closed: boolean }[];
  readonly jumps: readonly { readonly at: number; readonly by: number }[];
  /** After so many calls of a worker it dies, then the next one after the next number. */
  readonly kills: readonly number[];
  /** Which of the writes fail, as on a full disk. */
  readonly fullAt?: readonly number[];
  /** Of the runs in their order: what each takes, and how it goes. */
  readonly runs: readonly {
    /** How often it does not begin: refused, or no run is there afterwards. */
    readonly refused?: number;
    readonly lost?: number;
    readonly ms: number;
    readonly tokens: number;
    readonly asks: boolean;
    readonly fails: boolean;
  }[];
}

class Killed extends Error {}
interface Run {
  status: RunStatus;
  readonly tokens: number;
  readonly endsAt: number;
}

export class World {
  /** The true time; the clock shows it with an error. */
  t: number;
  error = 0;
  alarm: number | null = null;
  page = article('One line.');
  pageOf: (address: string) => Article = () => this.page;
  /** Null without the permission. */
  readingList: readonly ListedPage[] | null = [];
  /** What was read, and what the runs were given, in their order. */
  readonly read: string[] = [];
  readonly told: string[] = [];
  kept = '[]';
  pages = new Map<string, string>();
  readonly runs = new Map<string, Run>();
  readonly claims = new Map<string, Claim>();
  readonly outcomes = new Map<string, Outcome>();
  starts = 0;
  readonly reserved: number[] = [];
  reads = 0;
  saves = 0;
  hindrance = '';
  private notBegun = 0;
  private readonly jumped = new Set<object>();
  private calls = 0;
  private worker: { readonly scheduler: ReturnType<typeof createScheduler>; readonly kill: () => void } | null = null;
  private readonly kills: number[];

  private readonly trouble: Trouble;

  constructor(start: number, trouble: Trouble = { sleeps: [], jumps: [], kills: [], runs: [] }) {
    this.t = start;
    this.trouble = trouble;
    this.kills = [...trouble.kills];
  }

  now = (): number => this.t + this.error;
  private parsed: readonly [text: string, list: readonly KeptSchedule[]] = ['', []];
  list = (): readonly KeptSchedule[] => {
    if (this.parsed[0] !== this.kept) this.parsed = [this.kept, JSON.parse(this.kept) as KeptSchedule[]];
    return this.parsed[1];
  };

  get scheduler(): ReturnType<typeof createScheduler> {
    return (this.worker ??= this.wake()).scheduler;
  }

  /** What a worker asks for, until it dies. */
  private wake() {
    let dead = false;
    const kill = (): void => {
      dead = true;
      this.worker = null;
    };
    const die = (): void => {
      this.calls += 1;
      if (!dead && this.calls === this.kills[0]) {
        this.kills.shift();
        this.calls = 0;
        kill();
      }
      if (dead) throw new Killed();
    };
    const call = async <T>(work: () => T): Promise<T> => {
      await Promise.resolve();
      die();
      const result = work();
      await Promise.resolve();
      die();
      return result;
    };
    const ports: SchedulerPorts = {
      now: this.now,
      load: () => call(this.list),
      save: (kept, pages = {}) =>
        call(() => {
          this.saves += 1;
          if (this.trouble.fullAt?.includes(this.saves) === true) throw new Error('The disk is full.');
          this.kept = JSON.stringify(kept);
          for (const [id, page] of Object.entries(pages))
            if (page === null) this.pages.delete(id);
            else this.pages.set(id, JSON.stringify(page));
          this.noteOutcomes();
        }),
      loadPage: (id) => call(() => JSON.parse(this.pages.get(id) ?? 'null') as Article | null),
      setAlarm: (at) => call(() => void (this.alarm = at)),
      readList: () =>
        call(() => {
          if (this.readingList === null)
            throw new UserFacingError({ code: 'schedule.no-reading-list', message: 'No permission.', hint: '' });
          return this.readingList;
        }),
      readPage: (address) =>
        call(() => {
          this.reads += 1;
          this.read.push(address);
          if (this.nextRun().fails) throw new UserFacingError({ code: 'web', message: 'Unreachable.', hint: '' });
          return this.pageOf(address);
        }),
      findRun: (runId) => call(() => this.runs.get(runId) ?? null),
      startRun: (_, { runId, reserved }, { markdown }) =>
        call(() => {
          if (this.runs.has(runId)) return;
          const { ms, tokens, asks, refused = 0, lost = 0 } = this.nextRun();
          if (this.notBegun < refused + lost) {
            this.notBegun += 1;
            if (this.notBegun > refused) return;
            throw new UserFacingError({ code: 'agent', message: 'The agent is off.', hint: '' });
          }
          this.notBegun = 0;
          this.reserved.push(reserved);
          this.starts += 1;
          this.told.push(markdown);
          this.runs.set(runId, { status: asks ? 'asking' : 'running', tokens, endsAt: this.t + ms });
        }),
      countTokens: (runId) => call(() => this.runs.get(runId)?.tokens ?? 0),
      findHindrance: () => call(() => this.hindrance),
      announce: () => call(() => undefined),
    };
    return { scheduler: createScheduler(ports), kill };
  }

  /** Whether the last write failed. */
  private readonly isFull = (): boolean => this.trouble.fullAt?.includes(this.saves) === true;

  private nextRun() {
    const { runs } = this.trouble;
    return runs[this.starts % Math.max(1, runs.length)] ?? { ms: MINUTE, tokens: 1000, asks: false, fails: false };
  }

  private noteOutcomes(): void {
    for (const { claim, outcomes } of this.list()) {
      if (claim) this.claims.set(claim.runId, claim);
      for (const outcome of outcomes) this.outcomes.set(`${String(outcome.due)} ${String(outcome.at)}`, outcome);
    }
  }

  /** A death leaves its promise broken: what comes after it is the next worker's. */
  async tick(): Promise<void> {
    await this.attempt((scheduler) => scheduler.tick());
  }

  /** As the browser tells of an entry that was added. */
  async add(...urls: readonly string[]): Promise<void> {
    const added = urls.map((url) => ({ url, title: `About ${url}`, addedAt: this.t }));
    this.readingList = [...(this.readingList ?? []), ...added];
    await this.attempt((scheduler) => scheduler.advanceLists());
  }

  private async attempt(work: (scheduler: ReturnType<typeof createScheduler>) => Promise<void>): Promise<void> {
    await work(this.scheduler).catch((thrown: unknown) => {
      if (!(thrown instanceof Killed) && !this.isFull()) throw thrown;
    });
  }

  /** Lives until then: alarms ring, runs end, and trouble comes when it is its time. */
  async live(until: number): Promise<void> {
    for (;;) {
      const ends = [...this.runs.values()].flatMap(({ status, endsAt }) =>
        status === 'running' || status === 'asking' ? [endsAt] : [],
      );
      const times = [
        ...(this.alarm === null ? [] : [Math.max(this.t, this.alarm - this.error)]),
        ...ends,
        ...this.trouble.sleeps.map(({ at }) => at).filter((at) => at > this.t),
        ...this.trouble.jumps.map(({ at }) => at).filter((at) => at > this.t),
      ];
      const next = Math.max(this.t, Math.min(until, ...times)); // a sleep may have been longer
      const isOver = next >= until;
      this.t = next;
      if (isOver) return;
      await this.happen();
    }
  }

  private setClock(until: number): void {
    for (const jump of this.trouble.jumps)
      if (jump.at <= until && !this.jumped.has(jump)) {
        this.jumped.add(jump);
        this.error += jump.by;
      }
  }

  private async happen(): Promise<void> {
    this.setClock(this.t);
    const sleep = this.trouble.sleeps.find(({ at }) => at === this.t);
    if (sleep) {
      this.worker?.kill();
      this.t += sleep.for;
      // what would have come meanwhile does not
      this.setClock(this.t);
      if (sleep.closed) this.alarm = null;
      if (sleep.closed) await this.tick();
    }
    let ended = false;
    for (const run of this.runs.values())
      if ((run.status === 'running' || run.status === 'asking') && run.endsAt <= this.t) {
        run.status = 'done';
        ended = true;
      }
    const rings = this.alarm !== null && this.alarm <= this.now();
    if (rings) this.alarm = this.now() + MINUTE;
    if (ended || rings) await this.tick();
  }
}
