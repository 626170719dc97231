/** Removes title, author and date from the top of the content, only from lines with nothing else. */
import { normaliseLetters } from '../locate/find-text.ts';
import { isPauseDue, type Slices } from '../../text/time-slices.ts';
import type { Metadata } from './metadata.ts';

const HEADINGS = 'h1,h2,h3,h4,h5,h6';
const BLOCKS = `p,div,ul,ol,li,dl,dt,dd,table,pre,blockquote,section,article,header,main,figure,address,hr,${HEADINGS}`;
const EXCLUDED = `pre,table,blockquote,figure,figcaption,${HEADINGS}`;
const BYLINE_MARKUP = '[rel="author"],[itemprop~="author"],[class*="byline" i],[class*="author" i]';
const MAX_LINE = 160;
/** A lead may precede the byline; a second long block is the text. */
const MAX_BLOCKS = 20;
const MAX_LONG = 2;
/** Words such as in "Published by … at … min read"; if the page does not mark a byline, at most one that is unknown in one. */
const MAX_EXTRA_WORDS = 4;
const MAX_EXTRA_WORDS_MARKED = 6;
const MAX_UNKNOWN_WORDS = 1;
const BYLINE_WORDS = new Set(
  (
    'by on at in the and written posted published updated modified edited last first created author date time am pm ' +
    'min mins minute minutes read reading staff guest writer editor reporter correspondent contributor ' +
    'von am um uhr und veröffentlicht aktualisiert stand lesezeit minuten autor ' +
    'par le la à et publié mis jour lecture auteur temps de por el en y publicado actualizado lectura tiempo ' +
    'di il a cura pubblicato aggiornato lettura em atualizado leitura door op gepubliceerd bijgewerkt ' +
    'av af den publicerad uppdaterad автор опубликовано обновлено мин минут чтения в'
  ).split(' '),
);

export function* dropOpening(root: Element, metadata: Metadata, language: string): Slices<void> {
  dropTitle(root, metadata);
  const isByline = createBylineTest(metadata, language);
  let blocks = 0;
  let long = 0;
  const all = root.getElementsByTagName('*');
  for (let i = 0; i < all.length && i < 2_000; i += 1) {
    if (isPauseDue()) yield;
    const el = all[i];
    if (!el?.matches(BLOCKS) || el.querySelector(BLOCKS)) continue;
    const text = el.textContent.trim();
    if (text === '') continue;
    blocks += 1;
    if (text.length > MAX_LINE) long += 1;
    if (blocks > MAX_BLOCKS || long >= MAX_LONG) return;
    if (text.length > MAX_LINE || el.closest(EXCLUDED) || !isByline(el) || !isWholeList(el, isByline)) continue;
    el.remove();
    i -= 1;
  }
}

/** Whether the items beside it, if there are any, are bylines too: else it is one of several statements. */
const isWholeList = (el: Element, isByline: (el: Element) => boolean): boolean =>
  [...(el.closest('li')?.parentElement?.children ?? [])].every((item) => item.contains(el) || isByline(item));

function dropTitle(root: Element, { title, site }: Metadata): void {
  const wanted = normaliseLetters(title);
  if (wanted === '') return;
  const firstHeading = [...root.querySelectorAll(HEADINGS)].find((el) => el.textContent.trim() !== '');
  for (const el of new Set([firstHeading, root.querySelector('h1')])) {
    if (!el || el.textContent.length > title.length * 2 + 200) continue;
    const text = normaliseLetters(el.textContent);
    const same =
      text === wanted || text === wanted + normaliseLetters(site) || text + normaliseLetters(site) === wanted;
    if (!same || normaliseLetters(root.textContent.slice(0, 5_000)) === text) continue; // keep it if it is the only text
    el.remove();
    return;
  }
}

const foldCase = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

function createBylineTest(metadata: Metadata, language: string): (el: Element) => boolean {
  const author = foldCase(metadata.byline);
  const names = [author, ...author.split(/\s*[,;&、，]\s*|\s+(?:and|und|et|y|e|och|og|en)\s+/)].filter(
    (name) => name.length > 1,
  );
  const site = foldCase(metadata.site);
  const day = metadata.published.slice(0, 10);
  const [year = '', ...monthAndDay] = day.split('-');
  let months: readonly string[] | undefined;

  return (el) => {
    const copy = el.cloneNode(true) as Element;
    let dated = false;
    for (const time of copy.querySelectorAll('time[datetime]'))
      if (day !== '' && time.getAttribute('datetime')?.startsWith(day)) {
        dated = true;
        time.replaceWith(' ');
      }
    let rest = ` ${foldCase(copy.textContent)} `;
    if (/[.!?…。！？؟۔।:：]["'”’»』」)\]]*$/u.test(foldCase(el.textContent))) return false; // a sentence ends with these, a byline does not
    let signed = false;
    for (const name of names) {
      const without = removeWholeWords(rest, name);
      signed ||= without !== rest;
      rest = without;
    }
    if (site !== '') rest = removeWholeWords(rest, site);
    const numbers: string[] = rest.match(/\p{Nd}+/gu) ?? [];
    const hasNumber = (n: string | undefined): boolean => numbers.some((other) => Number(other) === Number(n));
    if (day !== '' && hasNumber(year) && hasNumber(monthAndDay[1])) {
      const named = (months ??= listMonthNames(day, language)).filter(
        (month) => removeWholeWords(rest, month) !== rest,
      );
      dated ||= named.length > 0 || hasNumber(monthAndDay[0]);
      for (const month of named) rest = removeWholeWords(rest, month);
    }
    if (!signed && !dated) return false;
    if (numbers.some((n) => n.length >= 4 && n !== year)) return false; // another year means another date, which is content
    rest = rest.replace(/(?<=\p{Nd})[年月日時时分년월일]/gu, ' ');
    if (el.matches(BYLINE_MARKUP) || el.querySelector(BYLINE_MARKUP))
      return countRemainingWords(rest) <= MAX_EXTRA_WORDS_MARKED;
    return countRemainingWords(rest) <= MAX_EXTRA_WORDS && countUnknownWords(rest) <= MAX_UNKNOWN_WORDS;
  };
}

function removeWholeWords(text: string, part: string): string {
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

/** Counts those in alphabets whose bylines are known. */
const countUnknownWords = (text: string): number =>
  (text.match(/[\p{Script=Latin}\p{Script=Cyrillic}]+/gu) ?? []).filter((word) => !BYLINE_WORDS.has(word)).length;

function countRemainingWords(text: string): number {
  let words = 0;
  for (const [word] of text.matchAll(/\p{L}[\p{L}\p{M}]*/gu))
    words += /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word)
      ? Math.ceil(word.length / 2)
      : Math.ceil(word.length / 20);
  return words;
}

function listMonthNames(day: string, language: string): string[] {
  const date = new Date(`${day}T12:00:00Z`);
  if (Number.isNaN(date.getTime())) return [];
  const names = new Set<string>();
  for (const locale of [language, 'en'])
    for (const options of [{ month: 'long' }, { month: 'short' }, { month: 'long', day: 'numeric' }] as const)
      try {
        for (const { type, value } of new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).formatToParts(
          date,
        ))
          if (type === 'month' && /\p{L}/u.test(value)) names.add(foldCase(value).replace(/\.$/, ''));
      } catch {
        // not a language tag: use English alone
      }
  return [...names].sort((a, b) => b.length - a.length);
}
