/** Visits a tree without recursion, so that no depth can overflow the stack, and in steps. */

/** Elements with content are visited twice, the second time on leaving. The node itself may change, not its place. */
export function* iterateTree(
  root: Element,
  isLeaf: (el: Element) => boolean,
): Generator<{ readonly node: Node; readonly leaving: boolean }, void, undefined> {
  let node = root.firstChild;
  let leaving = false;
  while (node !== null) {
    yield { node, leaving };
    const child: ChildNode | null = leaving || node.nodeType !== 1 || isLeaf(node as Element) ? null : node.firstChild;
    if (child) {
      node = child;
      continue;
    }
    leaving = node.nextSibling === null;
    node = node.nextSibling ?? (node.parentNode === root ? null : (node.parentNode as ChildNode | null));
  }
}
