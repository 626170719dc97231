/**
 * The title, author and date at the top of a content, which the article has as fields of their own. Rule: only a line
 * that says nothing else goes, in whatever language; a sentence, a heading that differs or a caption stays.
 */
import type { Metadata } from './metadata.ts';

const HEADINGS = 'h1,h2,h3,h4,h5,h6';
const BLOCKS = `p,div,ul,ol,li,dl,dt,dd,table,pre,blockquote,section,article,header,main,figure,address,hr,${HEADINGS}`;
const ELSEWHERE = `pre,table,blockquote,figure,figcaption,${HEADINGS}`;
/** How pages mark a byline. */
const MARKED = '[rel="author"],[itemprop~="author"],[class*="byline" i],[class*="author" i]';
const MAX_LINE = 160;
/** Blocks looked at, and how many of them may be long: a lead comes before the byline, a second long one is the text. */
const MAX_BLOCKS = 20;
const MAX_LONG = 2;
/** Words a byline may have beside what is known ("Published by … at … min read"); more where the page marks it as one. */
const WORDS = 4;
const WORDS_MARKED = 6;

/** Removes from `root` the heading that repeats the title, and lines near the top that hold the author or date alone. */
export function dropOpening(root: Element, known: Metadata, language: string): void {
  dropTitle(root, known);
  const line = bylineTest(known, language);
  let blocks = 0;
  let long = 0;
  const all = root.getElementsByTagName('*');
  for (let i = 0; i < all.length && i < 2_000; i += 1) {
    const el = all[i];
    if (!el?.matches(BLOCKS) || el.querySelector(BLOCKS)) continue;
    const text = el.textContent.trim();
    if (text === '') continue;
    blocks += 1;
    if (text.length > MAX_LINE) long += 1;
    if (blocks > MAX_BLOCKS || long >= MAX_LONG) return;
    if (text.length > MAX_LINE || el.closest(ELSEWHERE) || !line(el)) continue;
    el.remove();
    i -= 1;
  }
}

function dropTitle(root: Element, { title, site }: Metadata): void {
  const wanted = bare(title);
  if (wanted === '') return;
  const said = [...root.querySelectorAll(HEADINGS)].find((el) => el.textContent.trim() !== '');
  for (const el of new Set([said, root.querySelector('h1')])) {
    if (!el || el.textContent.length > title.length * 2 + 200) continue;
    const text = bare(el.textContent);
    const same = text === wanted || text === wanted + bare(site) || text + bare(site) === wanted;
    if (!same || bare(root.textContent.slice(0, 5_000)) === text) continue; // all there is to read stays
    el.remove();
    return;
  }
}

/** For comparison: letters and digits alone. */
const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** Tells whether a short block holds the author or the date, and beside them only a few words. */
function bylineTest(known: Metadata, language: string): (el: Element) => boolean {
  const author = fold(known.byline);
  const names = [author, ...author.split(/\s*[,;&、，]\s*|\s+(?:and|und|et|y|e|och|og|en)\s+/)].filter(
    (name) => name.length > 1,
  );
  const site = fold(known.site);
  const day = known.published.slice(0, 10);
  const [year = '', ...monthAndDay] = day.split('-');
  const months = monthNames(day, language);

  return (el) => {
    const copy = el.cloneNode(true) as Element;
    let dated = false;
    for (const time of copy.querySelectorAll('time[datetime]'))
      if (day !== '' && time.getAttribute('datetime')?.startsWith(day)) {
        dated = true;
        time.replaceWith(' ');
      }
    let rest = ` ${fold(copy.textContent)} `;
    if (/[.!?…。！？؟۔।:：]["'”’»』」)\]]*$/u.test(fold(el.textContent))) return false; // a sentence ends so, a byline does not
    let signed = false;
    for (const name of names) {
      const without = withoutWords(rest, name);
      signed ||= without !== rest;
      rest = without;
    }
    if (site !== '') rest = withoutWords(rest, site);
    const numbers: string[] = rest.match(/\p{Nd}+/gu) ?? [];
    const named = months.filter((month) => withoutWords(rest, month) !== rest);
    const has = (n: string | undefined): boolean => numbers.some((other) => Number(other) === Number(n));
    if (day !== '' && has(year) && has(monthAndDay[1]) && (named.length > 0 || has(monthAndDay[0]))) {
      dated = true;
      for (const month of named) rest = withoutWords(rest, month);
    }
    if (!signed && !dated) return false;
    if (numbers.some((n) => n.length >= 4 && n !== year)) return false; // another year is another date: that is news
    rest = rest.replace(/(?<=\p{Nd})[年月日時时分년월일]/gu, ' ');
    return wordsIn(rest) <= (el.matches(MARKED) || el.querySelector(MARKED) ? WORDS_MARKED : WORDS);
  };
}

/** `text` without `part`, wherever that stands as whole words; scripts without spaces have no such bounds. */
function withoutWords(text: string, part: string): string {
  const spaced = !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(part);
  const letter = /[\p{L}\p{M}\p{N}]/u;
  let out = '';
  let from = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) {
    const bound = !letter.test(text.charAt(at - 1)) && !letter.test(text.charAt(at + part.length));
    if (spaced && !bound) continue;
    out += `${text.slice(from, at)} `;
    from = at + part.length;
  }
  return out + text.slice(from);
}

/** Words left; of a script without spaces, two characters count as one. */
function wordsIn(text: string): number {
  let words = 0;
  for (const [word] of text.matchAll(/\p{L}[\p{L}\p{M}]*/gu))
    words += /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word)
      ? Math.ceil(word.length / 2)
      : Math.ceil(word.length / 20);
  return words;
}

function monthNames(day: string, language: string): string[] {
  const date = new Date(`${day}T12:00:00Z`);
  if (Number.isNaN(date.getTime())) return [];
  const names = new Set<string>();
  for (const of of [language, 'en'])
    for (const options of [{ month: 'long' }, { month: 'short' }, { month: 'long', day: 'numeric' }] as const)
      try {
        for (const { type, value } of new Intl.DateTimeFormat(of, { ...options, timeZone: 'UTC' }).formatToParts(date))
          if (type === 'month' && /\p{L}/u.test(value)) names.add(fold(value).replace(/\.$/, ''));
      } catch {
        // not a language tag: English alone
      }
  return [...names].sort((a, b) => b.length - a.length);
}
