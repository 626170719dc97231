/** Reads JSON replies; the partial answer is always a prefix of the final answer. */
import { getProperty, isRecord, parseJson, type UnknownRecord } from '../../base/loose.ts';
import { readEscape } from './loose-scalars.ts';
import type { Remarks } from './reply-prose.ts';
import { getNonBlankText } from './shapes.ts';
import { findBalancedEnd } from './textual.ts';

type JsonReply =
  | (Remarks & { readonly type: 'answer'; readonly text: string })
  | { readonly type: 'call'; readonly json: string };

const REMARK_FIELDS: readonly string[] = ['observation', 'reasoning', 'thought'];
const MAX_CLOSING_LENGTH = 100;
const ANSWER_FIELDS: readonly string[] = [...REMARK_FIELDS, 'answer'];
const CALL_FIELDS: readonly string[] = [...REMARK_FIELDS, 'tool', 'arguments'];
const ALL_FIELDS: readonly string[] = [...CALL_FIELDS, 'answer'];

/** Null if not such a reply. '' for an empty object or one cut before its answer. */
export function readJsonReply(text: string): JsonReply | null {
  const body = stripFence(text);
  return readWholeObject(body) ?? readLeadingObject(body);
}

/** What a model adds behind the object it was asked for, in words or after the fence, is no part of the reply. */
function readLeadingObject(body: string): JsonReply | null {
  if (isRecord(parseJson(body))) return null;
  const end = body.startsWith('{') ? findBalancedEnd(body, 0) : 0;
  const leading =
    end > 0 && /^\s*(?:```|$|[^\s",}\]])/.test(body.slice(end)) ? readWholeObject(body.slice(0, end)) : null;
  return leading ?? readDamagedAnswer(body) ?? readUnbegunReply(body);
}

function readWholeObject(body: string): JsonReply | null {
  const value = parseJson(body);
  if (!isRecord(value)) return null;
  if (isCall(value)) return { type: 'call', json: body };
  const answer = getProperty(value, 'answer');
  const fits = hasOnlyKeys(value, ANSWER_FIELDS) && (typeof answer === 'string' || !Object.hasOwn(value, 'answer'));
  return fits ? createAnswerReply(value, getNonBlankText(answer)) : null;
}

/** '' if the draft is not, or not yet known to be, an answer. */
export function extractPartialAnswer(draft: string): string {
  const body = stripFence(draft);
  const answerStart = findAnswerStart(body);
  if (answerStart === null) return '';
  const end = findQuote(body, answerStart.start);
  const answer = decodeString(body.slice(answerStart.start, end === -1 ? undefined : end));
  return (end === -1 ? answer.replace(/[\ud800-\udbff]$/, '') : answer).trim();
}

/** Cut or with unescaped quotes: ends at what closes the object. */
function readDamagedAnswer(body: string): JsonReply | null {
  const answerStart = findAnswerStart(body);
  if (answerStart === null) return null;
  let end = body.length;
  for (let mark = findQuote(body, answerStart.start); mark !== -1; mark = findQuote(body, mark + 1))
    if (body.length - mark < MAX_CLOSING_LENGTH && /^[\s,}]*$/.test(body.slice(mark + 1))) {
      end = mark;
      break;
    }
  return createAnswerReply(answerStart.said, decodeString(body.slice(answerStart.start, end)));
}

function readUnbegunReply(text: string): JsonReply | null {
  if (!text.startsWith('{')) return null;
  const fields: [string, string][] = [];
  const endIfCut = (at: number): JsonReply | null =>
    isCutString(text, at) ? createAnswerReply(Object.fromEntries(fields), '') : null;
  for (let at = skipSpaces(text, 1), members = 0; members <= CALL_FIELDS.length; members += 1) {
    const key = readStringAt(text, at);
    if (!key) return members > 0 ? endIfCut(at) : null;
    // a tool without a reason belongs to another protocol
    if (!(members > 0 ? ALL_FIELDS : ANSWER_FIELDS).includes(key.value)) return null;
    const colon = skipSpaces(text, key.end);
    if (colon < text.length && text[colon] !== ':') return null;
    const start = skipSpaces(text, colon + 1);
    const value = readStringAt(text, start);
    if (!value) return endIfCut(start);
    if (REMARK_FIELDS.includes(key.value)) fields.push([key.value, value.value]);
    const comma = skipSpaces(text, value.end);
    if (comma < text.length && text[comma] !== ',') return null;
    at = skipSpaces(text, comma + 1);
  }
  return null;
}

const isCutString = (text: string, at: number): boolean =>
  at >= text.length || (text[at] === '"' && findQuote(text, at + 1) === -1);

function createAnswerReply(fields: UnknownRecord, text: string): JsonReply {
  const thought = getNonBlankText(getProperty(fields, 'reasoning')) || getNonBlankText(getProperty(fields, 'thought'));
  return { type: 'answer', text, thought, observation: getNonBlankText(getProperty(fields, 'observation')) };
}

/** Requires `reasoning`: an answer in JSON may have a tool too. */
const isCall = (value: UnknownRecord): boolean =>
  hasOnlyKeys(value, CALL_FIELDS) &&
  typeof getProperty(value, 'reasoning') === 'string' &&
  typeof getProperty(value, 'tool') === 'string' &&
  isRecord(getProperty(value, 'arguments'));

const hasOnlyKeys = (value: UnknownRecord, names: readonly string[]): boolean => {
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => names.includes(key));
};

function stripFence(text: string): string {
  const body = text.trim();
  const fence = /^```[\w-]{0,20}\s{0,20}/.exec(body);
  if (!fence) return body;
  return body.slice(fence[0].length).replace(/\s{0,20}```$/, '');
}

/** Null if anything else comes first. */
function findAnswerStart(text: string): { readonly said: UnknownRecord; readonly start: number } | null {
  if (!text.startsWith('{')) return null;
  const fields: [string, string][] = [];
  for (let at = skipSpaces(text, 1); fields.length <= REMARK_FIELDS.length;) {
    const key = readStringAt(text, at);
    const colon = skipSpaces(text, key?.end ?? text.length);
    const start = skipSpaces(text, colon + 1);
    if (!key || text[colon] !== ':' || text[start] !== '"') return null;
    if (key.value === 'answer') return { said: Object.fromEntries(fields), start: start + 1 };
    const value = readStringAt(text, start);
    const comma = skipSpaces(text, value?.end ?? text.length);
    if (!value || !REMARK_FIELDS.includes(key.value) || text[comma] !== ',') return null;
    fields.push([key.value, value.value]);
    at = skipSpaces(text, comma + 1);
  }
  return null;
}

function skipSpaces(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text.charAt(at))) at += 1;
  return at;
}

/** Null if none begins at `at` or it is not closed. */
function readStringAt(text: string, at: number): { readonly value: string; readonly end: number } | null {
  if (text[at] !== '"') return null;
  const close = findQuote(text, at + 1);
  return close === -1 ? null : { value: decodeString(text.slice(at + 1, close)), end: close + 1 };
}

/** -1 if there is none. */
function findQuote(text: string, from: number): number {
  for (let at = from; at < text.length; at += text[at] === '\\' ? 2 : 1) if (text[at] === '"') return at;
  return -1;
}

/** Drops an incomplete escape at the end. */
function decodeString(raw: string): string {
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
