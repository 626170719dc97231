/**
 * What the tools of a run found, as its fold keeps it. The one rule: everything found stays, in order and under its
 * reference; hiding is a matter of who looks (`environment.ts`), and the sums of what is not hidden are kept as it comes.
 */
import { Ledger } from '../base/ledger.ts';
import { Sequence } from '../base/sequence.ts';
import type { Labels, ToolObject, ToolResultFrame } from './frames.ts';

/** An object with where it came from. */
export interface Found extends ToolObject {
  /** `e1`, `e2` … in order of appearance, hidden ones included: it never changes as the run grows. */
  readonly ref: string;
  readonly tool: string;
  /** Index of the turn whose call found it. */
  readonly turn: number;
  /** Of the result that brought it. */
  readonly labels: Labels;
}

interface Sum {
  readonly count: number;
  readonly tokens: number;
}

/** What the model may be told of: neither hidden nor superseded. */
export interface Visible extends Sum {
  readonly byName: Ledger<Sum>;
}

/** All that was found, oldest first, where what has a name stands in it, and the sums of what is visible of it. */
export interface Finds {
  readonly objects: Sequence<Found>;
  /** Indices, by name, so that nobody goes through a long run for the one page of it. */
  readonly named: Ledger<Sequence<number>>;
  readonly visible: Visible;
}

const NONE: Sum = { count: 0, tokens: 0 };
export const NOTHING_FOUND: Finds = {
  objects: Sequence.of(),
  named: Ledger.empty(),
  visible: { ...NONE, byName: Ledger.empty() },
};

/** The objects of one result more. */
export function keepFound({ objects, named, visible }: Finds, frame: ToolResultFrame, turn: number): Finds {
  const { tool, labels } = frame;
  return frame.objects.reduce<Finds>(
    (all, object) => ({
      objects: all.objects.with({ ...object, ref: refAt(all.objects.length), tool, turn, labels }),
      named: all.named.with(object.name, (all.named.get(object.name) ?? Sequence.of()).with(all.objects.length)),
      visible: object.hidden ? all.visible : added(all.visible, object),
    }),
    { objects, named, visible },
  );
}

/** What was found under any of these names, hidden or not, oldest first. */
export function foundAs({ objects, named }: Pick<Finds, 'objects' | 'named'>, ...names: readonly string[]): Found[] {
  const indices = names.flatMap((name) => Array.from(named.get(name) ?? []));
  return indices.sort((a, b) => a - b).flatMap((index) => objects.at(index) ?? []);
}

/** The newest object of that name. */
export function findObject({ objects, named }: Pick<Finds, 'objects' | 'named'>, name: string): Found | undefined {
  const index = named.get(name)?.at(-1);
  return index === undefined ? undefined : objects.at(index);
}

const refAt = (index: number): string => `e${String(index + 1)}`;

function added(visible: Visible, object: ToolObject): Visible {
  let { count, tokens, byName } = visible;
  for (const name of supersededBy(object)) {
    const gone = byName.get(name);
    if (!gone || gone.count === 0) continue;
    count -= gone.count;
    tokens -= gone.tokens;
    byName = byName.with(name, NONE);
  }
  const before = byName.get(object.name) ?? NONE;
  const own = { count: before.count + 1, tokens: before.tokens + object.body.tokens };
  return { count: count + 1, tokens: tokens + object.body.tokens, byName: byName.with(object.name, own) };
}

/** Names that `meta.supersedes` lists: what was found under them before, this object stands for towards the model. */
function supersededBy({ meta }: ToolObject): readonly string[] {
  const names = meta['supersedes'];
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}

/** What is visible, newest first. Ends as soon as there is no more of it. */
export function* visibleNewestFirst({
  objects,
  visible,
}: Pick<Finds, 'objects' | 'visible'>): Generator<Found, void, undefined> {
  const superseded = new Set<string>();
  let left = visible.count;
  for (const found of objects.newestFirst()) {
    if (left === 0) return;
    if (found.hidden) continue; // what the model never sees stands for nothing towards it
    if (!superseded.has(found.name)) {
      left -= 1;
      yield found;
    }
    for (const name of supersededBy(found)) superseded.add(name);
  }
}
