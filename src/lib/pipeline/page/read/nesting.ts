/** Unwraps deep wrappers around long text: conversion time grows with text length times depth. */
import { isPauseDue, type Slices } from '../../text/time-slices.ts';
import { BOUNDS } from './flatten.ts';
import { iterateTree } from './walk.ts';

const MAX_WORK = 20_000_000;
/** Readers wrap a little around the texts of a flattened copy. */
const MAX_DEPTH = BOUNDS.depth + 28;

const MIN_DEPTH = 6;

const WRAPPERS = new Set('div section article main blockquote ul ol li dl dd details center header'.split(' '));

const BLOCKS =
  'p,div,ul,ol,li,dl,dt,dd,table,pre,blockquote,section,article,main,header,figure,details,center,hr,h1,h2,h3,h4,h5,h6';

/** Characters below `root`, each counted once per element around it. */
function* measureNesting(root: Element): Slices<{ readonly work: number; readonly characters: number }> {
  let work = 0;
  let characters = 0;
  let depth = 1;
  for (const { node, leaving } of iterateTree(root, () => false)) {
    if (isPauseDue()) yield;
    if (leaving) depth -= 1;
    else {
      const length = node.nodeType === 3 ? (node.nodeValue ?? '').length : 1;
      work += length * depth;
      characters += length;
      if (node.firstChild) depth += 1;
    }
  }
  return { work, characters };
}

/** Tells most pages without a walk through them. */
const mayBeTooDeep = (root: Element): boolean =>
  (root.textContent.length + root.getElementsByTagName('*').length) * MAX_DEPTH > MAX_WORK;

export function* isTooDeep(root: Element): Slices<boolean> {
  return mayBeTooDeep(root) && (yield* measureNesting(root)).work > MAX_WORK;
}

export function* makeShallow(root: Element): Slices<void> {
  if (!mayBeTooDeep(root)) return;
  const { work, characters } = yield* measureNesting(root);
  if (work <= MAX_WORK) return;
  const limit = Math.max(MIN_DEPTH, Math.floor(MAX_WORK / characters));
  const stack: { el: Element; depth: number }[] = [{ el: root, depth: 0 }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { el, depth } = next;
    if (depth >= limit) yield* unwrapContents(el);
    else
      for (const child of el.children) {
        if (isPauseDue()) yield;
        if (isWrapper(child)) stack.push({ el: child, depth: depth + 1 });
      }
  }
}

const isWrapper = (node: Node): boolean =>
  node.nodeType === 1 && WRAPPERS.has((node as Element).localName) && (node as Element).querySelector(BLOCKS) !== null;

function* unwrapContents(el: Element): Slices<void> {
  const kept: Node[] = [];
  const stack: Node[] = [...el.childNodes].reverse();
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (isPauseDue()) yield;
    if (!isWrapper(node)) kept.push(node);
    else for (let child = node.lastChild; child; child = child.previousSibling) stack.push(child);
  }
  el.replaceChildren();
  for (const node of kept) {
    if (isPauseDue()) yield;
    el.append(node);
  }
}
