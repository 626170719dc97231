/** The artifacts of a run under stable references; totals of the visible ones are updated incrementally. */
import { Ledger } from '../../base/append-map.ts';
import { Sequence } from '../../base/sequence.ts';
import { getMetaField, type Labels, type Artifact, type ArtifactName, type ToolResultFrame } from '../frames/frames.ts';

export type FoundArtifact<N extends ArtifactName = ArtifactName> = Artifact<N> & Finding;

interface Finding {
  /** `e1`, `e2` …, hidden ones included; never changes. */
  readonly ref: string;
  readonly tool: string;
  readonly turn: number;
  readonly labels: Labels;
}

interface Total {
  readonly count: number;
  readonly tokens: number;
}

/** Neither hidden nor superseded. */
interface VisibleTotals extends Total {
  readonly byName: Ledger<Total>;
}

export interface Artifacts {
  readonly objects: Sequence<FoundArtifact>;
  readonly indicesByName: Ledger<Sequence<number>>;
  readonly visible: VisibleTotals;
}

const NO_TOTAL: Total = { count: 0, tokens: 0 };
export const NO_ARTIFACTS: Artifacts = {
  objects: Sequence.of(),
  indicesByName: Ledger.empty(),
  visible: { ...NO_TOTAL, byName: Ledger.empty() },
};

export function addArtifacts(
  { objects, indicesByName: named, visible }: Artifacts,
  frame: ToolResultFrame,
  turn: number,
): Artifacts {
  const { tool, labels } = frame;
  return frame.objects.reduce<Artifacts>(
    (all, object) => ({
      objects: all.objects.with({ ...object, ref: createRef(all.objects.length), tool, turn, labels }),
      indicesByName: all.indicesByName.with(
        object.name,
        (all.indicesByName.get(object.name) ?? Sequence.of()).with(all.objects.length),
      ),
      visible: object.hidden ? all.visible : addVisible(all.visible, object),
    }),
    { objects, indicesByName: named, visible },
  );
}

/** Includes hidden ones, oldest first. */
export function findArtifactsByName<N extends ArtifactName>(
  { objects, indicesByName: named }: Pick<Artifacts, 'objects' | 'indicesByName'>,
  ...names: readonly N[]
): FoundArtifact<N>[] {
  const indices = names.flatMap((name) => Array.from(named.get(name) ?? []));
  return indices.sort((a, b) => a - b).flatMap((index) => (objects.at(index) as FoundArtifact<N> | undefined) ?? []);
}

export function findArtifact<N extends ArtifactName>(
  { objects, indicesByName: named }: Pick<Artifacts, 'objects' | 'indicesByName'>,
  name: N,
): FoundArtifact<N> | undefined {
  const index = named.get(name)?.at(-1);
  return index === undefined ? undefined : (objects.at(index) as FoundArtifact<N> | undefined);
}

/** Returns the artifact without its source, to be found again by a caller. */
export const toArtifact = ({ name, body, meta, hidden }: FoundArtifact): Artifact =>
  ({ name, body, meta, hidden }) as Artifact;

const createRef = (index: number): string => `e${String(index + 1)}`;

function addVisible(visible: VisibleTotals, object: Artifact): VisibleTotals {
  let { count, tokens, byName } = visible;
  for (const name of listSuperseded(object)) {
    const superseded = byName.get(name);
    if (!superseded || superseded.count === 0) continue;
    count -= superseded.count;
    tokens -= superseded.tokens;
    byName = byName.with(name, NO_TOTAL);
  }
  const previous = byName.get(object.name) ?? NO_TOTAL;
  const total = { count: previous.count + 1, tokens: previous.tokens + object.body.tokens };
  return { count: count + 1, tokens: tokens + object.body.tokens, byName: byName.with(object.name, total) };
}

/** Names in `meta.supersedes`, whose earlier artifacts this one replaces for the model. */
function listSuperseded(artifact: Artifact): readonly string[] {
  const names = getMetaField(artifact, 'supersedes');
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}

export function* iterateVisible({
  objects,
  visible,
}: Pick<Artifacts, 'objects' | 'visible'>): Generator<FoundArtifact, void, undefined> {
  const superseded = new Set<string>();
  let remaining = visible.count;
  for (const artifact of objects.iterateNewestFirst()) {
    if (remaining === 0) return;
    if (artifact.hidden) continue; // a hidden artifact supersedes nothing
    if (!superseded.has(artifact.name)) {
      remaining -= 1;
      yield artifact;
    }
    for (const name of listSuperseded(artifact)) superseded.add(name);
  }
}

/** Addresses of the run's link table (SAFETY D3), some of them twice. Of turns before `to` (exclusive). */
export function listLinks(state: Pick<Artifacts, 'objects' | 'indicesByName'>, to = Infinity): readonly string[] {
  return [
    ...findArtifactsByName(state, 'results').flatMap(({ meta, turn }) =>
      turn < to ? meta.results.map(({ url }) => url) : [],
    ),
    ...findArtifactsByName(state, 'web').flatMap(({ meta, turn }) => (turn < to ? [meta.url, ...meta.links] : [])),
  ];
}
