/** Brings a section of a source by the id of the passage where it begins. Deterministic. */
import { ToolError } from '../../agent/tool-calls/index.ts';
import { formatPassageRef, listHeadings } from '../sources.ts';
import {
  joinPassages,
  splitTexts,
  type FoundPassages,
  type SearchableText,
  type SourcedPassage,
} from './passage-search.ts';

const MAX_LISTED = 8;

interface OpenedSection {
  readonly found: FoundPassages;
  /** The passage where it goes on; '' if this is all of it. */
  readonly next: string;
}

/** At most `limit` passages, in order. Throws a `ToolError` that lists the nearest headings if there is no such passage. */
export async function openSection(
  texts: readonly SearchableText[],
  section: string,
  limit: number,
  signal: AbortSignal,
): Promise<OpenedSection> {
  const all = await splitTexts(texts, signal);
  const ref = section.replace(/[[\]#\s]/g, '');
  const named = all.findIndex((passage) => formatRef(passage) === ref);
  const start = named === -1 ? all.findIndex(({ id }) => id === ref) : named;
  const first = all[start];
  if (!first) throw createNoSectionError(section, all);
  const end = all.findIndex((passage, at) => at > start && !isWithin(passage, first));
  const passages = all.slice(start, end === -1 ? all.length : end);
  const next = passages[limit];
  return { found: joinPassages(passages.slice(0, limit)), next: next ? formatRef(next) : '' };
}

const formatRef = (passage: SourcedPassage): string => formatPassageRef(passage, passage.from);

const isWithin = ({ from, path }: SourcedPassage, first: SourcedPassage): boolean =>
  from === first.from && first.path.every((heading, depth) => heading === path[depth]);

/** Retryable with an id that there is. */
function createNoSectionError(section: string, all: readonly SourcedPassage[]): ToolError {
  const near = listHeadings(all, formatRef)
    .map((heading) => ({ heading, nearness: measureNearness(section, heading) }))
    .sort((a, b) => b.nearness - a.nearness) // stable: else in the order of the page
    .slice(0, MAX_LISTED);
  const message = `No passage has the id ${section.slice(0, 80)}.`;
  const hint = 'Look for it in other words.';
  const advice =
    near.length === 0
      ? 'There are no headings: call find_in_page without `section`.'
      : `Take an id as it stands, such as of the nearest headings: ${near.map(({ heading }) => heading).join('; ')}.`;
  return new ToolError({ code: 'tool.no-such-section', message, hint }, true, advice);
}

/** Words of the heading that were given in place of the id; then how much of its beginning is right. */
function measureNearness(given: string, heading: string): number {
  const listWords = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const words = new Set(listWords(heading));
  const common = listWords(given).filter((word) => words.has(word)).length;
  const ref = heading.slice(1, heading.indexOf(']'));
  const wrong = Array.from(ref).findIndex((letter, at) => letter !== given[at]);
  return common + (wrong === -1 ? ref.length : wrong) / (ref.length + 1);
}
