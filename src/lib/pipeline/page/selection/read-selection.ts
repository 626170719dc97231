/** Reads a selection and the text on either side as Markdown. Visits only these and the path to the headings. */
import { isExcludedBeside, type Side, readTextAfter, readTextBefore } from './surroundings.ts';
import { findHeadingPath } from './heading-path.ts';
import { type Bounds, copyView, createView, type FlatCopy } from '../read/copy-view.ts';
import { createFlatTree, type FlatTree, isElement, type OpenShadow, walkUp } from '../read/flat-tree.ts';
import { findText } from '../locate/find-text.ts';
import type { Slices } from '../../text/time-slices.ts';
import { canonicaliseTag } from '../../text/script.ts';
import { hasMarkdownWords } from '../../text/terms.ts';
import { toMarkdown } from '../read/markdown.ts';
import { truncateMarkdownAt, type Content } from '../read/truncate-markdown.ts';
import { readMetadata, detectPageLanguage } from '../read/metadata.ts';
import { createPagePart, type PartRules } from './part.ts';
import { completeShared } from './complete-shared.ts';
import { SELECTED_BOUNDS, type SelectedText } from './selection.ts';
import { type DomSpan, resolveRange } from './selected-places.ts';
import { isInvisible, getStyle } from '../read/visibility.ts';

const SELECTED_LIMITS = { nodes: 60_000, depth: 100, characters: SELECTED_BOUNDS.text };
/** Most steps of the walks about the page beside the copying. */
const MAX_STEPS = 400_000;
const SIDE_LIMITS = { nodes: 10_000, depth: 100, characters: 8_000 };

/** Null if no letter or digit is selected. Several ranges are read as one. */
export function* readSelection(
  doc: Document,
  openShadow: OpenShadow,
  ranges: readonly AbstractRange[],
): Slices<SelectedText | null> {
  const tree = createFlatTree(openShadow, MAX_STEPS);
  const places = ranges.map((range) => resolveRange(range, tree)).filter((found) => found !== null);
  return yield* readPlaces(doc, tree, places);
}

/** Null if there is no such place or more than one. */
export function* readSelectionByText(
  doc: Document,
  openShadow: OpenShadow,
  plain: string,
): Slices<SelectedText | null> {
  const tree = createFlatTree(openShadow);
  const places = yield* findText(doc, tree, plain);
  return places && (yield* readPlaces(doc, createFlatTree(openShadow, MAX_STEPS), [places]));
}

function* readPlaces(doc: Document, tree: FlatTree, places: readonly DomSpan[]): Slices<SelectedText | null> {
  const [first, last] = [places[0], places.at(-1)];
  if (!first || !last) return null;
  const parts: Content[] = [];
  for (const span of places) parts.push(yield* readSelectedPart(doc, tree, span));
  const whole = parts
    .map(({ markdown }) => markdown)
    .filter((text) => text !== '')
    .join('\n\n');
  if (!hasMarkdownWords(whole)) return null;
  const text = truncateMarkdownAt(whole, SELECTED_BOUNDS.text);
  const language = detectLanguageAt(doc, tree, first, whole);
  return {
    ...(yield* readPageFields(doc)),
    language,
    path: yield* findHeadingPath(tree, first.from.node),
    text,
    cut: text.length < whole.length || parts.some(({ cut }) => cut),
    before: yield* readSide(doc, tree, readTextBefore(first.from, tree, language)),
    after: yield* readSide(doc, tree, readTextAfter(last.to, tree, language)),
  };
}

export function* readPageFields(doc: Document): Slices<Pick<SelectedText, 'url' | 'title' | 'site'>> {
  const { title, site } = yield* readMetadata(doc);
  return { url: doc.URL.slice(0, SELECTED_BOUNDS.url), title, site };
}

function* readSelectedPart(doc: Document, tree: FlatTree, places: DomSpan): Slices<Content> {
  const flat = yield* copyPart(doc, tree, places, SELECTION_RULES, SELECTED_LIMITS);
  if (!flat) return { markdown: '', cut: false };
  const { markdown } = yield* toMarkdown(flat.doc.body);
  return { markdown, cut: flat.cut };
}

/** Includes content marked as decoration, but none with `user-select: none`. */
const SELECTION_RULES: PartRules = {
  isHidden: isInvisible,
  isMuted: (node) => {
    const style = node.parentElement && getStyle(node.parentElement);
    return style?.getPropertyValue('user-select') === 'none';
  },
};

/** Removes link and picture addresses, which use up the limit. */
function* readSide(doc: Document, tree: FlatTree, side: Side | null): Slices<string> {
  const flat = side && (yield* copyPart(doc, tree, side, { isHidden: isExcludedBeside }, SIDE_LIMITS));
  if (!flat) return '';
  for (const el of flat.doc.body.querySelectorAll('a,img')) {
    el.removeAttribute('href');
    el.removeAttribute('src');
  }
  const { markdown } = yield* toMarkdown(flat.doc.body);
  return markdown.length <= SELECTED_BOUNDS.around ? markdown : side.text.replace(/\s+/g, ' ').trim();
}

function* copyPart(
  doc: Document,
  tree: FlatTree,
  { from, to }: DomSpan,
  rules: PartRules,
  bounds: Bounds,
): Slices<FlatCopy | null> {
  const part = createPagePart(tree, from, to, rules);
  if (!part) return null;
  const flat = yield* copyView(doc, part, bounds);
  yield* completeShared(part, function* (el) {
    const view = createView(el, tree.getChildren, isInvisible);
    return (yield* copyView(doc, view, SIDE_LIMITS)).doc.body.firstElementChild;
  });
  return flat;
}

function detectLanguageAt(doc: Document, tree: FlatTree, { from }: DomSpan, sample: string): string {
  for (const up of walkUp(tree, from.node)) {
    const tag = isElement(up) ? canonicaliseTag(up.getAttribute('lang') ?? up.getAttribute('xml:lang') ?? '') : '';
    if (tag !== '') return tag;
  }
  return detectPageLanguage(doc, sample);
}
