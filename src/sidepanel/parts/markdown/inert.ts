/**
 * What untrusted text may do on screen: be read, nothing else. Characters that act (controls, text-direction overrides,
 * invisible tags) are dropped, and a link leads only to http or https, with its host in view (SAFETY D4).
 */

/** Controls but tab and line break; bidi embeddings, overrides and isolates; byte-order marks; the invisible tags block. */
// eslint-disable-next-line no-control-regex -- control characters are what this is about
const ACTING = /[\0-\x08\v\f\x0E-\x1F\x7F-\x9F\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu;

/** The text without characters that act on what stands around them. */
export function inertText(text: string): string {
  return text.replace(ACTING, '');
}

export interface SafeLink {
  readonly href: string;
  /** The whole host name in ASCII: the reader sees where it leads, whatever the link's words say. */
  readonly host: string;
}

/** The link a URL may become; null when it must stay plain text. */
export function safeLink(url: string): SafeLink | null {
  if (url.length > 2000 || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return null;
  const parsed = new URL(url);
  // a name before the host (`https://bank.example@evil.example`) serves deception alone
  if (parsed.username !== '' || parsed.password !== '' || parsed.hostname === '') return null;
  return { href: parsed.href, host: parsed.host };
}
