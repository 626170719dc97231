/**
 * Runs a compiled validator and says in plain words what is wrong. The one rule: a message names the path, what was
 * found there and what was expected, is bounded, and never repeats a secret.
 */

/** One complaint of an ajv validator. */
export interface Fault {
  /** JSON pointer to the value at fault, '' for the whole. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** A validator compiled by ajv: answers true or false, and leaves its complaints in `errors`. */
export interface Validate {
  (value: unknown): boolean;
  errors?: readonly Fault[] | null;
}

export type CheckResult<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

/** Checks a value; `name` is what the message calls it. Never throws for data (JSON or a structured clone). */
export function checkWith<T>(name: string, validate: Validate, value: unknown): CheckResult<T> {
  if (validate(value)) return { ok: true, value: value as T };
  const fault = validate.errors?.[0];
  return { ok: false, message: `${name}: ${fault ? describe(fault, value) : 'the value is not valid'}.` };
}

const MAX_SHOWN = 80;
/** The one field that holds a secret (SAFETY D8): its value is never shown, whatever is wrong with it. */
const SECRET = /\/key(\/|$)/;

const shorten = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1)}…` : text);

function describe({ instancePath, keyword, params, message }: Fault, value: unknown): string {
  const at = (field: unknown): string => shorten(`${instancePath}/${String(field)}`);
  if (keyword === 'required') return `${at(params['missingProperty'])} is missing; expected it to be there`;
  if (keyword === 'additionalProperties')
    return `${at(params['additionalProperty'])} is not a known field; expected it to be left out`;
  const found = show(valueAt(value, instancePath), SECRET.test(instancePath));
  return `${shorten(instancePath) || 'the value'} is ${found}; expected ${expectation(keyword, params, message)}`;
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

function expectation(keyword: string, params: Fault['params'], message: string | undefined): string {
  const limit = String(params['limit']);
  switch (keyword) {
    case 'type':
      return oneOf([params['type']].flat().map((type) => KINDS[String(type)] ?? String(type)));
    case 'const':
      return JSON.stringify(params['allowedValue']);
    case 'enum':
      return oneOf((params['allowedValues'] as readonly unknown[]).map((allowed) => JSON.stringify(allowed)));
    case 'minimum':
      return `${limit} or more`;
    case 'maximum':
      return `${limit} or less`;
    case 'minLength':
      return `at least ${limit} characters`;
    case 'maxLength':
      return `at most ${limit} characters`;
    default:
      return `that it ${message ?? `meets "${keyword}"`}`;
  }
}

const oneOf = (choices: readonly string[]): string => choices.join(' or ');

/** A scalar as it is, bounded; of anything bigger only its kind, since a secret may sit inside. */
function show(found: unknown, secret: boolean): string {
  if (Array.isArray(found)) return `a list of ${found.length}`;
  if (typeof found === 'string') {
    return secret || found.length > MAX_SHOWN ? `a text of ${found.length} characters` : JSON.stringify(found);
  }
  if (secret && typeof found === 'number') return 'a number';
  return typeof found === 'object' && found !== null ? 'an object' : shorten(String(found));
}

/** The value a JSON pointer leads to. */
function valueAt(value: unknown, pointer: string): unknown {
  let here = value;
  for (const part of pointer.split('/').slice(1)) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = (here as Record<string, unknown>)[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return here;
}
