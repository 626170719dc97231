/** The place of a quote in its source, with the text around it and what it leaves out. */
import { collapseWhitespace, truncate } from '../../base/one-line.ts';
import type { Source } from './source.ts';
import { findLastAtMost, type Range } from '../text/ranges.ts';
import type { Form, Spot } from './source-form.ts';
import { sliceOwn, type Visible } from './visible-markdown.ts';

export interface Place {
  readonly source: number;
  readonly passage: string;
  readonly path: readonly string[];
  /** In UTF-16 units of the Markdown; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly exact: string;
  /** Ranges of `exact` that the quote leaves out. */
  readonly leftOut?: readonly Range[];
  /** Up to 80 visible characters, which distinguish repeated text. */
  readonly before: string;
  readonly after: string;
}

const CONTEXT_LENGTH = 80;

/** `pieces`: what is quoted, in order, as ranges of the form. `until`: the end of a sentence that the quote breaks off. */
export function buildPlace(
  source: Source,
  index: number,
  form: Form,
  pieces: readonly Range[],
  until: Spot | null,
): Place {
  const from = form.startsAt(pieces[0]?.start ?? 0);
  const stop = form.endsAt(pieces.at(-1)?.end ?? 1);
  const to = until ?? stop;
  const first = from.visible.at[from.index] ?? 0;
  const passages = source.getPassages();
  const passage = passages[findLastAtMost(passages, (candidate) => candidate.start, first)];
  const exact = collapseWhitespace(getTextBetween(form, from, to, sliceOwn));
  const measure = (start: Spot, end: Spot): number =>
    collapseWhitespace(getTextBetween(form, start, end, sliceOwn)).length;
  const gaps = pieces.slice(1).map(({ start }, k) => ({
    start: measure(from, form.endsAt(pieces[k]?.end ?? 1)),
    end: exact.length - measure(form.startsAt(start), to),
  }));
  if (until !== null) gaps.push({ start: measure(from, stop), end: exact.length });
  const leftOut = gaps
    .filter(({ start, end }) => exact.slice(start, end).trim() !== '')
    .map(({ start, end }) => ({
      start: start + (exact[start] === ' ' ? 1 : 0),
      end: end - (exact[end - 1] === ' ' ? 1 : 0),
    }));
  return {
    source: index,
    passage: passage?.id ?? '',
    path: passage?.path ?? [],
    start: first,
    end: to.visible.ends[to.index - 1] ?? first,
    exact,
    ...(leftOut.length > 0 ? { leftOut } : {}),
    before: collapseWhitespace(getTextBefore(form, from))
      .slice(-CONTEXT_LENGTH)
      .replace(/^[\udc00-\udfff]/, ''),
    after: truncate(collapseWhitespace(getTextAfter(form, to)), CONTEXT_LENGTH),
  };
}

type Slice = (visible: Visible, from: number, to: number) => string;

const sliceAll: Slice = ({ text }, from, to) => text.slice(from, to);

export function getTextBetween(form: Form, from: Spot, to: Spot, slice = sliceAll): string {
  if (from.block === to.block) return slice(from.visible, from.index, to.index);
  const texts = [slice(from.visible, from.index, from.visible.text.length)];
  for (let block = from.block + 1; block < to.block; block += 1) {
    const visible = form.getVisible(block);
    texts.push(slice(visible, 0, visible.text.length));
  }
  return [...texts, slice(to.visible, 0, to.index)].join('\n');
}

function getOwnText(form: Form, block: number): string {
  const visible = form.getVisible(block);
  return sliceOwn(visible, 0, visible.text.length);
}

const MAX_SCANNED = 4 * CONTEXT_LENGTH;

function getTextBefore(form: Form, { block, visible, index }: Spot): string {
  let text = sliceOwn(visible, Math.max(0, index - MAX_SCANNED), index);
  for (let at = block - 1; at >= 0 && at > block - 20 && text.length < MAX_SCANNED; at -= 1)
    text = `${getOwnText(form, at).slice(-MAX_SCANNED)}\n${text}`;
  return text;
}

function getTextAfter(form: Form, { block, visible, index }: Spot): string {
  let text = sliceOwn(visible, index, index + MAX_SCANNED);
  const last = Math.min(form.stretches.length, block + 20);
  for (let at = block + 1; at < last && text.length < MAX_SCANNED; at += 1)
    text = `${text}\n${getOwnText(form, at).slice(0, MAX_SCANNED)}`;
  return text;
}
