/** Reads JSON as nested lists of its names and values, long texts as paragraphs. */
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
  appendValue(doc.body, value, MAX_DEPTH, counter);
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
  if (typeof value !== 'object' || value === null) {
    const text = String(value);
    if (text.length > MAX_LINE || text.includes('\n')) appendProse(parent, text);
    else parent.append(text);
    return;
  }
  if (depth === 0) {
    parent.append(JSON.stringify(value));
    return;
  }
  const isList = Array.isArray(value);
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
  if (entries.length === 0) return;
  const list = appendText(parent, 'ul', '');
  for (const [name, each] of entries) {
    if ((counter.left -= 1) <= 0) return;
    const item = appendText(list, 'li', '');
    if (!isList) appendText(item, 'b', `${name}:`);
    else if (isNested(each)) appendText(item, 'b', String(Number(name) + 1));
    if (item.firstChild) item.append(' ');
    appendValue(item, each, depth - 1, counter);
  }
}

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;
