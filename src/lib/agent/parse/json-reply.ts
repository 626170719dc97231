/**
 * A reply of the JSON protocol: one object that is a call or an answer. The one rule: what is shown of an answer that is
 * still being written is the beginning of what it turns out to be.
 */
import { readEscape } from './loose-strings.ts';
import type { Said } from './said.ts';
import { isDict, own, textOf, type Dict } from './shapes.ts';

export type JsonReply =
  (Said & { readonly type: 'answer'; readonly text: string }) | { readonly type: 'call'; readonly json: string };

/** What may stand beside an answer. */
const BESIDE: readonly string[] = ['observation', 'reasoning', 'thought'];
/** Characters that close the object after its answer, at most. */
const MOST_CLOSING = 100;
const ANSWER: readonly string[] = [...BESIDE, 'answer'];
const CALL: readonly string[] = [...BESIDE, 'tool', 'arguments'];
const MEMBERS: readonly string[] = [...CALL, 'answer'];

/**
 * Null for a text that is no such reply: then it is whatever else it may be. An object that says nothing answers '', and
 * so does one that was cut before it said anything to a reader.
 */
export function readJsonReply(text: string): JsonReply | null {
  const body = unfenced(text);
  const value = parsed(body);
  if (value === undefined) return damagedAnswer(body) ?? unbegun(body);
  if (isCall(value)) return { type: 'call', json: body };
  const answer = own(value, 'answer');
  const fits = hasOnly(value, ANSWER) && (typeof answer === 'string' || !Object.hasOwn(value, 'answer'));
  return fits ? answerOf(value, textOf(answer)) : null;
}

/** As much of the answer as has been written; '' where the draft is no answer, or not yet known to be one. */
export function answerSoFar(draft: string): string {
  const body = unfenced(draft);
  const begun = answerIn(body);
  if (begun === null) return '';
  const end = quoteAfter(body, begun.start);
  const said = decoded(body.slice(begun.start, end === -1 ? undefined : end));
  return (end === -1 ? said.replace(/[\ud800-\udbff]$/, '') : said).trim();
}

/** Cut, or with marks inside that nobody escaped: the answer is all there is, up to what closes the object. */
function damagedAnswer(body: string): JsonReply | null {
  const begun = answerIn(body);
  if (begun === null) return null;
  let end = body.length;
  for (let mark = quoteAfter(body, begun.start); mark !== -1; mark = quoteAfter(body, mark + 1))
    if (body.length - mark < MOST_CLOSING && /^[\s,}]*$/.test(body.slice(mark + 1))) {
      end = mark;
      break;
    }
  return answerOf(begun.said, decoded(body.slice(begun.start, end)));
}

/** Cut before its answer or its arguments began: no word of it is for a reader. */
function unbegun(text: string): JsonReply | null {
  if (!text.startsWith('{')) return null;
  const said: [string, string][] = [];
  const cut = (at: number): JsonReply | null => (isCutString(text, at) ? answerOf(Object.fromEntries(said), '') : null);
  for (let at = skip(text, 1), members = 0; members <= CALL.length; members += 1) {
    const key = stringAt(text, at);
    if (!key) return members > 0 ? cut(at) : null;
    // a tool without a reason before it is of another protocol
    if (!(members > 0 ? MEMBERS : ANSWER).includes(key.value)) return null;
    const colon = skip(text, key.end);
    if (colon < text.length && text[colon] !== ':') return null;
    const start = skip(text, colon + 1);
    const value = stringAt(text, start);
    if (!value) return cut(start);
    if (BESIDE.includes(key.value)) said.push([key.value, value.value]);
    const comma = skip(text, value.end);
    if (comma < text.length && text[comma] !== ',') return null;
    at = skip(text, comma + 1);
  }
  return null;
}

/** Whether the text ends there, or in a string that begins there. */
const isCutString = (text: string, at: number): boolean =>
  at >= text.length || (text[at] === '"' && quoteAfter(text, at + 1) === -1);

function answerOf(said: Dict, text: string): JsonReply {
  const thought = textOf(own(said, 'reasoning')) || textOf(own(said, 'thought'));
  return { type: 'answer', text, thought, observation: textOf(own(said, 'observation')) };
}

/** With a reason: an answer in JSON may have a tool and arguments too. */
const isCall = (value: Dict): boolean =>
  hasOnly(value, CALL) &&
  typeof own(value, 'reasoning') === 'string' &&
  typeof own(value, 'tool') === 'string' &&
  isDict(own(value, 'arguments'));

const hasOnly = (value: Dict, names: readonly string[]): boolean => {
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => names.includes(key));
};

/** An object in JSON; undefined for anything else. */
function parsed(text: string): Dict | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return isDict(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Out of the fence that some models put around it. */
function unfenced(text: string): string {
  const body = text.trim();
  const fence = /^```[\w-]{0,20}\s{0,20}/.exec(body);
  if (!fence) return body;
  return body.slice(fence[0].length).replace(/\s{0,20}```$/, '');
}

/** Where the text of the answer begins, and what was said before it; null where anything else comes first. */
function answerIn(text: string): { readonly said: Dict; readonly start: number } | null {
  if (!text.startsWith('{')) return null;
  const said: [string, string][] = [];
  for (let at = skip(text, 1); said.length <= BESIDE.length;) {
    const key = stringAt(text, at);
    const colon = skip(text, key?.end ?? text.length);
    const start = skip(text, colon + 1);
    if (!key || text[colon] !== ':' || text[start] !== '"') return null;
    if (key.value === 'answer') return { said: Object.fromEntries(said), start: start + 1 };
    const value = stringAt(text, start);
    const comma = skip(text, value?.end ?? text.length);
    if (!value || !BESIDE.includes(key.value) || text[comma] !== ',') return null;
    said.push([key.value, value.value]);
    at = skip(text, comma + 1);
  }
  return null;
}

function skip(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text.charAt(at))) at += 1;
  return at;
}

/** The string that begins here; null where none does, or it has not come to its end. */
function stringAt(text: string, at: number): { readonly value: string; readonly end: number } | null {
  if (text[at] !== '"') return null;
  const close = quoteAfter(text, at + 1);
  return close === -1 ? null : { value: decoded(text.slice(at + 1, close)), end: close + 1 };
}

/** The next quotation mark that no backslash escapes; -1 where there is none. */
function quoteAfter(text: string, from: number): number {
  for (let at = from; at < text.length; at += text[at] === '\\' ? 2 : 1) if (text[at] === '"') return at;
  return -1;
}

/** The inside of a string without its escapes. Half an escape at the end says nothing yet. */
function decoded(raw: string): string {
  const pieces: string[] = [];
  let begun = 0;
  for (let at = raw.indexOf('\\'); at !== -1; at = raw.indexOf('\\', begun)) {
    pieces.push(raw.slice(begun, at));
    const escape = readEscape(raw, at);
    if (escape === null) return pieces.join('');
    pieces.push(escape.value);
    begun = escape.end;
  }
  return pieces.join('') + raw.slice(begun);
}
