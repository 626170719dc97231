/** Labels of content, set by code (SAFETY D1): integrity is never raised, confidentiality never lowered. */
export interface Labels {
  readonly integrity: 'system' | 'user' | 'untrusted';
  readonly confidentiality: 'public' | 'private';
  /** A web origin, `user`, `model` or `system`. */
  readonly origin: string;
}

export const SYSTEM_LABELS: Labels = { integrity: 'system', confidentiality: 'public', origin: 'system' };
export const USER_LABELS: Labels = { integrity: 'user', confidentiality: 'public', origin: 'user' };
/** Labels of what was typed to a model alone, or about a page: a search may not learn of it unless the user agrees, even in a later turn. */
export const CONFIDED_LABELS: Labels = { ...USER_LABELS, confidentiality: 'private' };
export const MODEL_LABELS: Labels = { integrity: 'untrusted', confidentiality: 'private', origin: 'model' };
export const UNKNOWN_LABELS: Labels = { integrity: 'untrusted', confidentiality: 'private', origin: 'unknown' };

export function mergeLabels(first: Labels, ...rest: readonly Labels[]): Labels {
  const all = [first, ...rest];
  const integrity =
    (['untrusted', 'user', 'system'] as const).find((i) => all.some((l) => l.integrity === i)) ?? 'untrusted';
  const confidentiality = all.some((l) => l.confidentiality === 'private') ? 'private' : 'public';
  const origin = all.find((l) => l.integrity === integrity)?.origin ?? 'system';
  return { integrity, confidentiality, origin };
}
