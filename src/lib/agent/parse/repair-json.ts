/** Parses a model's JSON, repairing it if necessary; refuses more than 1,000,000 characters. Linear time. */
import { parseJson } from '../../base/loose.ts';
import { readLooseJson, type LooseValue } from './loose-json.ts';

type RepairedJson =
  | {
      readonly ok: true;
      readonly value: unknown;
      readonly repaired: boolean;
      /** If false, something may be missing and the value must not be acted on. */
      readonly complete: boolean;
      /** What can be read in two ways, such as a key that is given twice; '' for nothing. */
      readonly ambiguity: string;
    }
  | { readonly ok: false };

interface RepairOptions {
  /** The writer had finished, so brackets missing after a closed value are added; otherwise they mean a cut. */
  readonly ended?: boolean;
}

const MAX_LENGTH = 1_000_000;
const MAX_STARTS = 8;
const REPAIR_FAILED: RepairedJson = { ok: false };

export function repairJson(text: string, { ended = false }: RepairOptions = {}): RepairedJson {
  if (text.length > MAX_LENGTH) return REPAIR_FAILED;
  const parsed = parseJson(text.trim().replace(/^\ufeff/, ''));
  if (parsed !== undefined && !isEncoded(parsed))
    return { ok: true, value: parsed, repaired: false, complete: true, ambiguity: findAmbiguity(text, parsed) };
  return repairText(typeof parsed === 'string' ? parsed : unescapeText(stripWrapping(text)), ended);
}

/** Objects and lists only: almost any text reads as a scalar. */
function repairText(text: string, ended: boolean): RepairedJson {
  const inner = parseJson(text.trim());
  if (typeof inner === 'object' && inner !== null)
    return { ok: true, value: inner, repaired: true, complete: true, ambiguity: findAmbiguity(text, inner) };
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
  const ambiguity = values.find((read) => read.ambiguity !== '')?.ambiguity ?? '';
  return { ok: true, value, repaired: true, complete, ambiguity };
}

/** Expects valid JSON. Reads it again only if a key is missing from the value, or an integer is long. */
function findAmbiguity(text: string, value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  const written = Array.from(text.matchAll(STRING_OR_KEY)).filter(([, colon]) => colon !== undefined).length;
  const hasRepeatedKey = written !== countKeys(value);
  if (!hasRepeatedKey && !/\d{16}/.test(text)) return '';
  const read = readLooseJson(text, text.search(/[{[]/));
  if (typeof read !== 'object') return '';
  // the lenient reading of valid JSON may be another one
  return hasRepeatedKey || JSON.stringify(read.value) === JSON.stringify(value) ? read.ambiguity : '';
}

const STRING_OR_KEY = /"[^"\\]*(?:\\.[^"\\]*)*"\s*(:)?/g;

/** Without recursion: `JSON.parse` reads what is nested deeper than the stack. */
function countKeys(value: object): number {
  const open: object[] = [value];
  let count = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const children: readonly unknown[] = Object.values(next);
    if (!Array.isArray(next)) count += children.length;
    for (const child of children) if (typeof child === 'object' && child !== null) open.push(child);
  }
  return count;
}

const PROSE_BRACKETS = /^(?:[{[][^"'“:\n{}[\]]{0,60}[}\]]|\{\s{0,9}\{)/;

/** Skips braces in prose, but stops at a broken object. */
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

function hasMoreAfter(text: string, end: number): boolean {
  const rest = text.slice(end).replace(/^[\s}\],;]+/, '');
  if (/^["'`]?\s{0,9}$/.test(rest)) return false;
  if (/^["'“‘:]/.test(rest)) return true;
  return /[}\]]$/.test(rest.trimEnd()) && /["'“”:]/.test(rest);
}

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
  if (/^\s*>/.test(rest) && !/(?<=\n)[^\S\n]*[^>\s]/.test(rest)) rest = rest.replace(/(^|\n)[^\S\n]*> ?/g, '$1');
  const fence = /```[\w-]{0,20}[ \t]{0,8}\r?\n?\s{0,50}(?=[{["'])/.exec(rest);
  const brace = rest.search(/[{[]/);
  return fence && fence.index < brace ? rest.slice(fence.index + fence[0].length) : rest;
}

/** Escaped as a JSON string or as HTML. */
function unescapeText(text: string): string {
  if (/[{[]\s{0,50}\\"/.test(text) && !/[{[]\s{0,50}"/.test(text)) {
    const inner = parseJson(`"${text.trim().replaceAll('\r', '').replaceAll('\n', '\\n').replaceAll('\t', '\\t')}"`);
    if (typeof inner === 'string') return inner;
  }
  if (text.includes('&quot;') && !text.includes('"')) {
    return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  }
  return text;
}

const isEncoded = (value: unknown): boolean => typeof value === 'string' && /^\s*[{[]/.test(value);
