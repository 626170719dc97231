/** What a page says of itself in JSON-LD. Rule: bounded, and a broken block is as good as none. */
export interface Declared {
  readonly headline: string;
  readonly author: string;
  readonly published: string;
  readonly publisher: string;
}

const MAX_BLOCK = 500_000;
const MAX_NODES = 2_000;
const WORK = /(?:Article|BlogPosting|Report|Posting|Recipe|QAPage|Review|TechArticle|WebPage|Product|Course|Book)$/;

type Json = Record<string, unknown>;

/** The first node that describes the page's own work, article before web page. */
export function jsonLdOf(doc: Document): Declared {
  const nodes: Json[] = [];
  for (const script of doc.querySelectorAll('script[type="application/ld+json"]')) {
    const text = script.textContent;
    if (text.length > MAX_BLOCK) continue;
    try {
      collect(JSON.parse(text), nodes);
    } catch {
      // a broken block tells nothing
    }
  }
  const typed = nodes.map((node) => ({ node, types: typesOf(node) }));
  const article = typed.find(({ types }) => types.some(isArticleType));
  const question = typed.find(({ types }) => types.includes('Question') || types.includes('DiscussionForumPosting'));
  const work = article ?? question ?? typed.find(({ types }) => types.some((type) => WORK.test(type)));
  const node = work?.node ?? {};
  return {
    headline: textOf(node['headline'] ?? (article || question ? node['name'] : undefined)),
    author: names(node['author'] ?? node['creator']),
    published: textOf(node['datePublished'] ?? node['dateCreated'] ?? node['uploadDate']),
    publisher: names(node['publisher']),
  };
}

const isArticleType = (type: string): boolean => /(?:Article|BlogPosting|Report)$/.test(type);

/** Breadth first over arrays and `@graph`, the two ways blocks hold several nodes. */
function collect(value: unknown, into: Json[]): void {
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

function typesOf(node: Json): string[] {
  const type = node['@type'];
  return (Array.isArray(type) ? type : [type]).filter((t): t is string => typeof t === 'string');
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

function names(value: unknown): string {
  const list = (Array.isArray(value) ? value : [value]).slice(0, 20);
  const found = list.map((one) => (isJson(one) ? textOf(one['name']) : textOf(one))).filter((name) => name !== '');
  return [...new Set(found)].join(', ');
}
