/** A flat JSON schema as a form (elicitation of MCP), and what a user entered as the values that it asks for. */
import { isRecord, toList, toText, type UnknownRecord } from '../base/loose.ts';
import { toOneLine } from '../base/one-line.ts';
import { parseUrl } from '../base/urls.ts';

/** In characters. */
const MAX_FORM_LENGTH = 20_000;
export const MAX_ENTERED = 4000;
const MAX_FIELDS = 20;
const MAX_OPTIONS = 100;
const MAX_NAME = 100;
const MAX_LABEL = 200;
const MAX_HELP = 500;

export interface FormOption {
  readonly value: string;
  readonly label: string;
}

const FORMATS = ['email', 'uri', 'date', 'date-time'] as const;
type TextFormat = '' | (typeof FORMATS)[number];

interface FieldBase {
  readonly name: string;
  readonly label: string;
  /** '' for none. */
  readonly help: string;
  readonly required: boolean;
}

/** `initial`: the server's default, as if entered. Bounds are inclusive; Infinity for none. */
export type FormField = FieldBase &
  (
    | {
        readonly kind: 'text';
        readonly format: TextFormat;
        readonly min: number;
        readonly max: number;
        readonly initial: string;
      }
    | {
        readonly kind: 'number';
        readonly whole: boolean;
        readonly min: number;
        readonly max: number;
        readonly initial: string;
      }
    | { readonly kind: 'boolean'; readonly initial: string }
    | { readonly kind: 'choice'; readonly options: readonly FormOption[]; readonly initial: string }
    | {
        readonly kind: 'choices';
        readonly options: readonly FormOption[];
        readonly min: number;
        readonly max: number;
        readonly initial: readonly string[];
      }
  );

/** By name. '' and []: nothing was entered. A boolean is 'true' or 'false'. */
export type Entered = Readonly<Record<string, string | readonly string[]>>;
type FormValues = Readonly<Record<string, string | number | boolean | readonly string[]>>;
export type FormProblem =
  | 'missing'
  | 'short'
  | 'long'
  | 'total'
  | 'number'
  | 'whole'
  | 'low'
  | 'high'
  | 'few'
  | 'many'
  | 'option'
  | (typeof FORMATS)[number];

/** Null for what is not flat, too large, or holds a rule that is not known here. */
export function readForm(schema: unknown): readonly FormField[] | null {
  if (!isRecord(schema) || !hasOnly(schema, ROOT_KEYS) || schema['type'] !== 'object') return null;
  if (JSON.stringify(schema).length > MAX_FORM_LENGTH) return null;
  const { properties, required = [] } = schema;
  if (!isRecord(properties) || !Array.isArray(required)) return null;
  const names = Object.keys(properties);
  if (names.length > MAX_FIELDS || !required.every((name) => names.includes(toText(name)))) return null;
  const fields = names.map((name) => readField(name, properties[name], required.includes(name)));
  return fields.every((field) => field !== null) ? fields : null;
}

const ROOT_KEYS = ['$schema', 'type', 'properties', 'required', 'title', 'description', 'additionalProperties'];
const FIELD_KEYS = ['type', 'title', 'description', 'default'];
const hasOnly = (node: UnknownRecord, keys: readonly string[]): boolean =>
  Object.keys(node).every((key) => keys.includes(key));

function readField(name: string, node: unknown, required: boolean): FormField | null {
  if (!isRecord(node) || name === '' || name === '__proto__' || name.length > MAX_NAME) return null;
  const { type, title, description } = node;
  const label = toOneLine(toText(title), MAX_LABEL) || name;
  const base = { name, label, help: toOneLine(toText(description), MAX_HELP), required };
  if (type === 'array') return readChoices(base, node);
  if (type === 'string' && (node['enum'] !== undefined || node['oneOf'] !== undefined)) return readChoice(base, node);
  if (type === 'string') return readText(base, node);
  if (type === 'number' || type === 'integer') return readNumber(base, node, type === 'integer');
  if (type !== 'boolean' || !hasOnly(node, FIELD_KEYS)) return null;
  return { ...base, kind: 'boolean', initial: typeof node['default'] === 'boolean' ? String(node['default']) : '' };
}

