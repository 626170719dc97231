/**
 * Real pages with a description of their own: the reference for a summary, as there are no written ones. The one rule: a
 * description that is merely how the page begins is none.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { DATA } from '../long-text.ts';
import { wordsIn } from './rouge.ts';

export interface DescribedPage {
  readonly isArticle: boolean;
  readonly title: string;
  readonly text: string;
  readonly reference: string;
}

/** `pages-dev` or `pages-mix`; [] where the data is not there. */
export function readDescribedPages(set: string): readonly DescribedPage[] {
  const folder = new URL(`${set}/`, DATA);
  if (!existsSync(folder)) return [];
  return readdirSync(new URL('ground-truth/', folder)).flatMap((file): DescribedPage[] => {
    const truth = JSON.parse(readFileSync(new URL(`ground-truth/${file}`, folder), 'utf8')) as Record<string, string>;
    const html = gunzipSync(readFileSync(new URL(`html/${file.replace('.json', '.html.gz')}`, folder))).toString(
      'utf8',
    );
    const reference = findDescription(html);
    const { title = '', main_content: text = '', page_type: kind = '' } = truth;
    const said = wordsIn(reference).join(' ');
    const beginning = wordsIn(text)
      .join(' ')
      .slice(0, said.length + 200);
    const isOwn = reference.length >= 60 && !beginning.includes(said.slice(0, Math.floor(said.length * 0.85)));
    return isOwn && wordsIn(text).length >= 60 ? [{ isArticle: kind === 'article', title, text, reference }] : [];
  });
}

/** The longest of the page's descriptions: meta, Open Graph, Twitter. */
function findDescription(html: string): string {
  let longest = '';
  for (const [tag] of html.matchAll(/<meta\b[^>]*>/gi)) {
    if (!/(?:name|property)\s*=\s*["']?(?:og:|twitter:)?description/i.test(tag)) continue;
    const content = /content\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag);
    const said = decodeEntities(decodeEntities(content?.[1] ?? content?.[2] ?? '')).trim();
    if (said.length > longest.length) longest = said;
  }
  return longest;
}

function decodeEntities(text: string): string {
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
  return text.replace(
    /&(?:#(\d{1,6})|#x([0-9a-f]{1,5})|(\w+));/gi,
    (all, decimal?: string, hex?: string, name?: string) => {
      if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
      if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
      return named[name ?? ''] ?? all;
    },
  );
}
