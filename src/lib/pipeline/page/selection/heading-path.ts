/** The headings that a place is under. */
import { DROPPED_ELEMENTS } from '../read/element-rules.ts';
import { type FlatTree, isElement, walkUp } from '../read/flat-tree.ts';
import type { Slices } from '../../text/time-slices.ts';
import { truncateLine } from '../read/truncate-markdown.ts';
import { SELECTED_BOUNDS } from './selection.ts';
import { getVisibleText } from '../read/visibility.ts';

const MAX_HEADING_NODES = 50_000;

/** Headings in these apply only to their own content. */
const SELF_CONTAINED = new Set('nav aside article dialog footer figure blockquote table pre details'.split(' '));

/** Outermost first. */
export function* findHeadingPath(tree: FlatTree, from: Node): Slices<readonly string[]> {
  const around = new Set<Node>(walkUp(tree, from));
  const path: string[] = [];
  let level = 7;
  const addHeading = (el: Element): void => {
    const headingLevel = getHeadingLevel(el);
    if (headingLevel === null || headingLevel >= level || (headingLevel > 1 && isInOtherSection(el, tree, around)))
      return;
    const title = readHeadingTitle(el, tree);
    if (title === '') return;
    path.unshift(title);
    level = headingLevel;
  };
  let node = from;
  for (
    let visited = 0;
    visited < MAX_HEADING_NODES && level > 1 && path.length < SELECTED_BOUNDS.headings;
    visited += 1
  ) {
    yield;
    const previous = tree.getPrevious(node);
    if (!previous) {
      const up = tree.getParent(node);
      if (!up) break;
      level = Math.min(level, getHeadingLevel(up) ?? level); // a place inside a heading is a sibling of others of that level
      node = up;
      continue;
    }
    node = previous;
    for (; isElement(node) && visited < MAX_HEADING_NODES; visited += 1) {
      addHeading(node);
      if (getHeadingLevel(node) !== null || SELF_CONTAINED.has(node.localName) || DROPPED_ELEMENTS.has(node.localName))
        break;
      const children: ArrayLike<Node> = tree.getChildren(node);
      const child: Node | undefined = children[children.length - 1];
      if (!child) break;
      node = child;
    }
  }
  return path;
}

/** Null if the element itself is no heading. */
function getHeadingLevel(el: Element): number | null {
  const role = el.getAttribute('role');
  if (role === 'heading') return Math.min(6, Math.max(1, Math.trunc(Number(el.getAttribute('aria-level') ?? 2)) || 2));
  return role === null && /^h[1-6]$/.test(el.localName) ? Number(el.localName.charAt(1)) : null;
}

function isInOtherSection(el: Element, tree: FlatTree, around: ReadonlySet<Node>): boolean {
  for (const up of walkUp(tree, el)) {
    if (around.has(up)) return false;
    if (isElement(up) && up.localName === 'section') return true;
  }
  return false;
}

function readHeadingTitle(el: Element, tree: FlatTree): string {
  const words = getVisibleText(el, (of) => tree.getChildren(of))
    .slice(0, SELECTED_BOUNDS.heading * 4)
    .split(/\s/)
    .filter((word) => !/^[#¶§]$/.test(word));
  return truncateLine(words.join(' '), SELECTED_BOUNDS.heading);
}
