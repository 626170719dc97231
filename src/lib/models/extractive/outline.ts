/**
 * A document → what may be quoted from it: sentences, list items, tables' headers, each in its section.
 * The one rule: code is never a sentence, and a unit's text is the page's own words in the page's own order.
 */
import { type Block, blocksOf, headingText } from '../../pipeline/text/blocks.ts';
import { inlineText } from '../../pipeline/text/inline.ts';
import { lastHeading } from '../../pipeline/text/path.ts';
import { sentences } from '../../pipeline/text/sentences.ts';
import type { Slices } from '../../pipeline/text/slice.ts';
import { terms, wordCount } from '../../pipeline/text/words.ts';
import { linesOf, listItems, tableHeader, withoutMarkers } from './shapes.ts';

/** `label`: a line without an end: a caption, a name. `item`: the same in a list. `table`: a table's header. */
export type UnitKind = 'sentence' | 'item' | 'table' | 'label';

export interface Unit {
  readonly text: string;
  readonly kind: UnitKind;
  readonly terms: readonly string[];
  readonly words: number;
  /** Index among the units of the text. */
  readonly order: number;
  /** Index of its section. */
  readonly section: number;
  /** Index of its block, and its place among the sentences of its paragraph or item. */
  readonly block: number;
  readonly place: number;
  /** Share of its paragraph that is link text: 1 for a menu. */
  readonly linked: number;
  /** Words it stands for: its own, or the whole table's. */
  readonly weight: number;
  /** The number of the step it begins, in a numbered list; else 0. */
  readonly step: number;
}

export interface Section {
  /** '' before the first heading. */
  readonly title: string;
  readonly depth: number;
}

export interface Outline {
  /** The document's own title, or its first heading. */
  readonly title: string;
  readonly sections: readonly Section[];
  readonly units: readonly Unit[];
}

export interface Source {
  readonly title: string;
  /** BCP 47, or ''. */
  readonly language: string;
  readonly text: string;
}

/** A unit before it is counted and numbered. */
interface Draft {
  readonly text: string;
  readonly kind: UnitKind;
  readonly place: number;
  readonly linked: number;
  readonly step?: number;
  readonly weight?: number;
}

/** Reads the documents in order, as one text. The first one's title and language count. */
export async function outlineOf(sources: readonly Source[], slices: Slices): Promise<Outline> {
  const sections: Section[] = [{ title: '', depth: 0 }];
  const units: Unit[] = [];
  for (const [block, read] of sources.flatMap((source) => blocksOf(source.text)).entries()) {
    if (read.kind === 'heading') openSection(read, sections);
    for (const draft of draftsOf(read, sources[0]?.language ?? '')) {
      const unit = { ...counted(draft), order: units.length, section: sections.length - 1, block };
      if (unit.terms.length > 0) units.push(unit);
      await slices.turn();
    }
  }
  const title = sources[0]?.title.trim() ?? '';
  return { title: title === '' ? (sections[1]?.title ?? '') : title, sections, units };
}

function counted(draft: Draft): Omit<Unit, 'order' | 'section' | 'block'> {
  const words = wordCount(draft.text);
  return { weight: words, step: 0, ...draft, words, terms: terms(draft.text) };
}

function openSection(block: Block, sections: Section[]): void {
  const title = lastHeading(inlineText(headingText(block)).text);
  // a part of a long text repeats the heading it goes on under
  if (title !== '' && sections.at(-1)?.title !== title) sections.push({ title, depth: block.depth });
}

/** The marks at the start of a quoted line. */
const QUOTED = /^ {0,3}>[> ]*/;

function* draftsOf(block: Block, language: string): Generator<Draft, void, undefined> {
  switch (block.kind) {
    case 'paragraph':
      return yield* ofLines(linesOf(block.text), language);
    case 'quote':
      return yield* ofLines(linesOf(block.text.split('\n').map(unquoted).join('\n')), language);
    case 'list':
      return yield* ofList(block.text, language);
    case 'table':
      return yield { text: tableHeader(block.text), kind: 'table', place: 0, linked: 0, weight: wordCount(block.text) };
    case 'heading':
    case 'code':
    case 'rule':
      return;
  }
}

const unquoted = (line: string): string => withoutMarkers(line.replace(QUOTED, ''));

function* ofLines(lines: readonly string[], language: string): Generator<Draft, void, undefined> {
  let place = 0;
  for (const line of lines) {
    const { text, linked } = inlineText(line);
    const found = sentences(text, language);
    const kind = found.length === 1 && isLabel(text) ? 'label' : 'sentence';
    for (const sentence of found) {
      yield { text: sentence, kind, place, linked: Math.min(1, linked / text.length) };
      place += 1;
    }
  }
}

function* ofList(list: string, language: string): Generator<Draft, void, undefined> {
  for (const item of listItems(list)) {
    const { text, linked } = inlineText(item.text);
    for (const [place, sentence] of sentences(text, language).entries()) {
      const kind = isLabel(sentence) ? 'item' : 'sentence';
      yield {
        text: sentence,
        kind,
        place,
        linked: Math.min(1, linked / text.length),
        step: place === 0 ? item.number : 0,
      };
    }
  }
}

const LABEL_WORDS = 20;
/** Scripts whose sentences end without a mark. */
const UNMARKED = /[\u0e00-\u0eff]/;

function isLabel(text: string): boolean {
  const ended = /[.!?。！？…।؟:;；：]["'”’»」』)\]]*$/u.test(text) || UNMARKED.test(text);
  return !ended && wordCount(text) < LABEL_WORDS;
}
