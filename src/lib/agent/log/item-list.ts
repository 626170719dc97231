/** The items of one agent's timeline, found by the calls that they tell of. */
import type { Frame, JobName } from '../frames/frames.ts';
import { deriveState, EMPTY_ITEM, type CallItem, type ItemState, type TimelineItem } from './timeline-item.ts';

export class ItemList {
  /** What items that are added from now on belong to. */
  job: JobName = 'summarise';
  readonly #start: number;
  readonly #items: TimelineItem[] = [];
  /** By the key of a call or question. */
  readonly #byKey = new Map<string, number>();
  /** Until its outcome replaces it. */
  readonly #byModelCall = new Map<string, number>();

  /** `start`: when the run began. */
  constructor(start: number) {
    this.#start = start;
  }

  get all(): readonly TimelineItem[] {
    return this.#items;
  }

  findIndex(key: string): number | undefined {
    return this.#byKey.get(key);
  }

  findModelCallIndex(key: string): number | undefined {
    return this.#byModelCall.get(key);
  }

  findCall(key: string): CallItem | undefined {
    return this.#items[this.#byKey.get(key) ?? -1]?.calls.find((call) => call.key === key);
  }

  /** Returns its index. */
  push(frame: Frame, fields: Partial<TimelineItem> = {}): number {
    const since = frame.at - this.#start;
    return this.#items.push({ ...EMPTY_ITEM, id: frame.id, frame, job: this.job, since, ...fields }) - 1;
  }

  pushModelCall(key: string, frame: Frame): void {
    this.#byModelCall.set(key, this.push(frame, { state: 'running' }));
  }

  /** Replaces the model call that led to it and keeps its cost; appends an item if there is none. Returns its index. */
  replaceModelCall(modelCall: string | null, frame: Frame, state: ItemState = 'done'): number {
    const index = this.#byModelCall.get(modelCall ?? '');
    const call = this.#items[index ?? -1];
    this.#byModelCall.delete(modelCall ?? '');
    if (index === undefined || call === undefined) return this.push(frame, { state });
    const { since, reply, hasRecovered, ms, usage } = call;
    const { id } = frame;
    this.#items[index] = { ...EMPTY_ITEM, id, frame, job: this.job, since, state, reply, hasRecovered, ms, usage };
    return index;
  }

  addCall(index: number, call: CallItem): void {
    this.#byKey.set(call.key, index);
    this.update(index, (item) => deriveState({ ...item, calls: [...item.calls, call] }));
  }

  addQuestion(index: number, key: string, question: TimelineItem['question']): void {
    this.#byKey.set(key, index);
    this.update(index, () => ({ question, state: 'asking' }));
  }

  update(index: number | undefined, change: (item: TimelineItem) => Partial<TimelineItem>): void {
    const item = this.#items[index ?? -1];
    if (index !== undefined && item !== undefined) this.#items[index] = { ...item, ...change(item) };
  }

  updateCall(key: string, change: (call: CallItem) => Partial<CallItem>): void {
    this.update(this.#byKey.get(key), (item) =>
      deriveState({
        ...item,
        calls: item.calls.map((call) => (call.key === key ? { ...call, ...change(call) } : call)),
      }),
    );
  }
}
