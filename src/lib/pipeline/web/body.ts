/** What a server has sent, from what it says of it and what it begins with. The one rule: what it says is a hint, bytes decide. */

/** What is text, and how it is read. */
export const TEXT_KINDS = ['html', 'text', 'json'] as const;
export type TextKind = (typeof TEXT_KINDS)[number];
export type BodyKind = TextKind | 'pdf';

/** Bytes of the beginning that are looked at. */
export const HEAD = 1024;

const KINDS: Readonly<Record<string, TextKind>> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/plain': 'text',
  'text/markdown': 'text',
  'text/x-markdown': 'text',
  'application/json': 'json',
  'application/ld+json': 'json',
};
/** Types that servers give to what they do not know. */
const UNSAID = new Set(['', 'application/octet-stream', 'binary/octet-stream', 'application/pdf', 'application/x-pdf']);

/** Null for what is none of these. `type`: the header `Content-Type`; `head`: the first bytes, {@link HEAD} where there are as many. */
export function kindOf(type: string | null, head: Uint8Array): BodyKind | null {
  const start = String.fromCharCode(...head.subarray(0, HEAD));
  if (start.includes('%PDF-')) return 'pdf'; // some servers put something before it, as readers allow
  if (start.includes('\0') && !/^(?:\xff\xfe|\xfe\xff)/.test(start)) return null; // no text in any of the web's encodings but these
  const said = essence(type);
  const known = Object.hasOwn(KINDS, said) ? KINDS[said] : undefined;
  if (known !== undefined) return known;
  return UNSAID.has(said) && /<(?:!doctype html|html|head|body)\b/i.test(start) ? 'html' : null;
}

/** The bytes as text: by their mark, else as the server says, else as a page says of itself, else what it turns out to be. */
export function textOf(bytes: Uint8Array, type: string | null): string {
  const marked = markOf(bytes);
  const declared = marked ?? named(/charset\s*=\s*["']?([^\s"';,]{1,40})/i.exec((type ?? '').slice(0, 500))?.[1]);
  const decoder = declared ?? named(ownWord(bytes));
  if (decoder) return decoder.decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const essence = (type: string | null): string =>
  (type ?? '').slice(0, 200).split(';', 1)[0]?.trim().toLowerCase() ?? '';

function markOf([a, b, c]: Uint8Array): TextDecoder | null {
  if (a === 0xef && b === 0xbb && c === 0xbf) return new TextDecoder('utf-8');
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le');
  return a === 0xfe && b === 0xff ? new TextDecoder('utf-16be') : null;
}

/** Null for a name that no browser knows. */
function named(name: string | undefined): TextDecoder | null {
  try {
    return name === undefined ? null : new TextDecoder(name);
  } catch {
    return null;
  }
}

/** What a page or an XML file says in its first bytes. Said so, it cannot be UTF-16: then nobody could have read it. */
function ownWord(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, HEAD));
  const name =
    /<meta\b[^>]{0,300}?charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(start)?.[1] ??
    /^<\?xml\b[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})/i.exec(start)?.[1];
  return name !== undefined && /^utf-?16/i.test(name) ? 'utf-8' : name;
}
