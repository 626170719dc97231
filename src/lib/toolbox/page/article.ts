/** What was read of a page or a file, as a tool's result. */
import { formatNumber } from '../../base/locale.ts';
import { UserFacingError } from '../../base/errors.ts';
import { clip } from '../../base/one-line.ts';
import type { Artifact } from '../../agent/frames/artifact.ts';
import type { Body } from '../../agent/frames/frames.ts';
import type { Article, PageReading, RunPorts } from '../../agent/ports.ts';
import type { ToolContext, ToolOutcome } from '../../agent/tool-calls/index.ts';
import { countWords } from '../../pipeline/text/terms.ts';
import { renderSource } from '../sources.ts';
import { COMMENTS, storeBody, PAGE, getPageLabels } from './page-artifacts.ts';

export interface StoredArticle {
  readonly stale?: boolean;
  readonly article: Article;
  readonly body: Body;
  /** Null for none. */
  readonly comments: Body | null;
}

export async function storeArticle(
  article: Article,
  ports: Pick<RunPorts, 'blobs' | 'tokens'>,
): Promise<StoredArticle> {
  const { markdown, comments } = article;
  return {
    article,
    body: await storeBody(markdown, ports),
    comments: comments === undefined ? null : await storeBody(comments, ports),
  };
}

interface Place extends Pick<Artifact<typeof PAGE>['meta'], 'tab' | 'file'> {
  /** Index among the run's sources. */
  readonly source: number;
}

export async function buildPageOutcome(
  { stale = false, article, body, comments }: StoredArticle,
  { source, ...where }: Place,
  { ports, signal }: Pick<ToolContext, 'ports' | 'signal'>,
): Promise<ToolOutcome> {
  const { markdown, comments: commentsText = '', reviews, ...about } = article;
  const { title, url, language } = article;
  const shown = await storeBody(await renderSource(markdown, { language, source, tokens: body.tokens }, signal), ports);
  const words = countWords(markdown);
  const meta = { ...about, words, ...(comments && { commentWords: countWords(commentsText) }), ...where };
  return {
    name: PAGE,
    payload: 'page',
    message: [READ_MESSAGE, getReadingNote(meta), stale ? STALE_NOTE : ''].filter(Boolean).join(' '),
    metadata: { title, count: formatNumber(words) },
    objects: [
      { name: PAGE, body, meta, hidden: false },
      ...(comments
        ? [createComments(comments, { title, url, language, ...(reviews && { reviews }), tab: where.tab })]
        : []),
    ],
    content: [{ type: 'resource', title, uri: url, language, body: shown }],
    labels: getPageLabels(url),
  };
}

const createComments = (body: Body, { title, ...rest }: Artifact<typeof COMMENTS>['meta']): Artifact => ({
  name: COMMENTS,
  body,
  meta: { title: title === '' ? 'Comments' : `Comments on “${title}”`, ...rest },
  hidden: true,
});

export const READ_MESSAGE = 'Read “{title}”: {count} words.';
const STALE_NOTE = 'The address is new, but the text is still that of the page before: it may not have loaded yet.';

/** Said of a page whose text stands only in the data of its scripts. */
const DATA_NOTE = 'Read from the page’s data: the page does not show it as text.';

/** Said to users too, in steps and answer. '' if all of it was read, and as the page shows it. */
export function getReadingNote(
  meta: Pick<Artifact<typeof PAGE>['meta'], 'cut' | 'file' | 'isFromData' | 'commentWords'>,
): string {
  const { commentWords = 0 } = meta;
  const comments =
    commentWords > 0 ? getCommentsNote(commentWords, 'are kept apart: a question can be about them') : '';
  const notes = [meta.isFromData === true ? DATA_NOTE : '', getCutNote(meta), comments];
  return notes.filter(Boolean).join(' ');
}

export const getCommentsNote = (words: number, what: string): string =>
  `Comments and reviews on the page (${formatNumber(words)} words) ${what}.`;

function getCutNote({ cut, file }: Pick<Artifact<typeof PAGE>['meta'], 'cut' | 'file'>): string {
  if (cut !== true) return '';
  return file === undefined
    ? 'The page is so long that only its first part was read.'
    : 'Only a part of the file was read.';
}

/** Throws a `UserFacingError` if the page has none or it is too long. */
export function requireArticle(reading: PageReading): Article {
  if (reading.kind === 'article') return limitArticle(reading.article);
  throw new UserFacingError(reading.kind === 'consent' ? CONSENT_ERROR : EMPTY_ERROR);
}

const EMPTY_ERROR = {
  code: 'page.empty',
  message: 'It may be made of pictures, or its text may not have come yet.',
  hint: 'If the page is still loading, wait until its text shows and try again.',
};
const CONSENT_ERROR = {
  code: 'page.consent',
  message: 'This page shows only a consent dialog.',
  hint: 'Accept or refuse it on the page, then try again.',
};

/** About 2,000 printed pages. */
const MAX_PAGE_CHARS = 5_000_000;
const MAX_META_CHARS = 500;
const MAX_URL_CHARS = 8_000;

function limitArticle(article: Article): Article {
  const { title, byline, site, published, language, url, markdown, cut, isPdf, isFromData, comments, reviews, parts } =
    article;
  if (markdown.length > MAX_PAGE_CHARS)
    throw new UserFacingError({
      code: 'page.too-large',
      message: `This page has ${formatNumber(markdown.length)} characters, more than KnowledgeLens reads at once.`,
      hint: 'Open a part of it, such as one chapter, and ask about that.',
    });
  return {
    markdown,
    ...(cut === true && { cut }),
    ...(isPdf === true && { isPdf }),
    ...(isFromData === true && { isFromData }),
    ...(comments !== undefined && { comments: comments.slice(0, MAX_PAGE_CHARS) }),
    ...((reviews === 'all' || reviews === 'some') && { reviews }),
    ...(parts && { parts }),
    title: clip(title, MAX_META_CHARS),
    byline: clip(byline, MAX_META_CHARS),
    site: clip(site, MAX_META_CHARS),
    published: clip(published, 100),
    language: clip(language, 100),
    url: clip(url, MAX_URL_CHARS),
  };
}
