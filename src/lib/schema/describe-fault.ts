/** Describes validation faults in plain words, bounded in length and without secrets. */

export interface Fault {
  /** JSON pointer into the value, '' for the root. */
  readonly path: string;
  readonly keyword: string;
  /** The keyword's value in the schema. */
  readonly expected: unknown;
}

const MAX_VALUE_CHARS = 80;
const MAX_CHOICES = 12;
const MAX_FAULTS = 50;
/** Values of these fields are never shown (SAFETY D8). */
const SECRET_PATH = /\/keys?(\/|$)/;

const truncateText = (text: string): string =>
  text.length > MAX_VALUE_CHARS ? `${text.slice(0, MAX_VALUE_CHARS - 1)}…` : text;

/** Describes the first fault. `faults`: in the order of the schema, a choice before what is wrong with each of its forms. */
export function describeFaults([first, ...rest]: readonly Fault[], value: unknown): string {
  if (!first) return 'the value is not valid';
  return isChoice(first) ? describeChoice(first, rest, value) : describeFault(first, value);
}

const isChoice = ({ keyword }: Fault): boolean => keyword === 'anyOf' || keyword === 'oneOf';

function describeFault({ path, keyword, expected }: Fault, value: unknown): string {
  const found = resolvePointer(value, path);
  switch (keyword) {
    case 'required':
      return `${describePath(findMissingField(expected, path, found))} is missing; expected it to be there`;
    case 'additionalProperties':
      return `${describePath(path)} is not a known field; expected it to be left out`;
    default:
      return `${describeFound(path, found)}; expected ${describeExpectation(keyword, expected, found)}`;
  }
}

function findMissingField(required: unknown, path: string, found: unknown): string {
  const missing = (required as readonly string[]).find((field) => !hasField(found, field)) ?? '';
  return `${path}/${missing.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

const hasField = (value: unknown, field: string): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, field) && Reflect.get(value, field) !== undefined;

const describePath = (path: string): string => truncateText(path) || 'the value';

function describeFound(path: string, found: unknown): string {
  return `${describePath(path)} is ${formatFoundValue(found, SECRET_PATH.test(path))}`;
}

function describeChoice(choice: Fault, nested: readonly Fault[], value: unknown): string {
  const found = describeFound(choice.path, resolvePointer(value, choice.path));
  const faults = nested.filter((fault) => !isChoice(fault)).slice(0, MAX_FAULTS);
  const simple = faults.every(
    ({ path, keyword }) => path === choice.path && keyword !== 'required' && keyword !== 'additionalProperties',
  );
  const words = simple
    ? faults.map(({ keyword, expected }) => describeExpectation(keyword, expected, value))
    : faults.map((fault) => describeFault(fault, value));
  const different = [...new Set(words)];
  if (different.length === 0) return `${found}; expected exactly one of the allowed forms`;
  return simple
    ? `${found}; expected ${formatChoices(different)}`
    : `${found}; expected one of the allowed forms, but ${different.slice(0, 3).join(', and ')}`;
}

const TYPE_LABELS: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

const LIMITS: Readonly<Record<string, (limit: string) => string>> = {
  minimum: (limit) => `${limit} or more`,
  maximum: (limit) => `${limit} or less`,
  exclusiveMinimum: (limit) => `more than ${limit}`,
  exclusiveMaximum: (limit) => `less than ${limit}`,
  minLength: (limit) => `at least ${limit} characters`,
  maxLength: (limit) => `at most ${limit} characters`,
  minItems: (limit) => `at least ${limit} entries`,
  maxItems: (limit) => `at most ${limit} entries`,
  maxProperties: (limit) => `at most ${limit} fields`,
  pattern: (pattern) => `a text that matches ${truncateText(pattern)}`,
};

function describeExpectation(keyword: string, expected: unknown, found: unknown): string {
  switch (keyword) {
    case 'type':
      return formatChoices([expected].flat().map((type) => TYPE_LABELS[String(type)] ?? String(type)));
    case 'const':
      return formatJson(expected);
    case 'enum':
      return formatChoices((expected as readonly unknown[]).map(formatJson));
    case 'uniqueItems':
      return `every entry only once, but ${describeRepeat(found)}`;
    default:
      return LIMITS[keyword]?.(String(expected)) ?? `that it meets "${truncateText(keyword)}"`;
  }
}

const formatJson = (value: unknown): string => truncateText(JSON.stringify(value));

function describeRepeat(found: unknown): string {
  const texts = (Array.isArray(found) ? found : []).map((entry) => JSON.stringify(entry));
  const second = texts.findIndex((text, i) => texts.indexOf(text) < i);
  return `entries ${String(texts.indexOf(texts[second] ?? ''))} and ${String(second)} are equal`;
}

function formatChoices(choices: readonly string[]): string {
  const more = choices.length - MAX_CHOICES;
  const shown = choices.slice(0, MAX_CHOICES).join(' or ');
  return more > 0 ? `${shown} or one of ${String(more)} others` : shown;
}

/** Shows only the type of larger values, which may contain a secret. */
function formatFoundValue(found: unknown, secret: boolean): string {
  if (Array.isArray(found)) return `a list of ${String(found.length)}`;
  if (typeof found === 'string') {
    return secret || found.length > MAX_VALUE_CHARS
      ? `a text of ${String(found.length)} characters`
      : JSON.stringify(found);
  }
  if (secret && typeof found === 'number') return 'a number';
  return typeof found === 'object' && found !== null ? 'an object' : truncateText(String(found));
}

/** The value at a JSON pointer, undefined where there is none. */
export function resolvePointer(value: unknown, pointer: string): unknown {
  let current = value;
  for (const part of pointer.split('/').slice(1)) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = (current as Record<string, unknown>)[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return current;
}
