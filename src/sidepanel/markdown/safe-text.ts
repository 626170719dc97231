/** Drops active characters and allows only http(s) links with a visible host (SAFETY D4). */

import { createContext } from 'react';
import { parseWebUrl } from '../../lib/base/urls.ts';

/** Addresses that may be clicked, as the browser writes them. */
export const KnownLinksContext = createContext<ReadonlySet<string>>(new Set());

/** Controls except tab and line break; bidi embeddings, overrides and isolates; BOMs; invisible tags. */
const ACTIVE_CHARACTERS =
  // oxlint-disable-next-line no-control-regex -- it matches control characters on purpose
  /[\0-\x08\v\f\x0E-\x1F\x7F-\x9F\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu;

export function stripActiveCharacters(text: string): string {
  return text.replace(ACTIVE_CHARACTERS, '');
}

interface SafeLink {
  readonly href: string;
  /** In ASCII: the reader sees where the link leads. */
  readonly host: string;
}

/** Null if it must stay plain text. */
export function parseSafeLink(url: string): SafeLink | null {
  const parsed = url.length <= 2000 ? parseWebUrl(url) : null;
  if (!parsed) return null;
  // credentials before the host (`https://bank.example@evil.example`) only serve deception
  if (parsed.username !== '' || parsed.password !== '' || parsed.hostname === '') return null;
  return { href: parsed.href, host: parsed.host };
}
