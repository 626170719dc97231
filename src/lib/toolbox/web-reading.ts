/**
 * Sources on the web as objects of a run: pages that are fetched, and snippets of those that are not. The one rule: a page that
 * cannot be had never ends the run: its snippet stands for it, with the reason.
 */
import type { Effects } from '../agent/journal.ts';
import { clip } from '../agent/bounds.ts';
import type { Json } from '../base/json.ts';
import { oneLine } from '../base/one-line.ts';
import { TroubleError } from '../base/errors.ts';
import { gradeFor } from '../agent/grade.ts';
import type { Article } from '../agent/ports.ts';
import type { ListedResult, WebSource } from '../agent/rag/types.ts';
import type { ToolContext, ToolOutcome } from '../agent/tools.ts';
import { canonicalUrl } from '../pipeline/web/canonical.ts';
import { isPublicAddress } from '../pipeline/web/guard.ts';
import { wordCount } from '../pipeline/text/words.ts';
import { keepBody, metaText } from './page.ts';
import { choiceOf, pageAt, WEB, webLabels, webSources } from './web.ts';

/** Most pages that one search reads, all at once, and most sources it takes in all. */
export const [MOST_PAGES, MOST_SOURCES] = [4, 8];
/** Most links of a page that may be read next, and the longest of them. */
const [MOST_LINKS, LONGEST_LINK] = [40, 300];
const [MAX_TITLE, MAX_PAGE] = [200, 1_000_000];
const LEFT = `Not read: ${String(MOST_PAGES)} others came first.`;

/**
 * Reads the best of them side by side, each once in a run, and takes what the engines say of the others. `need`: whose grades
 * say which are best.
 */
export async function* readSources(
  relevant: readonly ListedResult[],
  need: string,
  context: ToolContext,
): Effects<void> {
  const wanted = ranked(relevant, need, context);
  const reads = new Map<string, Promise<ToolOutcome>>();
  const begin = (from: number): void => {
    for (const result of wanted.slice(from, MOST_PAGES)) {
      if (pageAt(result.url, context.state())) continue;
      const read = readOr(result, context);
      read.catch(() => undefined); // where an earlier one throws, nobody waits for this one any more
      reads.set(result.url, read);
    }
  };
  for (const [i, result] of wanted.entries()) {
    if (pageAt(result.url, context.state())) continue; // before an interruption, or by a search beside this one
    yield* context.once(
      () => {
        if (i >= MOST_PAGES) return snippetOf(result, LEFT, context);
        if (reads.size === 0) begin(i);
        return reads.get(result.url) ?? readOr(result, context);
      },
      (recorded) => recorded.find(({ objects: [one] }) => one?.name === WEB && one.meta['url'] === result.url),
    );
  }
}

/** Pinned ones first, then the surest; without what this run had read before this call. */
function ranked(relevant: readonly ListedResult[], need: string, { state }: ToolContext): readonly ListedResult[] {
  const { pinned } = choiceOf(state());
  const own = state().past.length;
  const known = new Set(
    webSources(state())
      .filter(({ meta, turn }) => meta['how'] === 'page' && turn < own)
      .map((found) => metaText(found, 'url')),
  );
  const worth = ({ url }: ListedResult): number =>
    pinned.includes(url) ? 2 : (gradeFor(url, need, state())?.confidence ?? 0);
  return relevant
    .filter(({ url }) => !known.has(url))
    .sort((a, b) => worth(b) - worth(a))
    .slice(0, MOST_SOURCES);
}

async function readOr(result: ListedResult, context: ToolContext): Promise<ToolOutcome> {
  try {
    return await readPage(result, context);
  } catch (thrown) {
    context.signal.throwIfAborted();
    if (!(thrown instanceof TroubleError)) throw thrown;
    return snippetOf(result, thrown.trouble.message, context);
  }
}

/** Throws the `TroubleError` that says why it cannot be read. */
export async function readPage(
  { ref, url, title }: Pick<ListedResult, 'ref' | 'url' | 'title'>,
  { ports, signal }: ToolContext,
): Promise<ToolOutcome> {
  const { article } = await ports.web.read(url, signal);
  const { language, markdown } = article;
  const name = oneLine(article.title, MAX_TITLE) || title;
  const source: WebSource = {
    ref,
    url,
    title: name,
    language: clip(language, 35),
    how: 'page',
    why: '',
    links: linksIn(article),
  };
  const words = wordCount(markdown);
  return {
    ...(await outcomeOf(source, clip(markdown, MAX_PAGE), { ports })),
    message: 'Read “{title}”: {count} words.',
    metadata: { title: name, count: words.toLocaleString('en') },
  };
}

async function snippetOf(
  { ref, url, title, snippet }: ListedResult,
  why: string,
  { ports }: Pick<ToolContext, 'ports'>,
): Promise<ToolOutcome> {
  const source: WebSource = { ref, url, title, language: '', how: 'snippet', why, links: [] };
  return {
    ...(await outcomeOf(source, snippet, { ports })),
    message: 'Took what the search engine says of “{title}”. {why}',
    metadata: { title, why },
  };
}

async function outcomeOf(
  source: WebSource,
  text: string,
  { ports }: Pick<ToolContext, 'ports'>,
): Promise<Omit<ToolOutcome, 'message'>> {
  return {
    name: WEB,
    payload: 'web',
    objects: [
      {
        name: WEB,
        body: await keepBody(text, ports),
        meta: source as unknown as Readonly<Record<string, Json>>,
        hidden: false,
      },
    ],
    labels: webLabels(source.url),
  };
}

/** Addresses of a page's links, canonical, public, each once. */
function linksIn({ markdown }: Pick<Article, 'markdown'>): readonly string[] {
  const links = new Set<string>();
  for (const { 1: address = '' } of markdown.slice(0, MAX_PAGE).matchAll(/\]\((https?:\/\/[^\s()<>]{1,300})\)/g)) {
    const url = canonicalUrl(address);
    if (url !== null && url.length <= LONGEST_LINK && isPublicAddress(url)) links.add(url);
    if (links.size >= MOST_LINKS) break;
  }
  return [...links];
}
