/** What is stored of the schedules, one step after another. */
import type { Article } from '../agent/ports.ts';
import { createQueue } from '../base/async.ts';
import type { KeptSchedule } from '../protocol/schedules.ts';
import type { SchedulerPorts } from './ports.ts';

export type ScheduleStore = ReturnType<typeof createScheduleStore>;

export function createScheduleStore(ports: Pick<SchedulerPorts, 'load' | 'save'>) {
  const queue = createQueue();
  /** What is stored, as far as it was read in the step under way: nothing else writes it. */
  let stored: readonly KeptSchedule[] | null = null;

  const enqueue = <T>(step: () => Promise<T>): Promise<T> =>
    queue(() => {
      stored = null;
      return step();
    });
  const load = async (): Promise<readonly KeptSchedule[]> => (stored ??= await ports.load());
  const store: SchedulerPorts['save'] = async (...written) => {
    stored = null; // it may fail
    await ports.save(...written);
    [stored] = written;
  };

  /** Reads what is stored before each step, and stores what the step makes of it. */
  async function update(
    id: string,
    step: (kept: KeptSchedule) => KeptSchedule,
    page?: Article,
  ): Promise<KeptSchedule | null> {
    const all = await load();
    const kept = all.find(({ schedule }) => schedule.id === id);
    if (kept === undefined) return null;
    const next = step(kept);
    const list = all.map((other) => (other === kept ? next : other));
    if (next !== kept) await (page === undefined ? store(list) : store(list, { [id]: page }));
    return next;
  }

  const find = async (id: string): Promise<KeptSchedule | undefined> =>
    (await load()).find(({ schedule }) => schedule.id === id);

  return { enqueue, load, store, update, find };
}
