/** Determines kind and encoding of a response body. The declared type is a hint; the bytes decide. */

export const TEXT_KINDS = ['html', 'text', 'json'] as const;
export type TextKind = (typeof TEXT_KINDS)[number];
export type BodyKind = TextKind | 'pdf';

export const HEAD_BYTES = 1024;

const KINDS: Readonly<Record<string, TextKind>> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/plain': 'text',
  'text/markdown': 'text',
  'text/x-markdown': 'text',
  'text/xml': 'text',
  'application/xml': 'text',
  'application/rss+xml': 'text',
  'application/atom+xml': 'text',
  'application/json': 'json',
  'application/ld+json': 'json',
};
const UNSPECIFIC_TYPES = new Set([
  '',
  'application/octet-stream',
  'binary/octet-stream',
  'application/pdf',
  'application/x-pdf',
]);

/** Null for unsupported content. `head`: the first bytes, at least {@link HEAD_BYTES} if available. */
export function detectBodyKind(type: string | null, head: Uint8Array): BodyKind | null {
  const start = String.fromCharCode(...head.subarray(0, HEAD_BYTES));
  if (start.includes('%PDF-')) return 'pdf'; // some servers put bytes before it, and readers accept that
  if (start.includes('\0') && !/^(?:\xff\xfe|\xfe\xff)/.test(start)) return null; // binary: of the web's encodings only UTF-16 has NUL
  const mediaType = getMediaType(type);
  const kind = Object.hasOwn(KINDS, mediaType) ? KINDS[mediaType] : undefined;
  if (kind !== undefined) return kind;
  return UNSPECIFIC_TYPES.has(mediaType) && /<(?:!doctype html|html|head|body)\b/i.test(start) ? 'html' : null;
}

/**
 * By byte order mark, server's charset, page's declaration, else UTF-8, else the first of `guessCharsets` (names by
 * likelihood) that the bytes are valid in, else Windows-1252.
 */
export function decodeBody(
  bytes: Uint8Array,
  type: string | null,
  guessCharsets: (bytes: Uint8Array) => readonly string[] = () => [],
): string {
  const bomDecoder = getBomDecoder(bytes);
  const declared =
    bomDecoder ?? createDecoder(/charset\s*=\s*["']?([^\s"';,]{1,40})/i.exec((type ?? '').slice(0, 500))?.[1]);
  const decoder = declared ?? createDecoder(findDeclaredCharset(bytes));
  if (decoder) return decoder.decode(bytes);
  const utf8 = new TextDecoder().decode(bytes);
  if (isMostlyValid(utf8)) return utf8;
  for (const name of guessCharsets(bytes)) {
    try {
      return new TextDecoder(name, { fatal: true }).decode(bytes);
    } catch {
      // unknown here, or not valid in it
    }
  }
  return new TextDecoder('windows-1252').decode(bytes);
}

/** Whether few of its letters beyond ASCII are replacements: one broken byte is no sign of another encoding. */
function isMostlyValid(text: string): boolean {
  const replaced = text.match(/\ufffd/g)?.length ?? 0;
  return replaced === 0 || replaced * 5 <= (text.match(/[^\0-\x7f\ufffd]/g)?.length ?? 0);
}

const getMediaType = (type: string | null): string =>
  (type ?? '').slice(0, 200).split(';', 1)[0]?.trim().toLowerCase() ?? '';

function getBomDecoder([a, b, c]: Uint8Array): TextDecoder | null {
  if (a === 0xef && b === 0xbb && c === 0xbf) return new TextDecoder('utf-8');
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le');
  return a === 0xfe && b === 0xff ? new TextDecoder('utf-16be') : null;
}

/** Null for an unknown encoding. */
function createDecoder(name: string | undefined): TextDecoder | null {
  try {
    return name === undefined ? null : new TextDecoder(name);
  } catch {
    return null;
  }
}

/** Never UTF-16, since the declaration was read as ASCII. */
function findDeclaredCharset(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, HEAD_BYTES));
  const name =
    /<meta\b[^>]{0,300}?charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(start)?.[1] ??
    /^<\?xml\b[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})/i.exec(start)?.[1];
  return name !== undefined && /^utf-?16/i.test(name) ? 'utf-8' : name;
}
