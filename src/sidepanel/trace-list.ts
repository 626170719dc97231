/** The items of a trace while it is being told. The one rule: items are values; changing one puts another in its place. */
import type { Frame } from '../lib/agent/frames.ts';
import { settled, type TraceCall, type TraceItem, type TracePart, type TraceState } from './trace-item.ts';

const PLAIN = {
  by: null,
  thought: '',
  detail: '',
  ms: null,
  spent: null,
  calls: [],
  question: null,
  observation: '',
  reflection: null,
  compaction: null,
  checked: null,
} as const;

type Told = Partial<TraceItem> & Pick<TraceItem, 'title'>;

export class TraceList {
  readonly items: TraceItem[] = [];
  readonly #start: number;

  constructor(start: number) {
    this.#start = start;
  }

  /** A new item at the end, and where that is. `frame` is what it begins with; null where that is missing. */
  push(frame: Frame | null, told: Told & Pick<TraceItem, 'state'>, id = frame?.id ?? ''): number {
    const since = frame === null ? 0 : frame.at - this.#start;
    return this.items.push({ ...PLAIN, id, since, ...told }) - 1;
  }

  note(frame: Frame, title: string, detail: string, state: TraceState = 'info'): number {
    return this.push(frame, { title, detail, state });
  }

  change(index: number | undefined, change: (item: TraceItem) => Partial<TraceItem>): void {
    const item = index === undefined ? undefined : this.items[index];
    if (index !== undefined && item !== undefined) this.items[index] = { ...item, ...change(item) };
  }

  changeCall(index: number | undefined, key: string, change: (call: TraceCall) => Partial<TraceCall>): void {
    this.change(index, (item) =>
      settled({ ...item, calls: item.calls.map((call) => (call.key === key ? { ...call, ...change(call) } : call)) }),
    );
  }

  changePart(
    index: number | undefined,
    owner: string,
    key: string,
    change: (part: TracePart) => Partial<TracePart>,
  ): void {
    this.changeCall(index, owner, ({ parts }) => ({
      parts: parts.map((part) => (part.key === key ? { ...part, ...change(part) } : part)),
    }));
  }

  /** What came of a model call, with its cost, in its place; at the end where there was none. */
  replace(place: number | undefined, frame: Frame, told: Told): number {
    const call = place === undefined ? undefined : this.items[place];
    if (place === undefined || call === undefined) return this.push(frame, { state: 'done', ...told });
    const { since, detail, ms, spent } = call;
    this.items[place] = { ...PLAIN, id: frame.id, since, state: 'done', detail, ms, spent, ...told };
    return place;
  }
}
