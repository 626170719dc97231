/** Where found words stand. The one rule: all of it is read from the source; nothing of the quote is in it. */
import { type Form, lastBefore, type Source, type Spot } from './source.ts';

export interface Place {
  /** Index of the source. */
  readonly source: number;
  /** The id of the passage it begins in. */
  readonly passage: string;
  /** Titles of the headings it stands under, the outermost first. */
  readonly path: readonly string[];
  /** In the Markdown, in UTF-16 units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** The stored words as a reader sees them. */
  readonly exact: string;
  /** Up to 80 visible characters on either side, which tell repeats apart. */
  readonly before: string;
  readonly after: string;
}

const AROUND = 80;

export function placeOf(source: Source, index: number, form: Form, start: number, end: number): Place {
  const from = form.startsAt(start);
  const to = form.endsAt(end);
  const first = from.visible.at[from.index] ?? 0;
  const passages = source.passages();
  const passage = passages[lastBefore(passages, (one) => one.start, first)];
  return {
    source: index,
    passage: passage?.id ?? '',
    path: passage?.path ?? [],
    start: first,
    end: to.visible.ends[to.index - 1] ?? first,
    exact: oneLine(between(form, from, to)),
    before: oneLine(beforeOf(form, from))
      .slice(-AROUND)
      .replace(/^[\udc00-\udfff]/, ''),
    after: oneLine(afterOf(form, to))
      .slice(0, AROUND)
      .replace(/[\ud800-\udbff]$/, ''),
  };
}

function between(form: Form, from: Spot, to: Spot): string {
  if (from.block === to.block) return from.visible.text.slice(from.index, to.index);
  const texts = [from.visible.text.slice(from.index)];
  for (let block = from.block + 1; block < to.block; block += 1) texts.push(form.visible(block).text);
  return [...texts, to.visible.text.slice(0, to.index)].join('\n');
}

/** Characters taken before white space is made one: more than that is not looked at. */
const TAKEN = 4 * AROUND;

function beforeOf(form: Form, { block, visible, index }: Spot): string {
  let text = visible.text.slice(Math.max(0, index - TAKEN), index);
  for (let at = block - 1; at >= 0 && at > block - 20 && text.length < TAKEN; at -= 1)
    text = `${form.visible(at).text.slice(-TAKEN)}\n${text}`;
  return text;
}

function afterOf(form: Form, { block, visible, index }: Spot): string {
  let text = visible.text.slice(index, index + TAKEN);
  const last = Math.min(form.stretches.length, block + 20);
  for (let at = block + 1; at < last && text.length < TAKEN; at += 1)
    text = `${text}\n${form.visible(at).text.slice(0, TAKEN)}`;
  return text;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
