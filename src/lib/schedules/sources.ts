/** What the run of a schedule reads: its page, what changed on it, or the new pages of the reading list. */
import type { Article } from '../agent/ports.ts';
import type { Change, KeptSchedule, Schedule } from '../protocol/schedules.ts';
import { describeChange, findChange } from './change.ts';
import { findNewPages, forgetNewPages, readNewPages, type ListedPage } from './reading-list.ts';

export interface SourcePorts {
  readonly loadPage: (id: string) => Promise<Article | null>;
  /** Lists the browser's reading list. Rejects with a `UserFacingError`. */
  readonly readList: () => Promise<readonly ListedPage[]>;
  /** Rejects with a `UserFacingError`. */
  readonly readPage: (address: string) => Promise<Article>;
}

export interface Look {
  /** Kept for the next one. */
  readonly page: Article;
  readonly change: Change | null;
  readonly isFirst: boolean;
}

/** What is compared and kept: a store of all schedules holds so much. */
const MAX_PAGE_CHARS = 100_000;
const NO_CHANGE: Change = { added: 0, removed: 0, addedLines: [], removedLines: [] };

/** Rejects with a `UserFacingError`. */
export async function readForLook(
  { id, address, when }: Schedule,
  { loadPage, readList, readPage }: SourcePorts,
): Promise<Look> {
  if (when.kind === 'list') {
    const list = await readList();
    const before = await loadPage(id);
    const { seen, change } = findNewPages(before, list);
    return { page: seen, change, isFirst: before === null };
  }
  const page = clipPage(await readPage(address));
  const before = await loadPage(id);
  return { page, change: before && findChangeOfPages(before, page), isFirst: before === null };
}

/** `change`: of the claim. Rejects with a `UserFacingError`. */
export async function readForRun(
  { id, address, when }: Schedule,
  change: Change | null,
  { loadPage, readPage }: SourcePorts,
): Promise<Article> {
  if (when.kind === 'list') return readNewPages(await loadPage(id), change ?? NO_CHANGE, readPage);
  if (change === null) return readPage(address);
  const page = (await loadPage(id)) ?? (await readPage(address));
  return { ...page, markdown: describeChange(page.markdown, change) };
}

/** What is kept of a reading list if the run of its new pages never begins; undefined: as it is. */
export async function forgetForRun(
  { schedule, claim }: KeptSchedule,
  { loadPage }: Pick<SourcePorts, 'loadPage'>,
): Promise<Article | undefined> {
  if (schedule.when.kind !== 'list' || !claim?.change) return undefined;
  const seen = await loadPage(schedule.id);
  return seen === null ? undefined : forgetNewPages(seen, claim.change);
}

/** At the end of a line, if there is one. */
function clipPage(page: Article): Article {
  if (page.markdown.length <= MAX_PAGE_CHARS) return page;
  const line = page.markdown.lastIndexOf('\n', MAX_PAGE_CHARS);
  return { ...page, markdown: page.markdown.slice(0, line > 0 ? line : MAX_PAGE_CHARS), cut: true };
}

const findChangeOfPages = (before: Article, page: Article): Change | null =>
  findChange(before.markdown, page.markdown, { before: before.cut === true, after: page.cut === true });
