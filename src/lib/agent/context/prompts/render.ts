/** Renders a template. Values are escaped and inserted in one pass, so they cannot change its sections. */
import { isRecord } from '../../../base/loose.ts';
import { PLACEHOLDER, type PlaceholderDef, type PromptSection, type PromptTemplate } from './template.ts';

const LINE_BREAK = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

const CONTROL_CHARACTER = /[^\P{Cc}\n\t]/gu;

const LONE_SURROGATE = /\p{Cs}/gu;

/** Every `<` except in comparisons. At the end of the text too: anything may follow. */
const TAG_START = /<(?![ \t]*[\d=+-])/g;

/** A line that begins a heading or fence, or underlines a heading. */
const STRUCTURE_START = /^[\p{Zs}\t\p{Cf}]*(?=#|```|~~~|(?:-+|=+|`+|~+)[\p{Zs}\t\p{Cf}]*$)/gmu;

/** Nothing in the result opens or closes a tag, heading or fence. Idempotent. */
export function escapeData(text: string): string {
  return text
    .replace(LINE_BREAK, '\n')
    .replace(CONTROL_CHARACTER, '')
    .replace(LONE_SURROGATE, '\ufffd')
    .replace(TAG_START, '&lt;')
    .replace(STRUCTURE_START, '$&\\');
}

/** Indents further lines of an item, which would look like items. */
function formatList(items: readonly unknown[]): string {
  return items
    .map((item, index) => `${index + 1}. ${indentLines(isRecord(item) ? formatFields(item) : formatScalar(item), 3)}`)
    .join('\n');
}

function formatFields(object: Readonly<Record<string, unknown>>): string {
  return Object.entries(object)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${escapeData(key).replaceAll('\n', ' ')}: ${indentLines(formatScalar(value), 2)}`)
    .join('\n');
}

/** '' for values that JSON omits. Throws what `JSON.stringify` throws. */
function formatScalar(value: unknown): string {
  if (typeof value === 'string') return escapeData(value.trim());
  const json: unknown = JSON.stringify(value);
  return typeof json === 'string' ? escapeData(json) : '';
}

const indentLines = (text: string, by: number): string => text.replaceAll('\n', `\n${' '.repeat(by)}`);

/** A `string` may be a finite number. @throws Error naming placeholder and types, never the value. */
export function renderTemplate(template: PromptTemplate, context: Readonly<Record<string, unknown>>): string {
  const values = new Map(
    template.placeholders.map((placeholder) => {
      const given = Object.hasOwn(context, placeholder.name) ? context[placeholder.name] : undefined;
      return [placeholder.name, formatPlaceholder(placeholder, given, template.name)];
    }),
  );
  return template.sections.flatMap((section) => renderSection(section, values)).join('\n\n');
}

function renderSection(section: PromptSection, values: ReadonlyMap<string, string>): readonly string[] {
  const used = [...section.content.matchAll(PLACEHOLDER)].map(([, name = '']) => values.get(name) ?? '');
  const isEmpty = used.length > 0 ? used.every((value) => value === '') : section.content.trim() === '';
  if (isEmpty && !section.required) return [];
  const lines = section.content.split('\n').flatMap((line) => {
    const filled = line.replace(PLACEHOLDER, (_whole, name: string) => values.get(name) ?? '');
    return filled.trim() === '' && line.trim() !== '' ? [] : [filled]; // no empty line where a value is empty
  });
  const content = lines.join('\n').trim();
  return [
    section.delimiter === 'xml'
      ? `<${section.name}>\n${content}\n</${section.name}>`
      : `## ${section.name}\n${content}`,
  ];
}

function formatPlaceholder({ name, type, required }: PlaceholderDef, given: unknown, template: string): string {
  const isMissing = given === undefined || given === null;
  if (isMissing && !required) return '';
  const text = formatValue(type, given, `${template}: “${name}” (${type}) holds what JSON cannot say.`);
  if (text !== null) return text.trim();
  throw new Error(
    `${template} ${isMissing ? 'needs' : 'takes'} “${name}” (${type}); it was given ${describeKind(given)}.`,
  );
}

/** Null if the value is of another type. @throws Error with `message` for what JSON cannot say. */
function formatValue(type: PlaceholderDef['type'], given: unknown, message: string): string | null {
  try {
    if (type === 'array') return Array.isArray(given) ? formatList(given) : null;
    if (type === 'object') return isRecord(given) ? formatFields(given) : null;
  } catch (cause) {
    throw new Error(message, { cause });
  }
  if (typeof given === 'string') return escapeData(given);
  return typeof given === 'number' && Number.isFinite(given) ? String(given) : null;
}

function describeKind(given: unknown): string {
  if (given === undefined) return 'nothing';
  if (given === null) return 'null';
  if (Array.isArray(given)) return `an array of ${given.length}`;
  return typeof given === 'object' ? 'an object' : `a ${typeof given}`;
}
