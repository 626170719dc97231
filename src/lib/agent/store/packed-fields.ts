/** Fields of frames in the form in which a commit is stored. */
import { isRecord } from '../../base/loose.ts';
import type { Frame, Labels } from '../frames/frames.ts';

export type Fields = Readonly<Record<string, unknown>>;

const INTEGRITIES: readonly Labels['integrity'][] = ['system', 'user', 'untrusted'];
const CONFIDENTIALITIES: readonly Labels['confidentiality'][] = ['public', 'private'];
/** Sources of a request's shares that are stored as their place here, others by their name. A new one comes last. */
const SHARE_SOURCES: readonly unknown[] = ['instructions', 'user', 'model', 'tools'];

/** Whether much of it stands in the run's first frame. */
export const repeatsConfig = (frame: Frame): boolean =>
  frame.kind === 'agent.invoked' || (frame.kind === 'control' && 'config' in frame);

/** The fields that have a shorter form. */
export function packFields(frame: Frame, first: Frame | undefined): Fields {
  const { labels, parentId, runId } = frame;
  const common = { labels: packLabels(labels), parentId: shortenId(parentId, runId) };
  if (frame.kind === 'agent.invoked') return { ...common, spec: omitShared(frame.spec, getSpec(first)) };
  if (frame.kind === 'control' && 'config' in frame)
    return { ...common, config: packConfig(frame.config, getSpec(first)) };
  if (frame.kind !== 'model.call') return common;
  const { estimate, shares } = frame;
  return {
    ...common,
    estimate: [estimate.input, estimate.output],
    shares: shares.flatMap(({ source, tokens }) => [toPlace(source), tokens]),
  };
}

export function unpackFields(
  { labels, parentId, estimate, shares, spec, config }: Fields,
  runId: string,
  first: Frame | undefined,
): Fields {
  const [input, output] = Array.isArray(estimate) ? (estimate as readonly unknown[]) : [];
  return {
    ...(typeof labels === 'string' && { labels: unpackLabels(labels) }),
    ...(typeof parentId === 'number' && { parentId: toId(runId, parentId) }),
    ...(isRecord(spec) && { spec: { ...getSpec(first), ...spec } }),
    ...(isRecord(config) && { config: unpackConfig(config, getSpec(first)) }),
    ...(Array.isArray(estimate) && { estimate: { input, output } }),
    ...(Array.isArray(shares) && { shares: pairShares(shares as readonly unknown[]) }),
  };
}

const pairShares = (flat: readonly unknown[]) =>
  Array.from({ length: flat.length / 2 }, (_, i) => ({ source: toSource(flat[2 * i]), tokens: flat[2 * i + 1] }));

const toPlace = (source: string): string | number =>
  SHARE_SOURCES.includes(source) ? SHARE_SOURCES.indexOf(source) : source;

const toSource = (stored: unknown): unknown => (typeof stored === 'number' ? SHARE_SOURCES[stored] : stored);

const getSpec = (first: Frame | undefined): Fields => (first?.kind === 'agent.invoked' ? { ...first.spec } : {});

/** A sub-agent has most of its configuration from the run: models, the cards of the agents that it may call. */
const omitShared = (spec: object, shared: Fields): Fields =>
  Object.fromEntries(Object.entries(spec).filter(([name, value]) => !(name in shared) || !isSame(value, shared[name])));

/** A follow-up and a retry mostly go on with the configuration of the run: tools and agents with all that is said of them. */
function packConfig(config: object, shared: Fields): Fields {
  const same = Object.entries(config).flatMap(([name, value]) => (isSame(value, shared[name]) ? [name] : []));
  return { ...omitShared(config, shared), same };
}

function unpackConfig({ same, ...config }: Fields, shared: Fields): Fields {
  const names = Array.isArray(same) ? (same as readonly string[]) : [];
  return { ...Object.fromEntries(names.map((name) => [name, shared[name]])), ...config };
}

export const toId = (runId: string, seq: number): string => `${runId}/${String(seq)}`;

export const packLabels = ({ integrity, confidentiality, origin }: Labels): string =>
  `${String(INTEGRITIES.indexOf(integrity))}${String(CONFIDENTIALITIES.indexOf(confidentiality))}${origin}`;

export const unpackLabels = (packed: string): Labels =>
  ({
    integrity: INTEGRITIES[Number(packed.charAt(0))],
    confidentiality: CONFIDENTIALITIES[Number(packed.charAt(1))],
    origin: packed.slice(2),
  }) as Labels;

/** Ids of the same run as their number. */
function shortenId(id: string | null, runId: string): string | number | null {
  const seq = Number(id?.slice(runId.length + 1));
  return toId(runId, seq) === id ? seq : id;
}

export function isSame(value: unknown, implied: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === implied;
  return JSON.stringify(value) === JSON.stringify(implied);
}
