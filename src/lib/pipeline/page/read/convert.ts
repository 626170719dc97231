/** Converts a tree to text by rules, from the leaves up: linear in text times depth, in steps, for any depth. */
import { isPauseDue, type Slices } from '../../text/time-slices.ts';
import { BLOCK_ELEMENTS } from './escape.ts';
import { isElement, isText } from './flat-tree.ts';
import { iterateTree } from './walk.ts';

/** `content`: of an inline element without the white space around it. May yield. */
export type Rule = (content: string, el: Element) => string | Slices<string>;

export interface Rules {
  /** Undefined: the content as it is, set apart if the element is a block. */
  readonly find: (el: Element) => Rule | undefined;
  /** Their text is passed as it is. */
  readonly isLeaf: (el: Element) => boolean;
  /** Have a rule even for no content. */
  readonly isMeaningful: (el: Element) => boolean;
}

export function* convertTree(root: Element, rules: Rules): Slices<string> {
  const stack = [createJoiner()];
  for (const { node, leaving } of iterateTree(root, rules.isLeaf)) {
    if (isPauseDue()) yield;
    if (isText(node)) stack.at(-1)?.add(node.data);
    if (!isElement(node)) continue;
    const isClosed = leaving || node.firstChild === null || rules.isLeaf(node);
    if (!leaving) stack.push(createJoiner());
    if (!isClosed) continue;
    const content = stack.pop()?.join() ?? '';
    stack.at(-1)?.add(yield* convertElement(node, rules.isLeaf(node) ? node.textContent : content, rules));
  }
  return stack[0]?.join() ?? '';
}

function* convertElement(el: Element, content: string, rules: Rules): Slices<string> {
  const isBlock = BLOCK_ELEMENTS.has(el.localName);
  const words = content.trim();
  if (words === '' && !rules.isMeaningful(el)) return isBlock ? '\n\n' : content;
  const rule = rules.find(el);
  if (!rule) return isBlock ? `\n\n${content}\n\n` : content;
  const converted = rule(isBlock ? content : words, el);
  const text = typeof converted === 'string' ? converted : yield* converted;
  if (isBlock || words === '') return text;
  const start = content.length - content.trimStart().length;
  return content.slice(0, start) + text + content.slice(start + words.length);
}

interface Joiner {
  readonly add: (text: string) => void;
  readonly join: () => string;
}

/** Joins texts. Of the line ends where two meet the longer run counts, up to two. */
function createJoiner(): Joiner {
  const parts: string[] = [];
  let lineEnds = 0;
  return {
    add(text) {
      const [start, end] = findLines(text);
      lineEnds = Math.min(2, Math.max(lineEnds, start));
      if (start === end) return;
      parts.push('\n'.repeat(lineEnds), text.slice(start, end));
      lineEnds = text.length - end;
    },
    join: () => parts.join('') + '\n'.repeat(Math.min(2, lineEnds)),
  };
}

/** Without the line ends around them. A pattern would be quadratic. */
export function findLines(text: string): readonly [start: number, end: number] {
  let [start, end] = [0, text.length];
  while (start < end && text[start] === '\n') start += 1;
  while (end > start && text[end - 1] === '\n') end -= 1;
  return [start, end];
}

/** Collapses as browsers do: a run of white space is one space, and none is left at the edges of a line. */
export function* collapseWhitespace(root: Element): Slices<void> {
  let last: Text | null = null; // the line's last text; null at its start
  let isAfterObject = false; // a space after a picture is one between words
  const endLine = (): void => {
    if (last?.data.endsWith(' ')) last.data = last.data.slice(0, -1);
    last = null;
    isAfterObject = false;
  };
  for (const { node, leaving } of iterateTree(root, ({ localName }) => localName === 'pre')) {
    if (isPauseDue()) yield;
    if (isText(node)) {
      let text = node.data.replace(/[ \r\n\t]{2,}|[\r\n\t]/g, ' ');
      if (text.startsWith(' ') && !isAfterObject && (last === null || last.data.endsWith(' '))) text = text.slice(1);
      if (text !== node.data) node.data = text;
      if (text !== '') [last, isAfterObject] = [node, false];
    } else if (isElement(node)) {
      if (BLOCK_ELEMENTS.has(node.localName) || node.localName === 'br') endLine();
      else if (!leaving && node.localName === 'img') [last, isAfterObject] = [null, true];
    }
  }
  endLine();
}
