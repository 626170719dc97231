/** Decides whether something may leave without asking (SAFETY D16): labels of the prompt, destination, the user's gesture. Pure. */
import type { Labels } from '../frames/labels.ts';
import type { RequestState } from '../state/request-state.ts';

/** What a request may tell sites by choosing among links: the user is asked beyond it. */
export const MAX_UNASKED_BITS = 16;
/** What all requests of a run may. */
export const MAX_RUN_BITS = 64;

export interface Egress {
  /** `read`: sends to get something. `write`: may change something there. */
  readonly kind: 'read' | 'write';
  /** Worst labels of everything the text may have been made from. */
  readonly labels: Pick<Labels, 'integrity' | 'confidentiality'>;
  /** Named by the user's gesture, a search or a page that was read. */
  readonly named: boolean;
  /** Allowed by the user permanently. */
  readonly granted: boolean;
  /** The text is the user's own words. */
  readonly own: boolean;
  /** What choosing this destination among others tells, with all that was told before. */
  readonly bits: number;
}

export function decideEgress({ kind, labels, named, granted, own, bits }: Egress): 'allow' | 'ask' {
  const reachable = granted || (named && kind === 'read');
  if (labels.confidentiality === 'private') return reachable && own && bits <= MAX_UNASKED_BITS ? 'allow' : 'ask';
  if (labels.integrity === 'system' || (labels.integrity === 'user' && kind === 'read')) return 'allow';
  return reachable && bits <= MAX_UNASKED_BITS ? 'allow' : 'ask';
}

/** In bits: what counts against the bound of a request, or of the run where that is nearer. */
export const countTold = ({ told, toldBefore }: Pick<RequestState, 'told' | 'toldBefore'>): number =>
  Math.max(told, toldBefore + told - (MAX_RUN_BITS - MAX_UNASKED_BITS));

/** In bits: which of `among` links was chosen. */
export const countChoiceBits = (among: number): number => Math.log2(Math.max(1, among));

/** In bits: which `count` of `among` links were chosen together. */
export function countSetBits(count: number, among: number): number {
  let bits = 0;
  for (let i = 1; i <= count; i += 1) bits += Math.log2(Math.max(1, among - count + i) / i);
  return bits;
}
