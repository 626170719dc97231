/**
 * Parses JSON written by a model, repairing it if necessary. Linear time; texts over 1,000,000 characters are refused.
 * A value that may be incomplete has `complete: false` and must not be acted on.
 */
import { readLooseJson, type LooseValue } from './loose-json.ts';

export type RepairedJson =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** The text was not valid JSON. */
      readonly repaired: boolean;
      /** Nothing is known to be missing. */
      readonly complete: boolean;
    }
  | { readonly ok: false };

export interface RepairOptions {
  /**
   * Set if something outside the text (finish reason, closing tag) shows that the writer had finished. Missing closing
   * brackets are then added; otherwise they mean that the text was cut.
   */
  readonly ended?: boolean;
}

const MAX_LENGTH = 1_000_000;
/** Maximum number of start positions tried and of consecutive values read. */
const MAX_STARTS = 8;
const REPAIR_FAILED: RepairedJson = { ok: false };

export function repairJson(text: string, { ended = false }: RepairOptions = {}): RepairedJson {
  if (text.length > MAX_LENGTH) return REPAIR_FAILED;
  const parsed = tryParse(text.trim().replace(/^\ufeff/, ''));
  if (parsed !== undefined && !isEncoded(parsed)) return { ok: true, value: parsed, repaired: false, complete: true };
  return repairText(typeof parsed === 'string' ? parsed : unescapeText(stripWrapping(text)), ended);
}

/** Repairs objects and lists only: a lenient reader would accept almost any text as a scalar. */
function repairText(text: string, ended: boolean): RepairedJson {
  const inner = tryParse(text.trim());
  if (typeof inner === 'object' && inner !== null) return { ok: true, value: inner, repaired: true, complete: true };
  const bare = /^\s{0,50}["'][\w-]{1,60}["']\s{0,20}:/.test(text) ? `{${text}` : text;
  const first = readFirstValue(bare, 0);
  if (!first) return REPAIR_FAILED;
  const values = [first];
  let last = first;
  while (values.length < MAX_STARTS) {
    const next = /^[\s,;]*[{[]/.test(bare.slice(last.end, last.end + 100)) ? readFirstValue(bare, last.end) : null;
    if (!next) break;
    values.push(next);
    last = next;
  }
  const complete =
    values.every((read) => !read.lost && (!read.unclosed || ended || read.ended)) && !hasMoreAfter(bare, last.end);
  const different = values.filter(
    (read, index) => index === 0 || JSON.stringify(read.value) !== JSON.stringify(first.value),
  );
  const value = different.length === 1 ? first.value : different.map((read) => read.value);
  return { ok: true, value, repaired: true, complete };
}

/** Brackets that are not JSON: a placeholder, a reference, or a doubled brace. */
const PROSE_BRACKETS = /^(?:[{[][^"'“:\n{}[\]]{0,60}[}\]]|\{\s{0,9}\{)/;

/** Reads the first object or list at or after `from`. Skips braces in prose, but stops at a broken object. */
function readFirstValue(text: string, from: number): LooseValue | null {
  let at = from;
  for (let tries = 0; tries < MAX_STARTS; tries += 1) {
    const found = text.slice(at).search(/[{[]/);
    if (found === -1) return null;
    const read = readLooseJson(text, at + found);
    if (typeof read === 'object') return read;
    if (read === 'broken' || !PROSE_BRACKETS.test(text.slice(at + found, at + found + 70))) return null;
    at += found + 1;
  }
  return null;
}

/** Whether the text after the value looks like more of it, meaning that a bracket closed too early. */
function hasMoreAfter(text: string, end: number): boolean {
  const rest = text.slice(end).replace(/^[\s}\],;]+/, '');
  if (/^["'`]?\s{0,9}$/.test(rest)) return false;
  if (/^["'“‘:]/.test(rest)) return true;
  return /[}\]]$/.test(rest.trimEnd()) && /["'“”:]/.test(rest);
}

/** Removes what models put around JSON: thoughts, and everything before a fence that opens before it. */
function stripWrapping(text: string): string {
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

/** Undoes escaping of the whole text, as a JSON string or as HTML. */
function unescapeText(text: string): string {
  if (/[{[]\s{0,50}\\"/.test(text) && !/[{[]\s{0,50}"/.test(text)) {
    const inner = tryParse(`"${text.trim().replaceAll('\r', '').replaceAll('\n', '\\n').replaceAll('\t', '\\t')}"`);
    if (typeof inner === 'string') return inner;
  }
  if (text.includes('&quot;') && !text.includes('"')) {
    return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  }
  return text;
}

/** A JSON string that contains an object or a list. */
const isEncoded = (value: unknown): boolean => typeof value === 'string' && /^\s*[{[]/.test(value);

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
