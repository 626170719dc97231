/** The stored form of a commit: without what its key, the frame before or a default says. */
import type { Json } from '../../base/json.ts';
import { FRAME_VERSION } from '../frames/frame-of.ts';
import type { Commit, Frame, Labels } from '../frames/frames.ts';
import type { RunSummary } from '../storage-ports.ts';
import { MAIN_AGENT } from '../frames/stamp.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Left out of a frame that has these values. Changing one changes the meaning of what is stored. */
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
};

export function packCommit(commit: Commit): Json {
  return [FRAME_VERSION, ...commit.map((frame, i) => packFrame(frame, commit[i - 1]) as Json)];
}

/** Null if it is no commit of this version. `seq`: of its first frame. */
export function unpackCommit(runId: string, seq: number, stored: unknown): Commit | null {
  if (!Array.isArray(stored)) return null;
  const [version, ...packed] = stored as readonly unknown[];
  if (version !== FRAME_VERSION) return null;
  const frames: Frame[] = [];
  for (const fields of packed) {
    const frame = unpackFrame(fields, runId, seq + frames.length, frames.at(-1));
    if (frame === null) return null;
    frames.push(frame);
  }
  const [first, ...rest] = frames;
  return first ? [first, ...rest] : null;
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
] as const satisfies readonly (keyof RunSummary)[];

/** The values alone, because it is written with each commit. */
export const packSummary = (summary: RunSummary): Json => SUMMARY_FIELDS.map((name) => summary[name]);

/** Null for anything else than what {@link packSummary} returns. */
export function unpackSummary(runId: string, stored: unknown): RunSummary | null {
  if (!Array.isArray(stored) || stored.length !== SUMMARY_FIELDS.length) return null;
  return { runId, ...Object.fromEntries(SUMMARY_FIELDS.map((name, i) => [name, stored[i] as unknown])) } as RunSummary;
}

function packFrame({ kind, ...fields }: Frame, previous: Frame | undefined): Fields {
  const implied = getImpliedFields(kind, fields.runId, fields.seq, previous);
  const { integrity, confidentiality, origin } = fields.labels;
  const packed: Fields = {
    ...fields,
    parentId: shortenId(fields.parentId, fields.runId),
    labels: `${integrity} ${confidentiality} ${origin}`,
  };
  const own = Object.entries(fields).filter(([name, value]) => !isSame(value, implied[name]));
  return { kind, ...Object.fromEntries(own.map(([name]) => [name, packed[name]])) };
}

function unpackFrame(packed: unknown, runId: string, seq: number, previous: Frame | undefined): Frame | null {
  if (typeof packed !== 'object' || packed === null) return null;
  const { kind, parentId, labels, ...fields } = packed as Fields;
  if (typeof kind !== 'string' || !Object.hasOwn(DEFAULTS, kind)) return null;
  return {
    ...getImpliedFields(kind as Frame['kind'], runId, seq, previous),
    ...fields,
    ...(parentId === undefined ? {} : { parentId: typeof parentId === 'number' ? toId(runId, parentId) : parentId }),
    ...(typeof labels === 'string' ? { labels: parseLabels(labels) } : {}),
    kind,
  } as unknown as Frame;
}

function getImpliedFields(kind: Frame['kind'], runId: string, seq: number, previous: Frame | undefined): Fields {
  const { at, product, labels, agentId = MAIN_AGENT, correlationId = null } = previous ?? {};
  const [id, parentId] = [toId(runId, seq), seq === 0 ? null : toId(runId, seq - 1)];
  const common = { v: FRAME_VERSION, id, runId, seq, parentId, at, product, labels, agentId, correlationId };
  return { ...DEFAULTS[kind], ...common };
}

const toId = (runId: string, seq: number): string => `${runId}/${String(seq)}`;

function parseLabels(packed: string): Labels {
  const [integrity, confidentiality, ...origin] = packed.split(' ');
  return { integrity, confidentiality, origin: origin.join(' ') } as Labels;
}

/** Ids of the same run as their number. */
function shortenId(id: string | null, runId: string): string | number | null {
  const seq = Number(id?.slice(runId.length + 1));
  return toId(runId, seq) === id ? seq : id;
}

function isSame(value: unknown, implied: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === implied;
  return JSON.stringify(value) === JSON.stringify(implied);
}
