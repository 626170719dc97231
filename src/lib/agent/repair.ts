/**
 * JSON out of a model's hands: parsed as it is, or mended. The one rule: a value that may lack something says so with
 * `complete: false`; nothing may act on it then. Linear in the text; texts over a megabyte are refused.
 */
import { readLooseJson, type LooseValue } from './parse/loose-json.ts';

export type RepairedJson =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** The text was not JSON as it stood. */
      readonly repaired: boolean;
      /** Nothing is known to be missing. */
      readonly complete: boolean;
    }
  | { readonly ok: false };

export interface RepairOptions {
  /**
   * Something outside the text says that its writer had come to the end (the reply's finish, a closing tag): then missing
   * closing brackets are a slip and are added. Without it they count as a sign that the text was cut.
   */
  readonly ended?: boolean;
}

const MAX_LENGTH = 1_000_000;
/** Places where reading may begin, and values that may follow each other. */
const MAX_STARTS = 8;
const FAILED: RepairedJson = { ok: false };

export function repairJson(text: string, { ended = false }: RepairOptions = {}): RepairedJson {
  if (text.length > MAX_LENGTH) return FAILED;
  const whole = parse(text.trim().replace(/^\ufeff/, ''));
  if (whole !== undefined && !isEncoded(whole)) return { ok: true, value: whole, repaired: false, complete: true };
  return mend(typeof whole === 'string' ? whole : unescaped(stripped(text)), ended);
}

/** Only object and list are worth mending: almost any text is a scalar to a lenient reader. */
function mend(text: string, ended: boolean): RepairedJson {
  const inner = parse(text.trim());
  if (typeof inner === 'object' && inner !== null) return { ok: true, value: inner, repaired: true, complete: true };
  const bare = /^\s{0,50}["'][\w-]{1,60}["']\s{0,20}:/.test(text) ? `{${text}` : text;
  const first = readFrom(bare, 0);
  if (!first) return FAILED;
  const values = [first];
  let last = first;
  while (values.length < MAX_STARTS) {
    const next = /^[\s,;]*[{[]/.test(bare.slice(last.end, last.end + 100)) ? readFrom(bare, last.end) : null;
    if (!next) break;
    values.push(next);
    last = next;
  }
  const complete =
    values.every((read) => !read.lost && (!read.unclosed || ended || read.ended)) && !goesOn(bare, last.end);
  const different = values.filter(
    (read, index) => index === 0 || JSON.stringify(read.value) !== JSON.stringify(first.value),
  );
  const value = different.length === 1 ? first.value : different.map((read) => read.value);
  return { ok: true, value, repaired: true, complete };
}

/** Brackets that hold no JSON: a placeholder, a reference, or a brace that was doubled. */
const PROSE = /^(?:[{[][^"'“:\n{}[\]]{0,60}[}\]]|\{\s{0,9}\{)/;

/** The first object or list at or after that place; braces in prose are passed over, a broken object is not. */
function readFrom(text: string, from: number): LooseValue | null {
  let at = from;
  for (let tries = 0; tries < MAX_STARTS; tries += 1) {
    const found = text.slice(at).search(/[{[]/);
    if (found === -1) return null;
    const read = readLooseJson(text, at + found);
    if (typeof read === 'object') return read;
    if (read === 'broken' || !PROSE.test(text.slice(at + found, at + found + 70))) return null;
    at += found + 1;
  }
  return null;
}

/** Whether what follows the value looks like more of it: then a bracket closed too early, and the rest would be lost. */
function goesOn(text: string, end: number): boolean {
  const rest = text.slice(end).replace(/^[\s}\],;]+/, '');
  if (/^["'`]?\s{0,9}$/.test(rest)) return false;
  if (/^["'“‘:]/.test(rest)) return true;
  return /[}\]]$/.test(rest.trimEnd()) && /["'“”:]/.test(rest);
}

/** The text without what models put around JSON: thoughts, and all that comes before a fence that opens before it. */
function stripped(text: string): string {
  let rest = text;
  for (const tag of ['think', 'thinking', 'thought', 'reasoning']) {
    const open = rest.indexOf(`<${tag}>`);
    const close = rest.lastIndexOf(`</${tag}>`);
    const brace = rest.search(/[{[]/);
    if (close !== -1 && (open !== -1 ? brace === -1 || open < brace : !rest.includes('{') || brace < close)) {
      rest = rest.slice(close + tag.length + 3);
    } else if (open !== -1 && (brace === -1 || open < brace)) return '';
  }
  rest = rest.replace(/^\s*\[TOOL_CALLS\]/, '').replace(/^\s*<!\[CDATA\[/, '');
  if (/^\s*>/.test(rest) && !/\n\s*[^>\s]/.test(rest)) rest = rest.replace(/^[^\S\n]*> ?/gm, '');
  const fence = /```[\w-]{0,20}[ \t]{0,8}\r?\n?\s{0,50}(?=[{["'])/.exec(rest);
  const brace = rest.search(/[{[]/);
  return fence && fence.index < brace ? rest.slice(fence.index + fence[0].length) : rest;
}

/** A text that was escaped as a whole, for a string or for a page. */
function unescaped(text: string): string {
  if (/[{[]\s{0,50}\\"/.test(text) && !/[{[]\s{0,50}"/.test(text)) {
    const inner = parse(`"${text.trim().replaceAll('\r', '').replaceAll('\n', '\\n').replaceAll('\t', '\\t')}"`);
    if (typeof inner === 'string') return inner;
  }
  if (text.includes('&quot;') && !text.includes('"')) {
    return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  }
  return text;
}

/** A JSON string whose text is itself an object or a list. */
const isEncoded = (value: unknown): boolean => typeof value === 'string' && /^\s*[{[]/.test(value);

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