function readText(base: FieldBase, node: UnknownRecord): FormField | null {
  const format = FORMATS.find((each) => each === node['format']) ?? '';
  const [min, max] = [readBound(node['minLength'], 0), readBound(node['maxLength'], MAX_ENTERED)];
  const isKnown = hasOnly(node, [...FIELD_KEYS, 'minLength', 'maxLength', 'format']);
  if (!isKnown || min === null || max === null || (node['format'] !== undefined && format === '')) return null;
  const given = toText(node['default']);
  const field = { ...base, kind: 'text', format, min, max: Math.min(max, MAX_ENTERED), initial: '' } as const;
  const initial = format === 'date-time' ? toLocalTime(given) : given;
  return checkField(field, initial).problem === null ? { ...field, initial } : field;
}

function readNumber(base: FieldBase, node: UnknownRecord, whole: boolean): FormField | null {
  const [min, max] = [readBound(node['minimum'], -Infinity), readBound(node['maximum'], Infinity)];
  if (!hasOnly(node, [...FIELD_KEYS, 'minimum', 'maximum']) || min === null || max === null) return null;
  const field = { ...base, kind: 'number', whole, min, max, initial: '' } as const;
  const initial = typeof node['default'] === 'number' ? String(node['default']) : '';
  return checkField(field, initial).problem === null ? { ...field, initial } : field;
}

function readChoice(base: FieldBase, node: UnknownRecord): FormField | null {
  const options = readOptions(node['enum'] ?? node['oneOf'], node['enumNames']);
  if (options === null || !hasOnly(node, [...FIELD_KEYS, node['enum'] === undefined ? 'oneOf' : 'enum', 'enumNames']))
    return null;
  const initial = toText(node['default']);
  return { ...base, kind: 'choice', options, initial: options.some(({ value }) => value === initial) ? initial : '' };
}

function readChoices(base: FieldBase, node: UnknownRecord): FormField | null {
  const { items } = node;
  const [min, max] = [readBound(node['minItems'], 0), readBound(node['maxItems'], Infinity)];
  if (!isRecord(items) || !hasOnly(node, [...FIELD_KEYS, 'items', 'minItems', 'maxItems'])) return null;
  if (!hasOnly(items, items['enum'] === undefined ? ['type', 'anyOf'] : ['type', 'enum'])) return null;
  const options = readOptions(items['enum'] ?? items['anyOf']);
  if (options === null || min === null || max === null) return null;
  const initial = toList(node['default']).map(toText);
  const field = { ...base, kind: 'choices', options, min, max, initial: [] } as const;
  return checkField(field, initial).problem === null ? { ...field, initial } : field;
}

/** Values, or constants with titles. */
function readOptions(values: unknown, names: unknown = []): readonly FormOption[] | null {
  if (!Array.isArray(values) || values.length === 0 || values.length > MAX_OPTIONS) return null;
  const options = values.map((each: unknown, at) => {
    const value = isRecord(each) && hasOnly(each, ['const', 'title']) ? each['const'] : each;
    const title = isRecord(each) ? each['title'] : toList(names)[at];
    if (typeof value !== 'string' || value === '') return null; // '' stands for no choice
    return { value, label: toOneLine(toText(title), MAX_LABEL) || toOneLine(value, MAX_LABEL) || value };
  });
  return options.every((option) => option !== null) ? options : null;
}

/** Null for what is no number. */
function readBound(value: unknown, fallback: number): number | null {
  if (value === undefined) return fallback;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

interface CheckedField {
  /** Undefined for nothing entered. */
  readonly value?: FormValues[string];
  readonly problem: FormProblem | null;
}

/** Values only where nothing is wrong; they then fit the schema. */
export function checkForm(
  fields: readonly FormField[],
  entered: Entered,
): { readonly values: FormValues | null; readonly problems: ReadonlyMap<string, FormProblem> } {
  const checked = fields.map((field) => [field.name, checkField(field, entered[field.name] ?? '')] as const);
  const problems = new Map(checked.flatMap(([name, { problem }]) => (problem === null ? [] : [[name, problem]])));
  if (problems.size === 0 && JSON.stringify(entered).length > MAX_FORM_ANSWER)
    problems.set(findLongest(fields, entered), 'total');
  if (problems.size > 0) return { values: null, problems };
  const given = checked.flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value] as const]));
  return { values: Object.fromEntries(given), problems };
}

