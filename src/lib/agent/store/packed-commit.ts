/** The stored form of a commit: without what its key, the frame before or a default says. */
import type { Json } from '../../base/json.ts';
import { FRAME_VERSION } from '../frames/frame-of.ts';
import type { Commit, Frame } from '../frames/frames.ts';
import type { RunSummary } from '../storage-ports.ts';
import { MAIN_AGENT } from '../frames/stamp.ts';
import { isSame, packFields, packLabels, toId, unpackFields, unpackLabels, type Fields } from './packed-fields.ts';

/**
 * Left out of a frame that has these values. A kind is stored as its place here, so a new one comes last. Changing a value
 * or a place changes the meaning of what is stored.
 */
const DEFAULTS: { readonly [K in Frame['kind']]: Partial<Extract<Frame, { kind: K }>> } = {
  'agent.invoked': {},
  plan: { by: 'model', problem: null, held: [] },
  'tool.call': { ordinal: 0 },
  'tool.result': {
    index: 0,
    final: true,
    isError: false,
    payload: 'text',
    content: [],
    structured: null,
    objects: [],
    error: null,
    recoverable: true,
    end: false,
  },
  observation: { by: 'rule' },
  'model.call': { attempt: 1, purpose: 'decide', part: null },
  'model.reply': { text: '', calls: [], failure: null },
  usage: { cached: 0, reasoning: 0, source: 'provider' },
  reflection: {},
  compaction: {},
  grade: {},
  'ask.user': { citations: [], call: null },
  wait: {},
  control: { commandId: null },
  'agent.response': { partial: false, impossible: false, note: '', citations: [] },
  error: {},
  opinion: { doubts: [] },
};

/** Left out where the frame before has the same. */
const REPEATED: { readonly [K in Frame['kind']]?: readonly (keyof Extract<Frame, { kind: K }>)[] } = {
  'tool.call': ['step'],
  usage: ['key'],
};

const KINDS = Object.keys(DEFAULTS) as readonly Frame['kind'][];

/** What the first frame says of all, as far as the others do not differ. */
type Header = Pick<Frame, 'at' | 'product' | 'labels'>;

/** `[version, at, product, labels, ...[kind, fields]]`. `first`: the run's first frame, unless it is in the commit. */
export function packCommit(commit: Commit, first?: Frame): Json {
  const { at, product, labels } = commit[0];
  const frames = commit.map((frame, i) => packFrame(frame, commit[i - 1] ?? { at, product, labels }, first) as Json);
  return [FRAME_VERSION, at, product, packLabels(labels), ...frames];
}

/** Null if it is no commit of this version. `seq`: of its first frame. */
export function unpackCommit(runId: string, seq: number, stored: unknown, first?: Frame): Commit | null {
  if (!Array.isArray(stored)) return null;
  const [version, at, product, labels, ...packed] = stored as readonly unknown[];
  if (version !== FRAME_VERSION || typeof labels !== 'string') return null;
  const header = { at, product, labels: unpackLabels(labels) } as Header;
  const frames: Frame[] = [];
  for (const each of packed) {
    const frame = unpackFrame(each, runId, seq + frames.length, frames.at(-1) ?? header, first);
    if (frame === null) return null;
    frames.push(frame);
  }
  const [head, ...rest] = frames;
  return head ? [head, ...rest] : null;
}

const SUMMARY_FIELDS = [
  'tabId',
  'lastSeq',
  'status',
  'startedAt',
  'requestedAt',
  'until',
  'input',
  'output',
  'private',
] as const satisfies readonly (keyof RunSummary)[];

/** The values alone, because it is written with each commit. The latest request counts from the start of the run. */
export function packSummary(summary: RunSummary): Json {
  const packed = { ...summary, requestedAt: summary.requestedAt - summary.startedAt };
  return SUMMARY_FIELDS.map((name) => packed[name]);
}

/** Null for anything else than what {@link packSummary} returns. */
export function unpackSummary(runId: string, stored: unknown): RunSummary | null {
  if (!Array.isArray(stored) || stored.length !== SUMMARY_FIELDS.length) return null;
  const packed = Object.fromEntries(
    SUMMARY_FIELDS.map((name, i) => [name, stored[i] as unknown]),
  ) as unknown as RunSummary;
  return { ...packed, runId, requestedAt: packed.startedAt + packed.requestedAt };
}

function packFrame(frame: Frame, previous: Frame | Header, first: Frame | undefined): readonly [number, Fields] {
  const { kind, ...fields } = frame;
  const implied = getImpliedFields(kind, fields.runId, fields.seq, previous);
  const packed: Fields = { ...fields, ...packFields(frame, first) };
  const own = Object.entries(fields).filter(([name, value]) => !isSame(value, implied[name]));
  return [KINDS.indexOf(kind), Object.fromEntries(own.map(([name]) => [name, packed[name]]))];
}

function unpackFrame(
  stored: unknown,
  runId: string,
  seq: number,
  previous: Frame | Header,
  first: Frame | undefined,
): Frame | null {
  if (!Array.isArray(stored)) return null;
  const [index, packed] = stored as readonly unknown[];
  const kind = KINDS[Number(index)];
  if (kind === undefined || typeof packed !== 'object' || packed === null) return null;
  const fields = { ...(packed as Fields), ...unpackFields(packed as Fields, runId, first) };
  return { ...getImpliedFields(kind, runId, seq, previous), ...fields, kind } as unknown as Frame;
}

function getImpliedFields(kind: Frame['kind'], runId: string, seq: number, previous: Frame | Header): Fields {
  const before: Fields = { ...previous };
  const { at, product, labels, agentId = MAIN_AGENT, correlationId = null } = before;
  const { parentId = seq === 0 ? null : toId(runId, seq - 1) } = before;
  const id = toId(runId, seq);
  const repeated: Fields = Object.fromEntries(REPEATED[kind]?.map((name) => [name, before[name]]) ?? []);
  const common = { v: FRAME_VERSION, id, runId, seq, parentId, at, product, labels, agentId, correlationId };
  return { ...DEFAULTS[kind], ...common, ...repeated };
}
