/**
 * Who content comes from and who may see it, set by code at the boundary (SAFETY D1). The one rule: what is derived from
 * several takes the lowest integrity and the highest confidentiality of them; nothing raises one or lowers the other.
 */
export interface Labels {
  readonly integrity: 'system' | 'user' | 'untrusted';
  readonly confidentiality: 'public' | 'private';
  /** Origin of the content (`https://example.org`), `user`, `model` or `system`. */
  readonly origin: string;
}

export const SYSTEM: Labels = { integrity: 'system', confidentiality: 'public', origin: 'system' };
export const USER: Labels = { integrity: 'user', confidentiality: 'public', origin: 'user' };
/** Of what nobody vouches for and nobody may see: where it is not known what something comes from. */
export const NOBODYS: Labels = { integrity: 'untrusted', confidentiality: 'private', origin: 'unknown' };

export function worst(first: Labels, ...rest: readonly Labels[]): Labels {
  const all = [first, ...rest];
  const integrity =
    (['untrusted', 'user', 'system'] as const).find((i) => all.some((l) => l.integrity === i)) ?? 'untrusted';
  const confidentiality = all.some((l) => l.confidentiality === 'private') ? 'private' : 'public';
  const origin = all.find((l) => l.integrity === integrity)?.origin ?? 'system';
  return { integrity, confidentiality, origin };
}
