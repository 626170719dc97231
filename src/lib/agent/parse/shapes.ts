/** Converts the JSON formats of calls to one. Own properties only. */
import { getProperty, isRecord, type UnknownRecord } from '../../base/loose.ts';
import type { Json } from '../../base/json.ts';
import { repairJson } from './repair-json.ts';

export interface FoundCall {
  readonly name: string;
  readonly args: unknown;
  /** Values are texts, to be converted by the schema. */
  readonly untyped: boolean;
  readonly reasoning: string;
  readonly observation: string;
  readonly repaired: boolean;
  readonly complete: boolean;
  readonly ambiguity: string;
  readonly raw: string;
  readonly impossible: boolean;
}

const NAME_KEYS = ['name', 'tool', 'tool_name', 'function', 'function_name'] as const;
const ARGUMENT_KEYS = ['arguments', 'parameters', 'inputs', 'args', 'input', 'params'] as const;
const CALL_KEYS = new Set<string>([
  ...NAME_KEYS,
  ...ARGUMENT_KEYS,
  'reasoning',
  'observation',
  'thought',
  'id',
  'type',
  'index',
]);
const FLAG_KEYS = new Set(['should_end', 'impossible']);

/** '' for blank text and other types. */
export const getNonBlankText = (value: unknown): string =>
  typeof value === 'string' && value.trim() !== '' ? value : '';

export type ReadArguments = Pick<FoundCall, 'args' | 'repaired' | 'complete' | 'ambiguity'>;

/** A call whose remarks, if any, stand in its arguments. */
export const createFoundCall = (name: string, raw: string, read: ReadArguments, untyped = false): FoundCall => ({
  name,
  ...read,
  untyped,
  reasoning: '',
  observation: '',
  raw,
  impossible: false,
});

/** Null if not a call or a list of calls. */
export function parseJsonCalls(text: string, ended: boolean): readonly FoundCall[] | null {
  const read = repairJson(text, { ended });
  if (!read.ok) return null;
  const content = isRecord(read.value) ? (getProperty(read.value, 'tool_calls') ?? read.value) : read.value;
  const values: readonly unknown[] = Array.isArray(content) ? content : [content];
  const calls = values.flatMap((value) => toFoundCall(value, read, text) ?? []);
  return calls.length === values.length && calls.length > 0 ? calls : null;
}

export function isPartialCall(text: string): boolean {
  const read = repairJson(text);
  if (!read.ok) return /^\s{0,50}[{[]\s{0,50}["']?\w{0,40}$/.test(text);
  return !read.complete && isRecord(read.value) && Object.keys(read.value).every((key) => CALL_KEYS.has(key));
}

function toFoundCall(
  value: unknown,
  { repaired, complete, ambiguity }: Omit<ReadArguments, 'args'>,
  raw: string,
): FoundCall | null {
  if (!isRecord(value)) return null;
  const inner = getProperty(value, 'function');
  const fields = isRecord(inner) ? { ...value, ...inner, function: getProperty(inner, 'name') } : value;
  const name = NAME_KEYS.map((key) => getProperty(fields, key)).find((candidate) => typeof candidate === 'string');
  if (typeof name !== 'string') return null;
  const key = ARGUMENT_KEYS.find((candidate) => Object.hasOwn(fields, candidate));
  const args =
    key === undefined
      ? Object.fromEntries(Object.entries(fields).filter(([field]) => !CALL_KEYS.has(field) && !FLAG_KEYS.has(field)))
      : getProperty(fields, key);
  const encoded = typeof args === 'string' ? parseArguments(args, true) : null;
  return {
    name,
    args: encoded ? encoded.args : (args ?? {}),
    untyped: false,
    reasoning: getNonBlankText(getProperty(fields, 'reasoning')) || getNonBlankText(getProperty(fields, 'thought')),
    observation: getNonBlankText(getProperty(fields, 'observation')),
    repaired: repaired || (encoded?.repaired ?? false),
    complete: complete && (encoded?.complete ?? true),
    ambiguity: ambiguity || (encoded?.ambiguity ?? ''),
    raw,
    impossible: getProperty(fields, 'impossible') === true,
  };
}

/** Blank text means none. `args` is undefined if unreadable. */
export function parseArguments(text: string, ended: boolean): ReadArguments {
  if (text.trim() === '') return { args: {}, repaired: false, complete: true, ambiguity: '' };
  const read = repairJson(text, { ended });
  if (!read.ok) return { args: undefined, repaired: true, complete: true, ambiguity: '' };
  const { value: args, repaired, complete, ambiguity } = read;
  return { args, repaired, complete, ambiguity };
}

const MAX_DEPTH = 64;
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor']);

/** Prototype keys or too deep nesting; '' if acceptable. */
export function findForbiddenContent(value: unknown): string {
  const queue: { readonly value: unknown; readonly path: string; readonly depth: number }[] = [
    { value, path: '', depth: 0 },
  ];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (next.depth > MAX_DEPTH) return `the arguments are nested more than ${MAX_DEPTH} deep`;
    for (const [key, child] of Object.entries(next.value) as [string, unknown][]) {
      const path = `${next.path}/${key}`.slice(0, 80);
      if (FORBIDDEN_KEYS.has(key)) return `${path} is a key that is never accepted`;
      queue.push({ value: child, path, depth: next.depth + 1 });
    }
  }
  return '';
}

export const toArgs = (value: UnknownRecord): Readonly<Record<string, Json>> => value as Readonly<Record<string, Json>>;
