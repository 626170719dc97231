/** Reading what was fetched and stands in no tab. The one rule: markup is parsed and never run, so nothing in it loads. */
import { languageByScript } from '../text/script.ts';
import type { TextKind } from '../web/body.ts';
import type { PageReading } from './article.ts';
import { balanced } from './balanced.ts';
import { inertMarkup } from './inert-markup.ts';
import { bounded } from './markdown.ts';
import { hostOf } from './metadata.ts';
import { asCode, isEmpty, titleOfPlain } from './plain.ts';
import { readPage } from './read.ts';

/** `url`: where the body was found. */
export function readFetched(kind: TextKind, body: string, url: string): PageReading {
  return kind === 'html' ? readMarkup(body, url) : readText(kind === 'json' ? asCode(body.trim()) : body.trim(), url);
}

/** Without a window no style is computed: attributes alone decide what is hidden. Trees that scripts would attach are not there. */
function readMarkup(markup: string, url: string): PageReading {
  const doc = new DOMParser().parseFromString(balanced(inertMarkup(markup)), 'text/html');
  const reading = readPage(doc, () => null, { url, base: baseIn(doc, url) });
  return reading.kind === 'pdf' ? { kind: 'empty', url, title: '' } : reading;
}

/** What links are relative to, as a browser would have it: the first base that names an address, itself relative to the page's. */
function baseIn(doc: Document, url: string): string {
  const href = doc.querySelector('base[href]')?.getAttribute('href') ?? '';
  if (!URL.canParse(href, url)) return url;
  const base = new URL(href, url);
  return /^https?:$/.test(base.protocol) ? base.href : url;
}

function readText(text: string, url: string): PageReading {
  const markdown = bounded(text);
  const title = titleOfPlain(markdown, url);
  if (isEmpty(markdown)) return { kind: 'empty', url, title };
  const language = languageByScript(markdown);
  return { kind: 'article', article: { url, title, byline: '', published: '', language, site: hostOf(url), markdown } };
}