/** Name of the field with the longest text. */
function findLongest(fields: readonly FormField[], entered: Entered): string {
  const measure = (name: string): number => JSON.stringify(entered[name] ?? '').length;
  return fields.map(({ name }) => name).reduce((a, b) => (measure(b) > measure(a) ? b : a), '');
}

const createProblem = (problem: FormProblem): CheckedField => ({ problem });

function checkField(field: FormField, entered: string | readonly string[]): CheckedField {
  if (field.kind === 'choices') return checkChoices(field, Array.isArray(entered) ? entered : []);
  const text = typeof entered === 'string' ? entered : '';
  if (text.trim() === '') return { problem: field.required ? 'missing' : null };
  if (field.kind === 'number') return checkNumber(field, text.trim());
  if (field.kind === 'text') return checkText(field, text);
  if (field.kind === 'boolean')
    return text === 'true' || text === 'false' ? { value: text === 'true', problem: null } : createProblem('option');
  return field.options.some(({ value }) => value === text) ? { value: text, problem: null } : createProblem('option');
}

function checkChoices(field: Extract<FormField, { kind: 'choices' }>, chosen: readonly string[]): CheckedField {
  if (chosen.length === 0 && !field.required) return { problem: null };
  if (!chosen.every((each) => field.options.some(({ value }) => value === each))) return createProblem('option');
  if (chosen.length < field.min) return createProblem(chosen.length === 0 ? 'missing' : 'few');
  return chosen.length > field.max ? createProblem('many') : { value: [...chosen], problem: null };
}

const NUMBER = /^[+-]?(?:\d{1,40}(?:\.\d{0,40})?|\.\d{1,40})(?:e[+-]?\d{1,3})?$/i;

function checkNumber({ whole, min, max }: Extract<FormField, { kind: 'number' }>, text: string): CheckedField {
  const value = NUMBER.test(text) ? Number(text) : NaN;
  if (!Number.isFinite(value)) return createProblem('number');
  if (whole && !Number.isSafeInteger(value)) return createProblem('whole');
  if (value < min) return createProblem('low');
  return value > max ? createProblem('high') : { value, problem: null };
}

function checkText({ format, min, max }: Extract<FormField, { kind: 'text' }>, entered: string): CheckedField {
  const text = format === '' ? entered : toFormat(format, entered.trim());
  if (text === null) return createProblem(format || 'missing');
  const { length } = Array.from(text);
  if (length < min) return createProblem('short');
  return length > max ? createProblem('long') : { value: text, problem: null };
}

/** Addresses that browsers accept, without the quoted forms. */
const EMAIL =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63}$/i;
const URI = /^[a-z][a-z\d+.-]*:[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/i;
const DATE = /^\d{4}-\d\d-\d\d$/;

/** Null if it is none. */
function toFormat(format: Exclude<TextFormat, ''>, text: string): string | null {
  if (format === 'email') return text.length <= 254 && EMAIL.test(text) ? text : null;
  if (format === 'uri') return URI.test(text) && parseUrl(text) !== null ? text : null;
  const time = new Date(text);
  if (Number.isNaN(time.getTime()) || time.getUTCFullYear() > 9999 || time.getUTCFullYear() < 1) return null;
  if (format === 'date-time') return time.toISOString();
  return DATE.test(text) && time.toISOString().startsWith(text) ? text : null;
}

/** A time as a field for date and time shows it; '' if it is none. */
function toLocalTime(text: string): string {
  const time = new Date(text);
  if (text === '' || Number.isNaN(time.getTime())) return '';
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

/** What was entered in a form, in characters of JSON. */
export const MAX_FORM_ANSWER = 100_000;
