/**
 * The headings a place stands under, found by going back from it. Rule: a heading counts for what follows in the same
 * article, as it would for a reader; one in a box beside it, or one that nobody sees, does not.
 */
import { DROPPED } from './flatten.ts';
import { type FlatTree, upwards } from './flat-tree.ts';
import { isElement } from './leaves.ts';
import { SELECTED_BOUNDS } from './selected.ts';
import { shownText } from './visibility.ts';

const MAX_NODES = 50_000;
/** Their headings are about what they hold, and nothing else. */
const APART = new Set('nav aside article dialog footer figure blockquote table pre details'.split(' '));

/** Titles, outermost first. */
export function headingPath(tree: FlatTree, from: Node): readonly string[] {
  const around = new Set<Node>(upwards(tree, from));
  const path: string[] = [];
  let level = 7;
  const take = (el: Element): void => {
    const found = levelOf(el);
    if (found >= level || (found > 1 && inOtherSection(el, tree, around))) return;
    const title = titleOf(el, tree);
    if (title === '') return;
    path.unshift(title);
    level = found;
  };
  let node = from;
  for (let seen = 0; seen < MAX_NODES && level > 1 && path.length < SELECTED_BOUNDS.headings; seen += 1) {
    const previous = tree.previous(node);
    if (!previous) {
      const up = tree.parent(node);
      if (!up) break;
      level = Math.min(level, levelOf(up)); // what is selected in a heading stands beside others of its level
      node = up;
      continue;
    }
    node = previous;
    for (; isElement(node) && seen < MAX_NODES; seen += 1) {
      if (levelOf(node) < 7) take(node);
      if (levelOf(node) < 7 || APART.has(node.localName) || DROPPED.has(node.localName)) break;
      const children: ArrayLike<Node> = tree.children(node);
      const child: Node | undefined = children[children.length - 1];
      if (!child) break;
      node = child;
    }
  }
  return path;
}

/** 1 to 6, or 7 of what is no heading. */
function levelOf(el: Element): number {
  const role = el.getAttribute('role');
  if (role === 'heading') return Math.min(6, Math.max(1, Math.trunc(Number(el.getAttribute('aria-level') ?? 2)) || 2));
  return role === null && /^h[1-6]$/.test(el.localName) ? Number(el.localName.charAt(1)) : 7;
}

function inOtherSection(el: Element, tree: FlatTree, around: ReadonlySet<Node>): boolean {
  for (const up of upwards(tree, el)) {
    if (around.has(up)) return false;
    if (isElement(up) && up.localName === 'section') return true;
  }
  return false;
}

/** One line, without the sign of a link to the heading itself. */
function titleOf(el: Element, tree: FlatTree): string {
  const text = shownText(el, (of) => tree.children(of))
    .slice(0, SELECTED_BOUNDS.heading * 4)
    .split(/\s/)
    .filter((word) => word !== '' && !/^[#¶§]$/.test(word))
    .join(' ');
  return text
    .slice(0, SELECTED_BOUNDS.heading)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
}
