/**
 * Calls that a model wrote into its text. The one rule: only an explicit tag is a call, and only where tags of the
 * protocol stand: at the beginning of a line or the end of the reply, outside code. What merely looks like a call in
 * the middle of an answer is part of the answer.
 */
import { argumentsOf, callsInJson, looksLikeCall, type FoundCall } from './shapes.ts';

export interface Textual {
  readonly calls: readonly FoundCall[];
  /** A tag that opens a call whose content could not be read, as it was written; '' when there is none. */
  readonly unreadable: string;
  /** What stands before the first call. */
  readonly before: string;
  /** The text ends inside a call, or inside a tag that would open one. */
  readonly half: boolean;
}

const OPEN =
  /<(?:tool_call|function_call)>|<function=["']?([\w.-]{1,100})["']?>|<(?:invoke|function)\s{1,10}name\s{0,5}=\s{0,5}["']([^"'<>\n]{1,100})["']\s{0,10}>/gi;
const PARAMETER = /<parameter(?:=([\w.-]{1,100})|\s{1,10}name\s{0,5}=\s{0,5}["']([^"'<>\n]{1,100})["'])\s{0,10}>/gi;
/** More calls than any reply may have: enough to know that there are too many. */
const MAX_FOUND = 9;
const MAX_TAGS = 200;
/** The tags of the protocol; a reply that ends in the beginning of one ends in half a call. */
const CALL_TAGS = ['<tool_call>', '<function_call>', '<function=', '<function name=', '<invoke name='];

interface Block {
  readonly calls: readonly FoundCall[];
  readonly end: number;
  readonly closed: boolean;
  readonly readable: boolean;
}

export function readTextual(text: string): Textual {
  const lower = lowered(text);
  const calls: FoundCall[] = [];
  let unreadable = '';
  let before: string | null = null;
  let half = endsInTag(lower);
  let at = 0;
  for (let tags = 0; tags < MAX_TAGS && calls.length < MAX_FOUND; tags += 1) {
    OPEN.lastIndex = at;
    const open = OPEN.exec(text);
    if (!open) break;
    at = OPEN.lastIndex;
    const follows = /^\s{0,50}<(?:function|invoke)[\s=]/i.test(text.slice(at, at + 70));
    if (follows || isCode(text, open.index)) continue; // a wrapper, or code
    const name = open[1] ?? open[2];
    const block = name === undefined ? jsonBlock(text, lower, at) : namedBlock(text, lower, at, name);
    if (!beginsLine(text, open.index) && !/^\s{0,100}(?:<|$)/.test(text.slice(block.end, block.end + 101))) continue;
    before ??= text.slice(0, open.index);
    half ||= !block.closed;
    if (!block.readable && unreadable === '') unreadable = text.slice(open.index, block.end);
    calls.push(...block.calls);
    at = block.end;
  }
  return { calls, unreadable, before: before ?? text, half };
}

/** Lower case of ASCII letters alone, so that positions stay. */
export const lowered = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Whether a text ends in the beginning of a tag that would open a call. */
export function endsInTag(lower: string): boolean {
  const at = lower.lastIndexOf('<');
  const tail = lower.slice(at);
  return at !== -1 && tail.length > 1 && CALL_TAGS.some((tag) => tag.startsWith(tail) || tail === tag);
}

const beginsLine = (text: string, at: number): boolean =>
  /(?:^|[\n>])[ \t]{0,39}$/.test(text.slice(Math.max(0, at - 40), at));

/** Inside backticks, or inside a fence that is not all of the reply. */
function isCode(text: string, at: number): boolean {
  if (text[at - 1] === '`') return true;
  const fences = text.slice(0, at).match(/^ {0,3}(?:```|~~~)/gm)?.length ?? 0;
  return fences % 2 === 1 && !/^\s{0,50}```[\w-]{0,20}\s{0,50}$/.test(text.slice(0, at));
}

/** `<tool_call>{"name": …, "arguments": …}</tool_call>` */
function jsonBlock(text: string, lower: string, start: number): Block {
  const close = closeAfter(text, lower, start, /<\/(?:tool_call|function_call)>/g);
  const body = text.slice(start, close.at);
  const calls = callsInJson(body, close.closed) ?? xmlPairs(body, close.closed);
  return { calls: calls ?? [], end: close.end, closed: close.closed, readable: calls !== null };
}

/** `<function=name>{…}</function>`, `<invoke name="name"><parameter name="x">…</parameter></invoke>` */
function namedBlock(text: string, lower: string, start: number, name: string): Block {
  const close = closeAfter(text, lower, start, /<\/(?:function|invoke)>/g);
  const body = text.slice(start, close.at);
  const pairs = /^\s{0,50}(?:<parameter|$)/i.test(body.slice(0, 70));
  const read = pairs ? readParameters(body, close.closed) : { ...argumentsOf(body, close.closed), untyped: false };
  const call = { name, reasoning: '', observation: '', raw: body, impossible: false, ...read };
  return { calls: [call], end: close.end, closed: close.closed, readable: true };
}

/** Where the block ends: at its closing tag, though not one inside a JSON text; else where the next begins. */
function closeAfter(
  text: string,
  lower: string,
  start: number,
  tag: RegExp,
): { readonly at: number; readonly end: number; readonly closed: boolean } {
  tag.lastIndex = jsonEnd(text, start);
  const found = tag.exec(lower);
  if (found) return { at: found.index, end: found.index + found[0].length, closed: true };
  const next = lower.indexOf('<tool_call>', start);
  const at = next === -1 ? text.length : next;
  return { at, end: at, closed: false };
}

/** The end of a well-formed object or list that begins here; the beginning itself when there is none. */
function jsonEnd(text: string, start: number): number {
  const from = start + (/^\s{0,100}/.exec(text.slice(start, start + 100))?.[0].length ?? 0);
  if (text[from] !== '{' && text[from] !== '[') return start;
  let depth = 0;
  let quoted = false;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\' && quoted) at += 1;
    else if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return /^\s{0,100}<\//.test(text.slice(at + 1, at + 103)) ? at + 1 : start;
    }
  }
  return start;
}

function readParameters(body: string, closed: boolean): Pick<FoundCall, 'args' | 'untyped' | 'repaired' | 'complete'> {
  const entries: [string, string][] = [];
  let complete = closed;
  PARAMETER.lastIndex = 0;
  for (let open = PARAMETER.exec(body); open; open = PARAMETER.exec(body)) {
    const start = PARAMETER.lastIndex;
    const end = body.indexOf('</parameter>', start);
    if (end === -1) {
      complete = false;
      break;
    }
    entries.push([open[1] ?? open[2] ?? '', body.slice(start, end).replace(/^\r?\n|\r?\n$/g, '')]);
    PARAMETER.lastIndex = end;
  }
  return { args: Object.fromEntries(entries), untyped: true, repaired: false, complete };
}

/** `name<arg_key>x</arg_key><arg_value>…</arg_value>`, as one family of models writes it. */
function xmlPairs(body: string, closed: boolean): readonly FoundCall[] | null {
  const name = /^\s{0,50}([\w.-]{1,100})\s{0,50}(?:<arg_key>|$)/.exec(body.slice(0, 300))?.[1];
  if (name === undefined) return null;
  const pairs = body.split('<arg_key>').slice(1);
  const entries = pairs.flatMap((pair) => {
    const [key, value] = pair.split('</arg_key>');
    const [, inside] = value?.split('<arg_value>') ?? [];
    return key === undefined || !inside?.includes('</arg_value>')
      ? []
      : [[key.trim(), inside.slice(0, inside.indexOf('</arg_value>'))] as const];
  });
  const complete = closed && entries.length === pairs.length;
  const read = { args: Object.fromEntries(entries), untyped: true, repaired: false, complete };
  return [{ name, reasoning: '', observation: '', raw: body, impossible: false, ...read }];
}

/** A reply that is nothing but JSON, perhaps fenced, perhaps after one line that announces it: its calls. */
export function readBare(text: string): { readonly calls: readonly FoundCall[] | null; readonly half: boolean } {
  let body = text.trim().replace(/^(?:\[TOOL_CALLS\]|<\|python_tag\|>)\s*/, '');
  const line = body.indexOf('\n');
  const first = body.slice(0, line).trim();
  if (line !== -1 && first.length <= 80 && /^[^{[`].*[:：]$/.test(first)) body = body.slice(line).trim();
  let ended = false;
  const fence = /^```[\w-]{0,20}\s{0,20}/.exec(body);
  if (fence) {
    ended = body.length > 5 && body.endsWith('```');
    body = body.slice(fence[0].length, ended ? -3 : undefined).trim();
  }
  if (!/^[{[]/.test(body)) return { calls: null, half: false };
  const calls = callsInJson(body, ended);
  const whole = calls?.every(({ complete }) => complete) ?? false;
  if (whole && !/[}\]]$/.test(body)) return { calls: null, half: false }; // an answer that begins with an example
  return { calls, half: looksLikeCall(body) };
}
