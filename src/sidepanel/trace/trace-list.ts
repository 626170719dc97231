/** Items are values; an update replaces the item. */
import type { Frame } from '../../lib/agent/frames/frames.ts';
import { deriveState, type TraceCall, type TraceItem, type TracePart, type TraceState } from './trace-item.ts';

const EMPTY_ITEM = {
  by: null,
  thought: '',
  detail: '',
  ms: null,
  usage: null,
  calls: [],
  question: null,
  observation: '',
  reflection: null,
  compaction: null,
  checked: null,
} as const;

type ItemFields = Partial<TraceItem> & Pick<TraceItem, 'title'>;

export class TraceList {
  readonly items: TraceItem[] = [];
  readonly #start: number;

  constructor(start: number) {
    this.#start = start;
  }

  /** Returns its index. `frame` is the frame it begins with, or null. */
  push(frame: Frame | null, fields: ItemFields & Pick<TraceItem, 'state'>, id = frame?.id ?? ''): number {
    const since = frame === null ? 0 : frame.at - this.#start;
    return this.items.push({ ...EMPTY_ITEM, id, since, ...fields }) - 1;
  }

  addNote(frame: Frame, title: string, detail: string, state: TraceState = 'info'): number {
    return this.push(frame, { title, detail, state });
  }

  update(index: number | undefined, change: (item: TraceItem) => Partial<TraceItem>): void {
    const item = index === undefined ? undefined : this.items[index];
    if (index !== undefined && item !== undefined) this.items[index] = { ...item, ...change(item) };
  }

  updateCall(index: number | undefined, key: string, change: (call: TraceCall) => Partial<TraceCall>): void {
    this.update(index, (item) =>
      deriveState({
        ...item,
        calls: item.calls.map((call) => (call.key === key ? { ...call, ...change(call) } : call)),
      }),
    );
  }

  updatePart(
    index: number | undefined,
    owner: string,
    key: string,
    change: (part: TracePart) => Partial<TracePart>,
  ): void {
    this.updateCall(index, owner, ({ parts }) => ({
      parts: parts.map((part) => (part.key === key ? { ...part, ...change(part) } : part)),
    }));
  }

  /** Keeps the model call's cost; appends an item if there is none. */
  replace(place: number | undefined, frame: Frame, fields: ItemFields): number {
    const call = place === undefined ? undefined : this.items[place];
    if (place === undefined || call === undefined) return this.push(frame, { state: 'done', ...fields });
    const { since, detail, ms, usage } = call;
    this.items[place] = { ...EMPTY_ITEM, id: frame.id, since, state: 'done', detail, ms, usage, ...fields };
    return place;
  }
}
