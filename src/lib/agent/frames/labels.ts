/**
 * Labels of where content comes from and who may see it, set by code at the boundary (SAFETY D1). Derived content gets
 * the lowest integrity and the highest confidentiality of its inputs; nothing raises integrity or lowers
 * confidentiality.
 */
export interface Labels {
  readonly integrity: 'system' | 'user' | 'untrusted';
  readonly confidentiality: 'public' | 'private';
  /** Origin of the content (`https://example.org`), `user`, `model` or `system`. */
  readonly origin: string;
}

export const SYSTEM_LABELS: Labels = { integrity: 'system', confidentiality: 'public', origin: 'system' };
export const USER_LABELS: Labels = { integrity: 'user', confidentiality: 'public', origin: 'user' };
/** For content of unknown origin: untrusted and private. */
export const UNKNOWN_LABELS: Labels = { integrity: 'untrusted', confidentiality: 'private', origin: 'unknown' };

export function mergeLabels(first: Labels, ...rest: readonly Labels[]): Labels {
  const all = [first, ...rest];
  const integrity =
    (['untrusted', 'user', 'system'] as const).find((i) => all.some((l) => l.integrity === i)) ?? 'untrusted';
  const confidentiality = all.some((l) => l.confidentiality === 'private') ? 'private' : 'public';
  const origin = all.find((l) => l.integrity === integrity)?.origin ?? 'system';
  return { integrity, confidentiality, origin };
}
