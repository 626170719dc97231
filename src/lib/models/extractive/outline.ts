/** Reads the quotable units of a document: sentences, list items and table headers, but no code. */
import { type Block, parseBlocks, getHeadingText } from '../../pipeline/text/blocks.ts';
import { toInlineText } from '../../pipeline/text/inline.ts';
import type { DocumentPart } from '../model.ts';
import { formatTableHeader, parseListItems, splitParagraphLines, stripQuoteMarks } from './block-lines.ts';
import type { TimeSlicer } from '../../pipeline/text/time-slices.ts';
import { getLastHeading } from '../../pipeline/text/parts.ts';
import { splitSentences } from '../../pipeline/text/sentences.ts';
import { extractTerms, countWords } from '../../pipeline/text/terms.ts';

export interface Unit {
  readonly text: string;
  /** `label`: a line without end punctuation. `item`: the same in a list. `table`: a table's header. */
  readonly kind: 'sentence' | 'item' | 'table' | 'label';
  readonly terms: readonly string[];
  readonly words: number;
  readonly order: number;
  readonly section: number;
  readonly block: number;
  readonly place: number;
  /** Share of its paragraph that is link text: 1 for a menu. */
  readonly linked: number;
  /** Words it represents: its own, or those of the whole table. */
  readonly weight: number;
  /** Number of the step it begins in a numbered list; else 0. */
  readonly step: number;
}

interface Section {
  /** '' before the first heading. */
  readonly title: string;
  readonly depth: number;
}

export interface Outline {
  readonly title: string;
  /** BCP 47, or ''. */
  readonly language: string;
  readonly sections: readonly Section[];
  readonly units: readonly Unit[];
}

type Source = Pick<DocumentPart, 'title' | 'language' | 'text'>;

type Draft = Pick<Unit, 'text' | 'kind' | 'place' | 'linked'> & Partial<Pick<Unit, 'step' | 'weight'>>;

export async function buildOutline(sources: readonly Source[], slices: TimeSlicer): Promise<Outline> {
  const sections: Section[] = [{ title: '', depth: 0 }];
  const units: Unit[] = [];
  for (const [block, entry] of sources.flatMap((source) => parseBlocks(source.text)).entries()) {
    if (entry.kind === 'heading') openSection(entry, sections);
    for (const draft of iterateDrafts(entry, sources[0]?.language ?? '')) {
      const unit = { ...measureDraft(draft), order: units.length, section: sections.length - 1, block };
      if (unit.terms.length > 0) units.push(unit);
      await slices.yieldIfDue();
    }
  }
  const title = sources[0]?.title.trim() ?? '';
  const language = sources[0]?.language ?? '';
  return { title: title === '' ? (sections[1]?.title ?? '') : title, language, sections, units };
}

function measureDraft(draft: Draft): Omit<Unit, 'order' | 'section' | 'block'> {
  const words = countWords(draft.text);
  return { weight: words, step: 0, ...draft, words, terms: extractTerms(draft.text) };
}

function openSection(block: Block, sections: Section[]): void {
  const title = getLastHeading(toInlineText(getHeadingText(block)).text);
  if (title !== '' && sections.at(-1)?.title !== title) sections.push({ title, depth: block.depth });
}

function* iterateDrafts(block: Block, language: string): Generator<Draft, void, undefined> {
  switch (block.kind) {
    case 'paragraph':
      return yield* iterateLineDrafts(splitParagraphLines(block.text), language);
    case 'quote':
      return yield* iterateLineDrafts(splitParagraphLines(stripQuoteMarks(block.text)), language);
    case 'list':
      return yield* iterateListDrafts(block.text, language);
    case 'table':
      return yield {
        text: formatTableHeader(block.text),
        kind: 'table',
        place: 0,
        linked: 0,
        weight: countWords(block.text),
      };
    case 'heading':
    case 'code':
    case 'rule':
      return;
  }
}

function* iterateLineDrafts(lines: readonly string[], language: string): Generator<Draft, void, undefined> {
  let place = 0;
  for (const line of lines) {
    const { text, linked, sentences } = readSentences(line, language);
    const kind = sentences.length === 1 && isLabel(text) ? 'label' : 'sentence';
    for (const sentence of sentences) yield { text: sentence, kind, place: place++, linked };
  }
}

function* iterateListDrafts(list: string, language: string): Generator<Draft, void, undefined> {
  for (const item of parseListItems(list)) {
    const { linked, sentences } = readSentences(item.text, language);
    for (const [place, text] of sentences.entries())
      yield { text, kind: isLabel(text) ? 'item' : 'sentence', place, linked, step: place === 0 ? item.number : 0 };
  }
}

function readSentences(line: string, language: string) {
  const { text, linked } = toInlineText(line);
  return { text, linked: Math.min(1, linked / text.length), sentences: splitSentences(text, language) };
}

const MAX_LABEL_WORDS = 20;
const UNMARKED_SCRIPTS = /[\u0e00-\u0eff]/;

function isLabel(text: string): boolean {
  const hasEnd = /[.!?。！？…।؟:;；：]["'”’»」』)\]]*$/u.test(text) || UNMARKED_SCRIPTS.test(text);
  return !hasEnd && countWords(text) < MAX_LABEL_WORDS;
}
