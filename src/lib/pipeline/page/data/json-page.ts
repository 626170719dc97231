/** Reads JSON: short values in lists, then nested ones under headings, long texts as paragraphs. */
import { appendProse, appendText, type DataPage } from './data-page.ts';

/** Deeper values are written as JSON. */
const MAX_DEPTH = 12;
const MAX_VALUES = 20_000;
/** Longer texts are prose. */
const MAX_LINE = 80;

/** Null if the text is not JSON. */
export function readJson(text: string, within: Document): DataPage | null {
  let value: unknown;
  try {
    value = JSON.parse(text, keepNumber);
  } catch {
    return null;
  }
  const doc = within.implementation.createHTMLDocument('');
  const counter = { left: MAX_VALUES };
  appendValue(doc.body, value, 0, counter);
  const { title, name, language } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const heading = [title, name].find((each) => typeof each === 'string' && each.length <= 200);
  return {
    title: typeof heading === 'string' ? heading : '',
    language: typeof language === 'string' ? language : '',
    doc,
    cut: counter.left <= 0,
  };
}

/** A number that JavaScript cannot hold exactly is kept as it is written. */
function keepNumber(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' && context?.source !== undefined && String(value) !== context.source
    ? context.source
    : value;
}

function appendValue(parent: Element, value: unknown, depth: number, counter: { left: number }): void {
  if (!isNested(value)) {
    if (isProse(value)) appendProse(parent, value);
    else appendText(parent, 'p', String(value));
    return;
  }
  if (Array.isArray(value)) appendEntries(parent, value, depth, counter);
  else appendFields(parent, Object.entries(value), depth, counter);
}

/** A short entry after a nested one has a heading too: else it would stand under that of the nested one. */
function appendEntries(parent: Element, entries: readonly unknown[], depth: number, counter: { left: number }): void {
  let isNumbered = false;
  for (const [i, each] of entries.entries()) {
    if ((counter.left -= 1) <= 0) return;
    isNumbered ||= isNested(each);
    if (isNumbered) appendSection(parent, nameEntry(each, i), each, depth, counter);
    else if (isProse(each)) appendProse(parent, each);
    else appendItem(parent, String(each));
  }
}

/** Short values first: behind a nested one, they would stand under its heading. */
function appendFields(
  parent: Element,
  fields: readonly (readonly [string, unknown])[],
  depth: number,
  counter: { left: number },
): void {
  const isShort = ([, value]: readonly [string, unknown]): boolean => !isNested(value) && !isProse(value);
  for (const [name, value] of fields.filter(isShort)) {
    if ((counter.left -= 1) <= 0) return;
    const item = appendItem(parent, '');
    appendText(item, 'b', `${name}:`);
    item.append(` ${String(value)}`);
  }
  for (const field of fields) {
    if (isShort(field)) continue;
    if ((counter.left -= 1) <= 0) return;
    appendSection(parent, field[0], field[1], depth, counter);
  }
}

function appendSection(parent: Element, name: string, value: unknown, depth: number, counter: { left: number }): void {
  if (depth < MAX_DEPTH) appendText(parent, `h${String(Math.min(6, depth + 2))}`, name);
  if (depth < MAX_DEPTH || !isNested(value)) appendValue(parent, value, depth + 1, counter);
  else appendText(parent, 'p', `${name}: ${JSON.stringify(value)}`);
}

function appendItem(parent: Element, text: string): Element {
  const last = parent.lastElementChild;
  return appendText(last?.localName === 'ul' ? last : appendText(parent, 'ul', ''), 'li', text);
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isProse = (value: unknown): value is string =>
  typeof value === 'string' && (value.length > MAX_LINE || /\n|[.!?…。！？] /u.test(value));

/** An entry of a list by its title, else by its number. */
function nameEntry(value: unknown, index: number): string {
  const { title, name } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const found = [title, name].find((each) => typeof each === 'string' && each !== '' && each.length <= MAX_LINE);
  return typeof found === 'string' ? found : String(index + 1);
}
