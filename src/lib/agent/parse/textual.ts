/** Reads calls in text: explicit tags at a line start or the reply's end, outside code. */
import { describeRepeatedKey } from './loose-json.ts';
import {
  createFoundCall,
  parseArguments,
  parseJsonCalls,
  isPartialCall,
  type FoundCall,
  type ReadArguments,
} from './shapes.ts';

interface TextualCalls {
  readonly calls: readonly FoundCall[];
  /** Source of an unreadable call; '' for none. */
  readonly unreadable: string;
  readonly before: string;
  /** Ends inside a call or an opening call tag. */
  readonly half: boolean;
}

const CALL_OPEN =
  /<(?:tool_call|function_call)>|<function=["']?([\w.-]{1,100})["']?>|<(?:invoke|function)\s{1,10}name\s{0,5}=\s{0,5}["']([^"'<>\n]{1,100})["']\s{0,10}>/gi;
const PARAMETER_OPEN =
  /<parameter(?:=([\w.-]{1,100})|\s{1,10}name\s{0,5}=\s{0,5}["']([^"'<>\n]{1,100})["'])\s{0,10}>/gi;
const MAX_FOUND_CALLS = 9;
const MAX_TAGS = 200;
/** A reply that ends with part of one ends with half a call. */
const CALL_TAGS = ['<tool_call>', '<function_call>', '<function=', '<function name=', '<invoke name='];

interface CallBlock {
  readonly calls: readonly FoundCall[];
  readonly end: number;
  readonly closed: boolean;
  readonly readable: boolean;
}

export function readTextualCalls(text: string): TextualCalls {
  const lower = toAsciiLowerCase(text);
  const calls: FoundCall[] = [];
  let unreadable = '';
  let before: string | null = null;
  let half = hasCallTagAtEnd(lower);
  let at = 0;
  for (let tags = 0; tags < MAX_TAGS && calls.length < MAX_FOUND_CALLS; tags += 1) {
    CALL_OPEN.lastIndex = at;
    const open = CALL_OPEN.exec(text);
    if (!open) break;
    at = CALL_OPEN.lastIndex;
    const isWrapper = /^\s{0,50}<(?:function|invoke)[\s=]/i.test(text.slice(at, at + 70));
    if (isWrapper || isInsideCode(text, open.index)) continue; // a wrapper, or code
    const name = open[1] ?? open[2];
    const block = name === undefined ? readJsonBlock(text, lower, at) : readNamedBlock(text, lower, at, name);
    if (!isLineStart(text, open.index) && !/^\s{0,100}(?:<|$)/.test(text.slice(block.end, block.end + 101))) continue;
    before ??= text.slice(0, open.index);
    half ||= !block.closed;
    if (!block.readable && unreadable === '') unreadable = text.slice(open.index, block.end);
    calls.push(...block.calls);
    at = block.end;
  }
  return { calls, unreadable, before: before ?? text, half };
}

/** ASCII only: positions stay the same. */
export const toAsciiLowerCase = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

export function hasCallTagAtEnd(lower: string): boolean {
  const at = lower.lastIndexOf('<');
  const tail = lower.slice(at);
  return at !== -1 && tail.length > 1 && CALL_TAGS.some((tag) => tag.startsWith(tail) || tail === tag);
}

const isLineStart = (text: string, at: number): boolean =>
  /(?:^|[\n>])[ \t]{0,39}$/.test(text.slice(Math.max(0, at - 40), at));

/** A fence around the whole reply does not count. */
function isInsideCode(text: string, at: number): boolean {
  if (text[at - 1] === '`') return true;
  const fences = text.slice(0, at).match(/^ {0,3}(?:```|~~~)/gm)?.length ?? 0;
  return fences % 2 === 1 && !/^\s{0,50}```[\w-]{0,20}\s{0,50}$/.test(text.slice(0, at));
}

function readJsonBlock(text: string, lower: string, start: number): CallBlock {
  const close = findBlockEnd(text, lower, start, /<\/(?:tool_call|function_call)>/g);
  const body = text.slice(start, close.at);
  const calls = parseJsonCalls(body, close.closed) ?? readXmlPairs(body, close.closed);
  return { calls: calls ?? [], end: close.end, closed: close.closed, readable: calls !== null };
}

function readNamedBlock(text: string, lower: string, start: number, name: string): CallBlock {
  const close = findBlockEnd(text, lower, start, /<\/(?:function|invoke)>/g);
  const body = text.slice(start, close.at);
  const pairs = /^\s{0,50}(?:<parameter|$)/i.test(body.slice(0, 70));
  const read = pairs ? readParameters(body, close.closed) : parseArguments(body, close.closed);
  const call = createFoundCall(name, body, read, pairs);
  return { calls: [call], end: close.end, closed: close.closed, readable: true };
}

/** The closing tag outside JSON, else the next block. */
function findBlockEnd(
  text: string,
  lower: string,
  start: number,
  tag: RegExp,
): { readonly at: number; readonly end: number; readonly closed: boolean } {
  tag.lastIndex = findJsonEnd(text, start);
  const found = tag.exec(lower);
  if (found) return { at: found.index, end: found.index + found[0].length, closed: true };
  const next = lower.indexOf('<tool_call>', start);
  const at = next === -1 ? text.length : next;
  return { at, end: at, closed: false };
}

/** `start` if there is none that a closing tag follows. */
function findJsonEnd(text: string, start: number): number {
  const end = findBalancedEnd(text, start);
  return /^\s{0,100}<\//.test(text.slice(end, end + 102)) ? end : start;
}

/** Returns the end of the object or list at `start`; `start` if there is none that ends. */
export function findBalancedEnd(text: string, start: number): number {
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
      if (depth === 0) return at + 1;
    }
  }
  return start;
}

function readParameters(body: string, closed: boolean): ReadArguments {
  const entries: [string, string][] = [];
  let complete = closed;
  PARAMETER_OPEN.lastIndex = 0;
  for (let open = PARAMETER_OPEN.exec(body); open; open = PARAMETER_OPEN.exec(body)) {
    const start = PARAMETER_OPEN.lastIndex;
    const end = body.indexOf('</parameter>', start);
    if (end === -1) {
      complete = false;
      break;
    }
    entries.push([open[1] ?? open[2] ?? '', body.slice(start, end).replace(/^\r?\n|\r?\n$/g, '')]);
    PARAMETER_OPEN.lastIndex = end;
  }
  return toReadArguments(entries, complete);
}

function toReadArguments(entries: readonly (readonly [string, string])[], complete: boolean): ReadArguments {
  const args = Object.fromEntries(entries);
  const lastIndexes = new Map(entries.map(([key], index) => [key, index]));
  const repeated = entries.find(([key], index) => lastIndexes.get(key) !== index);
  return { args, repaired: false, complete, ambiguity: repeated ? describeRepeatedKey(repeated[0]) : '' };
}

/** Reads calls as one model family writes them. */
function readXmlPairs(body: string, closed: boolean): readonly FoundCall[] | null {
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
  return [createFoundCall(name, body, toReadArguments(entries, complete), true)];
}

/** Possibly fenced or after one introductory line. */
export function readBareCalls(text: string): { readonly calls: readonly FoundCall[] | null; readonly half: boolean } {
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
  const calls = parseJsonCalls(body, ended);
  const whole = calls?.every(({ complete }) => complete) ?? false;
  if (whole && !/[}\]]$/.test(body)) return { calls: null, half: false }; // an answer that begins with an example
  return { calls, half: isPartialCall(body) };
}
