import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { expect, test } from 'vitest';
import { findHeadEnd, findTailStart } from '../../../../../src/lib/pipeline/page/selection/surroundings.ts';
import { LANDMARKS } from '../../../../../src/lib/pipeline/page/read/cleaning/clean.ts';
import { SELECTED_BOUNDS } from '../../../../../src/lib/pipeline/page/selection/selection.ts';
import { check } from '../../../../../src/lib/protocol/check.ts';
import { goldenNames, PAGES } from '../../../../kit/pages/site.ts';
import { documentOf, openShadow, readSelection } from '../kit.ts';

const BESIDE = `${LANDMARKS},[aria-hidden="true"]`;
const UNREAD =
  'script,style,noscript,template,svg,canvas,video,audio,object,select,textarea,progress,meter,iframe,title,datalist';

interface Golden {
  readonly doc: Document;
  /** Text nodes of the body that a reader sees and that are no formula's. */
  readonly texts: readonly Text[];
}

const pages = new Map<string, Golden>();

function golden(name: string): Golden {
  const known = pages.get(name);
  if (known) return known;
  const doc = documentOf(readFileSync(join(PAGES, name, 'source.html'), 'utf8'));
  const walker = doc.createTreeWalker(doc.body, 4);
  const texts: Text[] = [];
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    if (node.data.trim() !== '' && isShown(node)) texts.push(node);
  }
  const page = { doc, texts };
  pages.set(name, page);
  return page;
}

const shown = new WeakMap<Element, boolean>();

/** By the page's own words for it, not by the code under test. */
function isShown({ parentElement: parent }: Text): boolean {
  return parent !== null && isPartShown(parent) && styleOf(parent)?.visibility !== 'hidden';
}

/** jsdom takes long for a style: each element is asked once. */
function isPartShown(el: Element): boolean {
  const known = shown.get(el);
  if (known !== undefined) return known;
  const isSo = isShownItself(el) && (el.parentElement === null || isPartShown(el.parentElement));
  shown.set(el, isSo);
  return isSo;
}

function isShownItself(el: Element): boolean {
  if (el.matches(`${UNREAD},math,[class*="katex"],[class*="mwe-math"]`)) return false;
  const style = styleOf(el);
  if (style?.display === 'none' || style?.getPropertyValue('user-select') === 'none') return false;
  const place = [style?.getPropertyValue('clip'), style?.clipPath, style?.left, style?.top].join(' ');
  return style?.position !== 'absolute' || !/rect\(|inset\(|-\d{4}/.test(place);
}

const styleOf = (el: Element): CSSStyleDeclaration | undefined => el.ownerDocument.defaultView?.getComputedStyle(el);

const letters = (text: string): string => text.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '');

/** What Markdown says, without what it is made of. */
function wordsOf(markdown: string): string {
  const parts: string[] = [];
  const visit = (node: Nodes): void => {
    if ('value' in node && node.type !== 'html') parts.push(node.value);
    if (node.type === 'footnoteReference') parts.push(node.label ?? '');
    if ('children' in node) node.children.forEach(visit);
  };
  visit(fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }));
  return parts.join(' ');
}

/** Some text of a page from one random place to another, mostly short. */
const place = fc.record({
  name: fc.constantFrom(...goldenNames()),
  first: fc.nat(),
  length: fc.oneof({ weight: 3, arbitrary: fc.nat(4) }, fc.nat(60)),
  start: fc.nat(),
  end: fc.nat(),
});
type Place = typeof place extends fc.Arbitrary<infer T> ? T : never;

/** A note's mark is one sign: selected in part, it is read whole. */
const isMark = ({ parentElement }: Text): boolean =>
  (parentElement?.closest('sup')?.querySelector('a') ?? null) !== null;

