/** Which pages of the reading list are new, and what a run reads of them. What was seen is kept as a text of their addresses. */
import type { Article } from '../agent/ports.ts';
import type { ArticlePart } from '../pipeline/page/read/article.ts';
import { toUserError, UserFacingError } from '../base/errors.ts';
import { clip, toOneLine } from '../base/one-line.ts';
import { MAX_CHANGED_LINE, MAX_LIST_PAGES, type Change } from '../protocol/schedules.ts';

export interface ListedPage {
  readonly url: string;
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly addedAt: number;
}

/** Longest address that is kept. */
const MAX_URL = 2000;
const MAX_TITLE = 200;
/** Most characters of all pages of a run together, as many as of one page that is looked at. */
const MAX_RUN_CHARS = 100_000;
const SEPARATOR = '\n\n';
const NO_ARTICLE = { url: '', byline: '', published: '', language: '', site: '' } as const;

interface ListLook {
  /** Kept for the next look: those of a run come last. */
  readonly seen: Article;
  /** Null if nothing is new. */
  readonly change: Change | null;
}

/** `before`: what the last look kept; null for the first, to which nothing is new. The oldest come first. */
export function findNewPages(before: Article | null, list: readonly ListedPage[]): ListLook {
  const readable = list.filter(({ url }) => /^https?:/.test(url) && url.length <= MAX_URL && !/\s/.test(url));
  const sorted = [...readable].sort((a, b) => a.addedAt - b.addedAt);
  if (before === null) return { seen: toSeen(sorted.map(({ url }) => url)), change: null };
  const known = new Set(listSeen(before));
  const added = sorted.filter(({ url }) => !known.has(url));
  const taken = added.slice(0, MAX_LIST_PAGES);
  // what is on the list no more is forgotten, and new if it is added again
  const kept = sorted.map(({ url }) => url).filter((url) => known.has(url));
  const seen = toSeen([...kept, ...taken.map(({ url }) => url)]);
  if (taken.length === 0) return { seen, change: null };
  const addedLines = taken.map(({ url, title }) => clip(`${toOneLine(title, MAX_TITLE)} ${url}`, MAX_CHANGED_LINE));
  return { seen, change: { added: added.length, removed: 0, addedLines, removedLines: [] } };
}

/** What is kept where no run read the new ones: they are new again. */
export const forgetNewPages = (seen: Article, { addedLines }: Change): Article => {
  const known = listSeen(seen);
  return toSeen(known.slice(0, Math.max(0, known.length - addedLines.length)));
};

const toSeen = (urls: readonly string[]): Article => ({ ...NO_ARTICLE, title: '', markdown: urls.join('\n') });

const listSeen = ({ markdown }: Article): readonly string[] => markdown.split('\n').filter((url) => url !== '');

/** The pages of a claim, read one after another. Rejects as the last did if none can be read. */
export async function readNewPages(
  seen: Article | null,
  { added, addedLines }: Change,
  readPage: (address: string) => Promise<Article>,
): Promise<Article> {
  const known = seen === null ? [] : listSeen(seen);
  const urls = known.slice(known.length - Math.min(known.length, addedLines.length));
  const share = Math.floor(MAX_RUN_CHARS / Math.max(1, urls.length));
  const read: Article[] = [];
  const faults: string[] = [];
  let last: unknown = new UserFacingError(FORGOTTEN_ERROR);
  for (const url of urls) {
    try {
      read.push(await readPage(url));
    } catch (thrown) {
      last = thrown;
      faults.push(`(${url} couldn’t be read: ${toUserError(thrown).message})`);
    }
  }
  const [first] = read;
  if (first === undefined) throw last;
  const more = added - addedLines.length;
  const rest = more > 0 ? [`(${String(more)} more new pages of the reading list follow in the next run.)`] : [];
  const cut = read.some((page) => page.cut === true || page.markdown.length > share);
  if (urls.length === 1)
    return { ...first, markdown: [...rest, first.markdown.slice(0, share)].join('\n\n'), ...(cut && { cut }) };
  const texts: string[] = [];
  const parts: ArticlePart[] = [];
  let start = 0;
  for (const { url, title, markdown } of read) {
    const text = `# ${toOneLine(title, MAX_TITLE)}\n\n${url}\n\n${markdown.slice(0, share)}`;
    parts.push({ start, url, title: toOneLine(title, MAX_TITLE) });
    texts.push(text);
    start += text.length + SEPARATOR.length;
  }
  return {
    ...NO_ARTICLE,
    title: `${String(urls.length)} new pages of the reading list`,
    language: first.language,
    ...(cut && { cut }),
    markdown: [...texts, ...faults, ...rest].join(SEPARATOR),
    parts,
  };
}

const FORGOTTEN_ERROR = {
  code: 'schedule.forgotten',
  message: 'The list of new pages was deleted with the history.',
  hint: 'Pages that you add from now on are read.',
};
