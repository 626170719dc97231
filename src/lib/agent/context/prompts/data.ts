/** Escapes values for prompts: nothing in them opens or closes a tag, heading or fence. */

const LINE_BREAK = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const CONTROL_CHARACTER = /[^\P{Cc}\n\t]/gu;
const LONE_SURROGATE = /\p{Cs}/gu;
/** Every `<` except in comparisons. At the end of the text too: anything may follow. */
const TAG_START = /<(?![ \t]*[\d=+-])/g;
/** A line that begins a heading or fence, or underlines a heading. */
const STRUCTURE_START = /^[\p{Zs}\t\p{Cf}]*(?=#|```|~~~|(?:-+|=+|`+|~+)[\p{Zs}\t\p{Cf}]*$)/gmu;

/** Idempotent. */
export function escapeData(text: string): string {
  return text
    .replace(LINE_BREAK, '\n')
    .replace(CONTROL_CHARACTER, '')
    .replace(LONE_SURROGATE, '\ufffd')
    .replace(TAG_START, '&lt;')
    .replace(STRUCTURE_START, '$&\\');
}

/** Indents further lines of an item, which would look like items. */
export function formatList(items: readonly unknown[]): string {
  return items
    .map((item, index) => `${index + 1}. ${indentLines(isRecord(item) ? formatFields(item) : formatScalar(item), 3)}`)
    .join('\n');
}

export function formatFields(object: Readonly<Record<string, unknown>>): string {
  return Object.entries(object)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${escapeData(key).replaceAll('\n', ' ')}: ${indentLines(formatScalar(value), 2)}`)
    .join('\n');
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** '' for values that JSON omits. Throws what `JSON.stringify` throws. */
function formatScalar(value: unknown): string {
  if (typeof value === 'string') return escapeData(value.trim());
  const json: unknown = JSON.stringify(value);
  return typeof json === 'string' ? escapeData(json) : '';
}

const indentLines = (text: string, by: number): string => text.replaceAll('\n', `\n${' '.repeat(by)}`);
