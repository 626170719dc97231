/** Says in plain words what a fault is. The one rule: path, found value, expectation; bounded; never a secret. */

/** One complaint of a validator. */
export interface Fault {
  /** JSON pointer to the value at fault, '' for the whole. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

const MAX_SHOWN = 80;
/** Choices that a message lists. */
const MAX_CHOICES = 12;
/** Faults within a choice that a message looks at. */
const MAX_FAULTS = 50;
/** The fields that hold secrets (SAFETY D8): their values are never shown, whatever is wrong with them. */
const SECRET = /\/keys?(\/|$)/;

const shorten = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1)}…` : text);

/** What is wrong with the value, given everything its validator said; of several complaints, the one that decides. */
export function describe(faults: readonly Fault[], value: unknown): string {
  const last = faults.at(-1);
  if (last && isChoice(last)) return describeChoice(last, faults.slice(0, -1), value);
  const first = last?.keyword === 'propertyNames' ? last : faults[0];
  return first ? describeOne(first, value) : 'the value is not valid';
}

const isChoice = ({ keyword }: Fault): boolean => keyword === 'anyOf' || keyword === 'oneOf';

function describeOne({ instancePath, keyword, params, message }: Fault, value: unknown): string {
  const at = (field: unknown): string =>
    shorten(`${instancePath}/${String(field).replaceAll('~', '~0').replaceAll('/', '~1')}`);
  switch (keyword) {
    case 'required':
      return `${at(params['missingProperty'])} is missing; expected it to be there`;
    case 'additionalProperties':
      return `${at(params['additionalProperty'])} is not a known field; expected it to be left out`;
    case 'refused':
      return `its schema cannot be used: ${message ?? 'it is not valid'}`;
    case 'effort':
      return `the value could not be checked ${message ?? 'in time'}; expected a smaller or simpler one`;
    default:
      return `${foundAt(instancePath, value)}; expected ${expectation(keyword, params, message)}`;
  }
}

function foundAt(instancePath: string, value: unknown): string {
  const found = show(valueAt(value, instancePath), SECRET.test(instancePath));
  return `${shorten(instancePath) || 'the value'} is ${found}`;
}

/** None of several schemas fits, or too many do. ajv lists the complaints of each before the one about the choice. */
function describeChoice(choice: Fault, within: readonly Fault[], value: unknown): string {
  const found = foundAt(choice.instancePath, value);
  if (Array.isArray(choice.params['passingSchemas']))
    return `${found}; expected exactly one of the allowed forms, but it fits several`;
  const faults = within.filter((fault) => !isChoice(fault)).slice(0, MAX_FAULTS);
  const simple = faults.every(
    ({ instancePath, keyword }) =>
      instancePath === choice.instancePath && keyword !== 'required' && keyword !== 'additionalProperties',
  );
  const words = simple
    ? faults.map(({ keyword, params, message }) => expectation(keyword, params, message))
    : faults.map((fault) => describeOne(fault, value));
  const different = [...new Set(words)];
  if (different.length === 0) return `${found}; expected one of the allowed forms`;
  return simple
    ? `${found}; expected ${oneOf(different)}`
    : `${found}; expected one of the allowed forms, but ${different.slice(0, 3).join(', and ')}`;
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
      return shorten(JSON.stringify(params['allowedValue']));
    case 'enum':
      return oneOf((params['allowedValues'] as readonly unknown[]).map((allowed) => shorten(JSON.stringify(allowed))));
    case 'minimum':
      return `${limit} or more`;
    case 'maximum':
      return `${limit} or less`;
    case 'exclusiveMinimum':
      return `more than ${limit}`;
    case 'exclusiveMaximum':
      return `less than ${limit}`;
    case 'multipleOf':
      return `a multiple of ${String(params['multipleOf'])}`;
    case 'minLength':
      return `at least ${limit} characters`;
    case 'maxLength':
      return `at most ${limit} characters`;
    case 'minItems':
      return `at least ${limit} entries`;
    case 'maxItems':
      return `at most ${limit} entries`;
    case 'minProperties':
      return `at least ${limit} fields`;
    case 'maxProperties':
      return `at most ${limit} fields`;
    case 'uniqueItems':
      return `every entry only once, but entries ${String(params['j'])} and ${String(params['i'])} are equal`;
    case 'pattern':
      return typeof params['pattern'] === 'string'
        ? `a text that matches ${shorten(params['pattern'])}`
        : otherwise(keyword, message);
    case 'format':
      return `a text in the format ${shorten(String(params['format']))}`;
    case 'propertyNames':
      return `other field names than ${shorten(JSON.stringify(params['propertyName']))}`;
    case 'not':
      return 'something that this rule does not forbid';
    case 'false schema':
      return 'nothing there';
    default:
      return otherwise(keyword, message);
  }
}

const otherwise = (keyword: string, message: string | undefined): string =>
  `that it ${shorten(message ?? `meets "${keyword}"`)}`;

function oneOf(choices: readonly string[]): string {
  const more = choices.length - MAX_CHOICES;
  const shown = choices.slice(0, MAX_CHOICES).join(' or ');
  return more > 0 ? `${shown} or one of ${String(more)} others` : shown;
}

/** A scalar as it is, bounded; of anything bigger only its kind, since a secret may sit inside. */
function show(found: unknown, secret: boolean): string {
  if (Array.isArray(found)) return `a list of ${String(found.length)}`;
  if (typeof found === 'string') {
    return secret || found.length > MAX_SHOWN ? `a text of ${String(found.length)} characters` : JSON.stringify(found);
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
