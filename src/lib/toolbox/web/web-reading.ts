/** Web sources as artifacts. A page that cannot be read is replaced by its snippet. */
import { formatNumber } from '../../base/locale.ts';
import type { Commits } from '../../agent/state/journal.ts';
import { clip, toOneLine } from '../../base/one-line.ts';
import { UserFacingError } from '../../base/errors.ts';
import { findGrade } from '../../agent/frames/grade.ts';
import type { Article } from '../../agent/ports.ts';
import type { ListedResult, WebSource } from '../../agent/frames/web-search.ts';
import type { ToolContext, ToolOutcome } from '../../agent/tool-calls/index.ts';
import { isPublicAddress, canonicaliseUrl } from '../../pipeline/web/web-address.ts';
import { getCommentsNote, getReadingNote, READ_MESSAGE } from '../page/article.ts';
import { storeBody, WEB } from '../page/page-artifacts.ts';
import { getLatestSourceChoice, findReadPage, getWebLabels, listWebSources } from './web-artifacts.ts';
import { countWords } from '../../pipeline/text/terms.ts';

/** Pages that one search reads, in parallel, and sources it uses in all. */
const MAX_PAGES = 4;
const MAX_SOURCES = 8;
const [MAX_LINKS, MAX_LINK_CHARS] = [40, 300];
const [MAX_TITLE_CHARS, MAX_PAGE_CHARS] = [200, 1_000_000];
const UNASKED_REASON = 'Not read: its site is told nothing without your yes.';
const NOT_READ_REASON = `Not read: ${String(MAX_PAGES)} others came first.`;

/** Each at most once in a run; snippets for the others. `need`: whose grades rank them. */
export async function* readSources(
  relevant: readonly ListedResult[],
  need: string,
  context: ToolContext,
): Commits<void> {
  const ranked = rankResults(relevant, need, context);
  const wanted = ranked.slice(0, MAX_PAGES).map(({ url }) => url);
  const { pinned } = getLatestSourceChoice(context.state());
  const unasked = new Set(context.egress.chooseUnasked(wanted.filter((url) => !pinned.includes(url))));
  const isReadable = (url: string): boolean => unasked.has(url) || (pinned.includes(url) && wanted.includes(url));
  const reads = new Map<string, Promise<ToolOutcome>>();
  const startReads = (from: number): void => {
    for (const result of ranked.slice(from, MAX_PAGES)) {
      if (!isReadable(result.url) || findReadPage(result.url, context.state())) continue;
      const read = readPageOrSnippet(result, context);
      read.catch(() => undefined); // avoids an unhandled rejection if an earlier read throws first
      reads.set(result.url, read);
    }
  };
  for (const [i, result] of ranked.entries()) {
    if (findReadPage(result.url, context.state())) continue; // read before an interruption, or by a parallel search
    yield* context.giveOnce(
      () => {
        if (i >= MAX_PAGES) return buildSnippetOutcome(result, NOT_READ_REASON, context);
        if (!isReadable(result.url)) return buildSnippetOutcome(result, UNASKED_REASON, context);
        if (reads.size === 0) startReads(i);
        return reads.get(result.url) ?? readPageOrSnippet(result, context);
      },
      (recorded) => recorded.find(({ objects: [one] }) => one?.name === WEB && one.meta.url === result.url),
    );
  }
}

/** Pinned results first, then by confidence; without pages read before this call. */
function rankResults(relevant: readonly ListedResult[], need: string, { state }: ToolContext): readonly ListedResult[] {
  const { pinned } = getLatestSourceChoice(state());
  const currentTurn = state().past.length;
  const readUrls = new Set(
    listWebSources(state())
      .filter(({ meta, turn }) => meta.how === 'page' && turn < currentTurn)
      .map(({ meta }) => meta.url),
  );
  const score = ({ url }: ListedResult): number =>
    pinned.includes(url) ? 2 : (findGrade(url, need, state())?.confidence ?? 0);
  return relevant
    .filter(({ url }) => !readUrls.has(url))
    .sort((a, b) => score(b) - score(a))
    .slice(0, MAX_SOURCES);
}

async function readPageOrSnippet(result: ListedResult, context: ToolContext): Promise<ToolOutcome> {
  try {
    return await fetchWebPage(result, context);
  } catch (thrown) {
    context.signal.throwIfAborted();
    if (!(thrown instanceof UserFacingError)) throw thrown;
    return buildSnippetOutcome(result, thrown.error.message, context);
  }
}

/** Throws a `UserFacingError` if it cannot be read. */
export async function fetchWebPage(
  { ref, url, title }: Pick<ListedResult, 'ref' | 'url' | 'title'>,
  { ports, signal }: ToolContext,
): Promise<ToolOutcome> {
  const { article } = await ports.web.read(url, signal);
  const { language, markdown } = article;
  const name = toOneLine(article.title, MAX_TITLE_CHARS) || title;
  const source: WebSource = {
    ref,
    url,
    title: name,
    language: clip(language, 35),
    how: 'page',
    why: '',
    links: extractLinks(article),
  };
  const words = countWords(markdown);
  const comments = article.comments === undefined ? '' : getCommentsNote(countWords(article.comments), 'were left out');
  return {
    ...(await buildWebOutcome(source, clip(markdown, MAX_PAGE_CHARS), { ports })),
    message: [READ_MESSAGE, getReadingNote(article), comments].filter(Boolean).join(' '),
    metadata: { title: name, count: formatNumber(words) },
  };
}

async function buildSnippetOutcome(
  { ref, url, title, snippet }: ListedResult,
  reason: string,
  { ports }: Pick<ToolContext, 'ports'>,
): Promise<ToolOutcome> {
  const source: WebSource = { ref, url, title, language: '', how: 'snippet', why: reason, links: [] };
  return {
    ...(await buildWebOutcome(source, snippet, { ports })),
    message: 'Took what the search engine says of “{title}”. {why}',
    metadata: { title, why: reason },
  };
}

async function buildWebOutcome(
  source: WebSource,
  text: string,
  { ports }: Pick<ToolContext, 'ports'>,
): Promise<Omit<ToolOutcome, 'message'>> {
  return {
    name: WEB,
    payload: 'web',
    objects: [{ name: WEB, body: await storeBody(text, ports), meta: source, hidden: false }],
    labels: getWebLabels(source.url),
  };
}

function extractLinks({ markdown }: Pick<Article, 'markdown'>): readonly string[] {
  const links = new Set<string>();
  for (const { 1: address = '' } of markdown
    .slice(0, MAX_PAGE_CHARS)
    .matchAll(/\]\((https?:\/\/[^\s()<>]{1,300})\)/g)) {
    const url = canonicaliseUrl(address);
    if (url !== null && url.length <= MAX_LINK_CHARS && isPublicAddress(url)) links.add(url);
    if (links.size >= MAX_LINKS) break;
  }
  return [...links];
}
