/** The shapes in which models write a call as JSON, brought to one. The one rule: own properties only; nothing is guessed. */
import type { Json } from '../../base/json.ts';
import { repairJson } from '../repair.ts';

/** A call as it was found, before anybody has checked it. */
export interface FoundCall {
  readonly name: string;
  /** An object where all is well. */
  readonly args: unknown;
  /** Arguments whose values are texts, to be read by the tool's schema. */
  readonly untyped: boolean;
  /** What was said beside the arguments. */
  readonly reasoning: string;
  readonly observation: string;
  readonly repaired: boolean;
  /** Nothing is known to be missing. */
  readonly complete: boolean;
  /** How it was written. */
  readonly raw: string;
  /** The seed's flag for a goal that cannot be met. */
  readonly impossible: boolean;
}

const NAMES = ['name', 'tool', 'tool_name', 'function', 'function_name'] as const;
const ARGUMENTS = ['arguments', 'parameters', 'inputs', 'args', 'input', 'params'] as const;
const BESIDE = new Set<string>([...NAMES, ...ARGUMENTS, 'reasoning', 'observation', 'thought', 'id', 'type', 'index']);
const FLAGS = new Set(['should_end', 'impossible']);

export type Dict = Readonly<Record<string, unknown>>;

export const isDict = (value: unknown): value is Dict =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An own property; undefined where there is none. */
export const own = (value: Dict, name: string): unknown => (Object.hasOwn(value, name) ? value[name] : undefined);

/** A text as it is; '' for a blank one and for anything else. */
export const textOf = (value: unknown): string => (typeof value === 'string' && value.trim() !== '' ? value : '');

/** Calls in a JSON text; `null` where it is no call or list of calls. */
export function callsInJson(text: string, ended: boolean): readonly FoundCall[] | null {
  const read = repairJson(text, { ended });
  if (!read.ok) return null;
  const listed = isDict(read.value) ? (own(read.value, 'tool_calls') ?? read.value) : read.value;
  const values: readonly unknown[] = Array.isArray(listed) ? listed : [listed];
  const calls = values.flatMap((value) => callOf(value, read, text) ?? []);
  return calls.length === values.length && calls.length > 0 ? calls : null;
}

/** Whether all that is there so far are the words of a call: half a call, perhaps. */
export function looksLikeCall(text: string): boolean {
  const read = repairJson(text);
  if (!read.ok) return /^\s{0,50}[{[]\s{0,50}["']?\w{0,40}$/.test(text);
  return !read.complete && isDict(read.value) && Object.keys(read.value).every((key) => BESIDE.has(key));
}

function callOf(
  value: unknown,
  { repaired, complete }: { readonly repaired: boolean; readonly complete: boolean },
  raw: string,
): FoundCall | null {
  if (!isDict(value)) return null;
  const inner = own(value, 'function');
  const said = isDict(inner) ? { ...value, ...inner, function: own(inner, 'name') } : value;
  const name = NAMES.map((key) => own(said, key)).find((candidate) => typeof candidate === 'string');
  if (typeof name !== 'string') return null;
  const key = ARGUMENTS.find((candidate) => Object.hasOwn(said, candidate));
  const given =
    key === undefined
      ? Object.fromEntries(Object.entries(said).filter(([field]) => !BESIDE.has(field) && !FLAGS.has(field)))
      : own(said, key);
  const encoded = typeof given === 'string' ? argumentsOf(given, true) : null;
  return {
    name,
    args: encoded ? encoded.args : (given ?? {}),
    untyped: false,
    reasoning: textOf(own(said, 'reasoning')) || textOf(own(said, 'thought')),
    observation: textOf(own(said, 'observation')),
    repaired: repaired || (encoded?.repaired ?? false),
    complete: complete && (encoded?.complete ?? true),
    raw,
    impossible: own(said, 'impossible') === true,
  };
}

/** Arguments as JSON text; none at all are no arguments. `args` is undefined when they cannot be read. */
export function argumentsOf(
  text: string,
  ended: boolean,
): { readonly args: unknown; readonly repaired: boolean; readonly complete: boolean } {
  if (text.trim() === '') return { args: {}, repaired: false, complete: true };
  const read = repairJson(text, { ended });
  if (!read.ok) return { args: undefined, repaired: true, complete: true };
  return { args: read.value, repaired: read.repaired, complete: read.complete };
}

const MAX_DEPTH = 64;
const FORBIDDEN = new Set(['__proto__', 'constructor']);

/** What makes a value unfit to be passed on: a key that reaches for prototypes, or bottomless nesting. '' when it is fit. */
export function unfit(value: unknown): string {
  const rest: { readonly value: unknown; readonly path: string; readonly depth: number }[] = [
    { value, path: '', depth: 0 },
  ];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (next.depth > MAX_DEPTH) return `the arguments are nested more than ${MAX_DEPTH} deep`;
    for (const [key, child] of Object.entries(next.value) as [string, unknown][]) {
      const path = `${next.path}/${key}`.slice(0, 80);
      if (FORBIDDEN.has(key)) return `${path} is a key that is never accepted`;
      rest.push({ value: child, path, depth: next.depth + 1 });
    }
  }
  return '';
}

/** As arguments of the contract, once they are known to be an object that came out of JSON. */
export const asArgs = (value: Dict): Readonly<Record<string, Json>> => value as Readonly<Record<string, Json>>;
