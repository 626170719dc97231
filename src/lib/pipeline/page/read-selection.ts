/**
 * Reading a selection: its bounds → a copy of what lies between → Markdown, and the same of what stands on either side.
 * Rule: the page is only read, and no more of it than the selection, its surroundings and the way to its headings take.
 */
import { isBeside, type Side, sideAfter, sideBefore } from './around.ts';
import { type Bounds, flattenView, type Flat, type View } from './flatten.ts';
import { flatTree, type FlatTree, type OpenShadow, upwards } from './flat-tree.ts';
import { findText } from './find-text.ts';
import { headingPath } from './heading-path.ts';
import { canonicalTag } from '../text/script.ts';
import { languageOf } from './language.ts';
import { isElement } from './leaves.ts';
import { cutMarkdown, toMarkdown } from './markdown.ts';
import { metadataOf } from './metadata.ts';
import { partOf, type PartRules } from './part.ts';
import { SELECTED_BOUNDS, type SelectedText } from './selected.ts';
import { type Places, placesOf } from './selected-places.ts';
import { completeShared } from './shared.ts';
import { isUnseen, styleOf } from './visibility.ts';

/** What is copied of a selection at most; and of one side, of which the text alone is bounded already. */
const SELECTED = { nodes: 60_000, depth: 100, characters: SELECTED_BOUNDS.text };
const BESIDE = { nodes: 10_000, depth: 100, characters: 8_000 };

/** Null where no letter and no digit is selected. Several ranges are read as one selection. */
export function readSelection(
  doc: Document,
  openShadow: OpenShadow,
  ranges: readonly AbstractRange[],
): SelectedText | null {
  const tree = flatTree(openShadow);
  const places = ranges.map((range) => placesOf(range, tree)).filter((found) => found !== null);
  return selectedAt(doc, tree, places);
}

/** The one place in the page that says `plain`, with its surroundings; null where there is none, or more than one. */
export function readFound(doc: Document, openShadow: OpenShadow, plain: string): SelectedText | null {
  const tree = flatTree(openShadow);
  const places = findText(doc, tree, plain);
  return places && selectedAt(doc, tree, [places]);
}

function selectedAt(doc: Document, tree: FlatTree, places: readonly Places[]): SelectedText | null {
  const [first, last] = [places[0], places.at(-1)];
  if (!first || !last) return null;
  const parts = places.map((each) => selectedPart(doc, tree, each));
  const whole = parts
    .map(({ markdown }) => markdown)
    .filter((text) => text !== '')
    .join('\n\n');
  if (!/[\p{L}\p{N}]/u.test(whole)) return null;
  const text = cutMarkdown(whole, SELECTED_BOUNDS.text);
  const language = languageAt(doc, tree, first, whole);
  return {
    ...pageOf(doc),
    language,
    path: headingPath(tree, first.from.node),
    text,
    cut: text.length < whole.length || parts.some(({ cut }) => cut),
    before: besides(doc, tree, sideBefore(first.from, tree, language)),
    after: besides(doc, tree, sideAfter(last.to, tree, language)),
  };
}

/** What a selection says of its page. */
export function pageOf(doc: Document): Pick<SelectedText, 'url' | 'title' | 'site'> {
  const { title, site } = metadataOf(doc);
  return { url: doc.URL.slice(0, SELECTED_BOUNDS.url), title, site };
}

function selectedPart(doc: Document, tree: FlatTree, places: Places): { markdown: string; cut: boolean } {
  const flat = copyOf(doc, tree, places, SELECTION, SELECTED);
  return flat ? { markdown: toMarkdown(flat.doc.body), cut: flat.cut } : { markdown: '', cut: false };
}

/** What was selected is read, were it marked as decoration; what the page keeps from being selected is not. */
const SELECTION: PartRules = {
  isHidden: isUnseen,
  isMuted: (node) => {
    const style = node.parentElement && styleOf(node.parentElement);
    return style?.getPropertyValue('user-select') === 'none';
  },
};

/** Addresses of links and pictures say little beside a selection, and would take the room of words. */
function besides(doc: Document, tree: FlatTree, side: Side | null): string {
  const flat = side && copyOf(doc, tree, side, { isHidden: isBeside }, BESIDE);
  if (!flat) return '';
  for (const el of flat.doc.body.querySelectorAll('a,img')) {
    el.removeAttribute('href');
    el.removeAttribute('src');
  }
  const markdown = toMarkdown(flat.doc.body);
  return markdown.length <= SELECTED_BOUNDS.around ? markdown : side.text.replace(/\s+/g, ' ').trim();
}

function copyOf(doc: Document, tree: FlatTree, { from, to }: Places, rules: PartRules, bounds: Bounds): Flat | null {
  const part = partOf(tree, from, to, rules);
  if (!part) return null;
  const flat = flattenView(doc, part, bounds);
  completeShared(part, (el) => flattenView(doc, wholeView(el, tree), BESIDE).doc.body.firstElementChild);
  return flat;
}

const wholeView = (root: Element, tree: FlatTree): View => ({
  root,
  boxed: false,
  childrenOf: (el) => tree.children(el),
  textOf: (node) => node.nodeValue ?? '',
  isHidden: isUnseen,
  onCopy: () => undefined,
});

function languageAt(doc: Document, tree: FlatTree, { from }: Places, sample: string): string {
  for (const up of upwards(tree, from.node)) {
    const known = isElement(up) ? canonicalTag(up.getAttribute('lang') ?? up.getAttribute('xml:lang') ?? '') : '';
    if (known !== '') return known;
  }
  return languageOf(doc, sample);
}
