/**
 * Values on their way into a prompt. The one rule: a value is data, so nothing in it opens or closes anything: no tag, be it a
 * section's or the text protocol's, no heading, no fence. What escaping changes, a reader still understands.
 */

/** What begins a line for some readers and not for others begins one for all. */
const BREAK = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const CONTROL = /[^\P{Cc}\n\t]/gu;
const HALF = /\p{Cs}/gu;
/** Every `<` but that of a comparison: `< 3`, `<=`, `<-`. One at the end counts, since anything may follow it. */
const OPENS = /<(?![ \t]*[\d=+-])/g;
/** Where a line, blanks and invisible characters aside, begins a heading or a fence, or may underline a heading. */
const STRUCTURE = /^[\p{Zs}\t\p{Cf}]*(?=#|```|~~~|(?:-+|=+|`+|~+)[\p{Zs}\t\p{Cf}]*$)/gmu;

/** The text with whatever could be taken for structure escaped. Escaping twice is escaping once. */
export function asData(text: string): string {
  return text
    .replace(BREAK, '\n')
    .replace(CONTROL, '')
    .replace(HALF, '\ufffd')
    .replace(OPENS, '&lt;')
    .replace(STRUCTURE, '$&\\');
}

/** A numbered list. Further lines of an item are indented, so that none looks like an item of its own. */
export function asList(items: readonly unknown[]): string {
  return items
    .map((item, index) => `${index + 1}. ${indented(isRecord(item) ? asFields(item) : scalar(item), 3)}`)
    .join('\n');
}

/** `key: value`, a line each. */
export function asFields(object: Readonly<Record<string, unknown>>): string {
  return Object.entries(object)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${asData(key).replaceAll('\n', ' ')}: ${indented(scalar(value), 2)}`)
    .join('\n');
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text as it is, anything else as JSON; '' for what JSON does not know. Throws what `JSON.stringify` throws. */
function scalar(value: unknown): string {
  if (typeof value === 'string') return asData(value.trim());
  const json: unknown = JSON.stringify(value);
  return typeof json === 'string' ? asData(json) : '';
}

const indented = (text: string, by: number): string => text.replaceAll('\n', `\n${' '.repeat(by)}`);
