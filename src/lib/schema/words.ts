/** Describes validation faults in plain words, bounded in length and without secrets. */
import { getProperty } from '../base/loose.ts';

export interface Fault {
  /** JSON pointer, '' for the root. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

const MAX_VALUE_CHARS = 80;
const MAX_CHOICES = 12;
const MAX_FAULTS = 50;
/** Values of these fields are never shown (SAFETY D8). */
const SECRET_PATH = /\/keys?(\/|$)/;

const truncateText = (text: string): string =>
  text.length > MAX_VALUE_CHARS ? `${text.slice(0, MAX_VALUE_CHARS - 1)}…` : text;

export function describeFaults(faults: readonly Fault[], value: unknown): string {
  const last = faults.at(-1);
  if (last && isChoice(last)) return describeChoice(last, faults.slice(0, -1), value);
  const first = last?.keyword === 'propertyNames' ? last : faults[0];
  return first ? describeFault(first, value) : 'the value is not valid';
}

const isChoice = ({ keyword }: Fault): boolean => keyword === 'anyOf' || keyword === 'oneOf';

function describeFault({ instancePath, keyword, params, message }: Fault, value: unknown): string {
  const formatPath = (field: unknown): string =>
    truncateText(`${instancePath}/${String(field).replaceAll('~', '~0').replaceAll('/', '~1')}`);
  switch (keyword) {
    case 'required':
      return `${formatPath(params['missingProperty'])} is missing; expected it to be there`;
    case 'additionalProperties':
      return `${formatPath(params['additionalProperty'])} is not a known field; expected it to be left out`;
    default:
      return `${describeFound(instancePath, value)}; expected ${describeExpectation(keyword, params, message)}`;
  }
}

function describeFound(instancePath: string, value: unknown): string {
  const path = instancePath.split('/').slice(1);
  const names = path.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const found = formatFoundValue(getProperty(value, ...names), SECRET_PATH.test(instancePath));
  return `${truncateText(instancePath) || 'the value'} is ${found}`;
}

/** ajv lists the faults of each schema before that of the choice. */
function describeChoice(choice: Fault, nested: readonly Fault[], value: unknown): string {
  const found = describeFound(choice.instancePath, value);
  if (Array.isArray(choice.params['passingSchemas']))
    return `${found}; expected exactly one of the allowed forms, but it fits several`;
  const faults = nested.filter((fault) => !isChoice(fault)).slice(0, MAX_FAULTS);
  const simple = faults.every(
    ({ instancePath, keyword }) =>
      instancePath === choice.instancePath && keyword !== 'required' && keyword !== 'additionalProperties',
  );
  const words = simple
    ? faults.map(({ keyword, params, message }) => describeExpectation(keyword, params, message))
    : faults.map((fault) => describeFault(fault, value));
  const different = [...new Set(words)];
  if (different.length === 0) return `${found}; expected one of the allowed forms`;
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
  minProperties: (limit) => `at least ${limit} fields`,
  maxProperties: (limit) => `at most ${limit} fields`,
};

function describeExpectation(keyword: string, params: Fault['params'], message: string | undefined): string {
  switch (keyword) {
    case 'type':
      return formatChoices([params['type']].flat().map((type) => TYPE_LABELS[String(type)] ?? String(type)));
    case 'const':
      return formatJson(params['allowedValue']);
    case 'enum':
      return formatChoices((params['allowedValues'] as readonly unknown[]).map(formatJson));
    case 'multipleOf':
      return `a multiple of ${String(params['multipleOf'])}`;
    case 'uniqueItems':
      return `every entry only once, but entries ${String(params['j'])} and ${String(params['i'])} are equal`;
    case 'pattern':
      return typeof params['pattern'] === 'string'
        ? `a text that matches ${truncateText(params['pattern'])}`
        : describeMessage(keyword, message);
    case 'format':
      return `a text in the format ${truncateText(String(params['format']))}`;
    case 'propertyNames':
      return `other field names than ${formatJson(params['propertyName'])}`;
    case 'not':
      return 'something that this rule does not forbid';
    case 'false schema':
      return 'nothing there';
    default:
      return LIMITS[keyword]?.(String(params['limit'])) ?? describeMessage(keyword, message);
  }
}

const formatJson = (value: unknown): string => truncateText(JSON.stringify(value));

const describeMessage = (keyword: string, message: string | undefined): string =>
  `that it ${truncateText(message ?? `meets "${keyword}"`)}`;

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