function selectionAt({ name, first, length, start, end }: Place) {
  const { doc, texts } = golden(name);
  const i = first % texts.length;
  const j = Math.min(texts.length - 1, i + length);
  const [from, to] = [texts[i], texts[j]];
  if (!from || !to) throw new Error(`${name} has no text`);
  const a = isMark(from) ? 0 : start % from.data.length;
  const most = to.data.length;
  let b = i === j ? a + (end % (most - a + 1)) : end % (most + 1);
  if (isMark(to)) b = most;
  const range = doc.createRange();
  range.setStart(from, a);
  range.setEnd(to, b);
  const within = texts.slice(i, j + 1).map((text, k) => text.data.slice(k === 0 ? a : 0, k === j - i ? b : undefined));
  // Both ends see something, so that it is known what stands beside them.
  fc.pre(from.data.slice(a, i === j ? b : undefined).trim() !== '' && to.data.slice(i === j ? a : 0, b).trim() !== '');
  // What surrounds content is no content, unless the selection is in it.
  const besides = (end: Text) => (text: Text) => {
    for (let el = text.parentElement?.closest(BESIDE); el; el = el.parentElement?.closest(BESIDE))
      if (!el.contains(end)) return false;
    return true;
  };
  const before = [
    ...texts
      .slice(0, i)
      .filter(besides(from))
      .map((text) => text.data),
    from.data.slice(0, a),
  ];
  const after = [
    to.data.slice(b),
    ...texts
      .slice(j + 1)
      .filter(besides(to))
      .map((text) => text.data),
  ];
  const join = (parts: readonly string[]): string => letters(parts.join(' '));
  return { doc, range, said: join(within), before: join(before), after: join(after) };
}

/** The letters of `createPart` stand in `whole` in that order, perhaps with others between. */
function isWithin(part: string, whole: string): boolean {
  let at = 0;
  for (const letter of whole) if (letter === part[at]) at += 1;
  return at >= part.length;
}

test('whatever is selected in a golden page, its words are read, the page stays as it is and the bounds hold', () => {
  fc.assert(
    fc.property(place, (at) => {
      const { doc, range, said } = selectionAt(at);
      const before = doc.documentElement.outerHTML;
      const read = readSelection(doc, openShadow, [range]);
      expect(doc.documentElement.outerHTML).toBe(before);
      if (said === '') {
        expect(read).toBeNull();
        return;
      }
      if (read === null) throw new Error('Nothing was read.');
      expect(check('selected', read)).toMatchObject({ ok: true });
      const got = letters(wordsOf(read.text));
      // what is longer than is taken says so, and is the beginning
      if (read.cut) expect(read.text.length).toBeGreaterThan(SELECTED_BOUNDS.text / 2);
      const wanted = read.cut && !isMore(read.text) ? said.slice(0, got.length) : said;
      // the header row of a table, and formulas, are more than was asked for
      if (isMore(read.text)) expect(read.cut || isWithin(said, got)).toBe(true);
      else expect(got).toBe(wanted);
    }),
    { numRuns: 20 },
  );
});

test('the surroundings of whatever is selected are the words next to it, and no more of them than is wanted', () => {
  fc.assert(
    fc.property(place, (at) => {
      const page = selectionAt(at);
      const read = readSelection(page.doc, openShadow, [page.range]);
      if (read === null) return;
      const sides = [letters(wordsOf(read.before)), letters(wordsOf(read.after))] as const;
      for (const side of sides) expect(side.length).toBeLessThanOrEqual(SELECTED_BOUNDS.side);
      if (!isMore(read.before)) expect(page.before.endsWith(sides[0])).toBe(true);
      if (!isMore(read.after)) expect(page.after.startsWith(sides[1])).toBe(true);
      for (const [side, all] of [[sides[0], page.before] as const, [sides[1], page.after] as const])
        if (all !== '') expect(side).not.toBe('');
    }),
    { numRuns: 50 },
  );
});

/** Sentences of known bounds, in a script with spaces and one without. */
const sentence = fc.oneof(
  fc.integer({ min: 3, max: 400 }).map((length) => `A${'b c'.repeat(length).slice(0, length)}d. `),
  fc.integer({ min: 3, max: 400 }).map((length) => `${'河流'.repeat(length).slice(0, length)}。`),
);

test('a side holds as many whole sentences as fit, and never one more', () => {
  fc.assert(
    fc.property(fc.array(sentence, { minLength: 1, maxLength: 12 }), fc.integer({ min: 1, max: 600 }), (all, max) => {
      const text = all.join('');
      const end = text.trimEnd().length;
      let from = 0;
      const bounds = all.map((one) => [from, (from += one.length)] as const);
      const start = findTailStart(text, max, 'en');
      const fits = bounds.map(([at]) => at).find((at) => end - at <= max);
      if (fits !== undefined) expect(start).toBe(fits);
      expect(end - start).toBeLessThanOrEqual(max);
      const stop = findHeadEnd(text, max, 'en');
      const ends = bounds.map(([, at]) => text.slice(0, at).trimEnd().length).filter((at) => at <= max);
      if (ends.length > 0) expect(stop).toBe(ends.at(-1));
      expect(stop).toBeLessThanOrEqual(max);
    }),
    { numRuns: 300 },
  );
});

const isMore = (markdown: string): boolean => /^\|/m.test(markdown) || markdown.includes('$');
