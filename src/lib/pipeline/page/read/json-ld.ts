/** Reads what a page declares about itself as JSON-LD. Bounded; a malformed block is ignored. */
import { decodeEntities } from '../../text/entities.ts';
import { isPauseDue, type Slices } from '../../text/time-slices.ts';

interface DeclaredMetadata {
  readonly headline: string;
  readonly author: string;
  readonly published: string;
  readonly publisher: string;
  readonly kind: 'article' | 'discussion' | null;
}

/** Most characters of all blocks together. */
const MAX_TEXT = 500_000;

const MAX_NODES = 2_000;

const WORK_TYPE =
  /(?:Article|BlogPosting|Report|Posting|Recipe|QAPage|Review|TechArticle|WebPage|Product|Course|Book)$/;

type Json = Record<string, unknown>;

/** Articles take precedence over web pages. */
export function* readJsonLd(doc: Document): Slices<DeclaredMetadata> {
  const nodes = yield* listJsonLdNodes(doc);
  const typed = nodes.map((node) => ({ node, types: listTypes(node) }));
  const article = typed.find(({ types }) => types.some(isArticleType));
  const question = typed.find(({ types }) => types.includes('Question') || types.includes('DiscussionForumPosting'));
  const work = article ?? question ?? typed.find(({ types }) => types.some((type) => WORK_TYPE.test(type)));
  const node = work?.node ?? {};
  return {
    headline: toTrimmedText(node['headline'] ?? (article || question ? node['name'] : undefined)),
    author: joinNames(node['author'] ?? node['creator']),
    published: toTrimmedText(node['datePublished'] ?? node['dateCreated'] ?? node['uploadDate']),
    publisher: joinNames(node['publisher']),
    kind: question ? 'discussion' : article ? 'article' : null,
  };
}

export function* listJsonLdNodes(doc: Document): Slices<readonly Json[]> {
  const nodes: Json[] = [];
  let room = MAX_TEXT;
  for (const script of doc.querySelectorAll('script[type="application/ld+json"]')) {
    if (isPauseDue()) yield;
    const text = script.textContent;
    if (text.length > room) continue;
    room -= text.length;
    try {
      collectNodes(JSON.parse(text), nodes);
    } catch {
      // ignore a malformed block
    }
  }
  return nodes;
}

const isArticleType = (type: string): boolean => /(?:Article|BlogPosting|Report)$/.test(type);

function collectNodes(value: unknown, into: Json[]): void {
  const queue: unknown[] = [value];
  for (let i = 0; i < queue.length && i < MAX_NODES; i += 1) {
    const next = queue[i];
    if (Array.isArray(next)) queue.push(...(next as unknown[]).slice(0, MAX_NODES));
    else if (isJson(next)) {
      into.push(next);
      if (Array.isArray(next['@graph'])) queue.push(...(next['@graph'] as unknown[]).slice(0, MAX_NODES));
      if (isJson(next['mainEntity'])) queue.push(next['mainEntity']);
    }
  }
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

export function listTypes(node: Json): string[] {
  const type = node['@type'];
  return (Array.isArray(type) ? type : [type]).filter((t): t is string => typeof t === 'string');
}

const toTrimmedText = (value: unknown): string => (typeof value === 'string' ? decodeEntities(value).trim() : '');

function joinNames(value: unknown): string {
  const list = (Array.isArray(value) ? value : [value]).slice(0, 20);
  const distinct = list
    .map((item) => (isJson(item) ? toTrimmedText(item['name']) : toTrimmedText(item)))
    .filter((name) => name !== '');
  return [...new Set(distinct)].join(', ');
}
