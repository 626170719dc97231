/** Reads code blocks: the lines as shown and the language. */
import { isPauseDue, type Slices } from '../../text/time-slices.ts';
import { isElement, pushChildren } from './flat-tree.ts';
import { getStyle } from './visibility.ts';

export interface Code {
  readonly text: string;
  /** Lower case; '' if the page names none. */
  readonly language: string;
}

const LINE_ELEMENTS = new Set('div p li tr table ol ul section'.split(' '));
export const CONTROL_ELEMENTS: ReadonlySet<string> = new Set('button style script svg template select'.split(' '));

interface CodeView {
  getChildren(el: Element): ArrayLike<Node>;
  getText(node: Node): string;
  isHidden(el: Element, style: CSSStyleDeclaration | null): boolean;
}

/** Whether an element keeps its lines and is set in the type of code, with nothing else than code in it. */
export function isCodeBlock(el: Element, name: string, style: CSSStyleDeclaration | null): boolean {
  if (
    !style ||
    !/^(?:pre|pre-wrap|break-spaces)$/.test(style.whiteSpace) ||
    !/^(?:block|flex|grid)$/.test(style.display)
  )
    return false;
  return (name === 'code' || MONOSPACE.test(style.fontFamily)) && !el.querySelector(RICH);
}

const MONOSPACE = /mono|courier|consolas|menlo/i;
const RICH = 'p,a,img,ul,ol,table,pre,h1,h2,h3,h4,h5,h6,input,textarea';

/** At most `room` characters. `isFull`: asked before each node whether no more may be read. */
export function* readCode(pre: Element, room: number, view: CodeView, isFull: () => boolean): Slices<Code> {
  return { text: yield* readCodeText(pre, room, view, isFull), language: findCodeLanguage(pre) };
}

function* readCodeText(pre: Element, room: number, view: CodeView, isFull: () => boolean): Slices<string> {
  const parts: string[] = [];
  let length = 0;
  let last = '\n';
  const append = (whole: string): void => {
    const text = whole.slice(0, Math.max(0, room - length));
    if (text === '') return;
    parts.push(text);
    length += text.length;
    last = text.charAt(text.length - 1);
  };
  // A string is a line end due after the block that pushed it.
  const stack: (Node | '\n')[] = [];
  const pushAll = (el: Element): void => pushChildren(stack, view.getChildren(el), (child) => child);
  pushAll(pre);
  for (let node = stack.pop(); node !== undefined && length < room && !isFull(); node = stack.pop()) {
    if (isPauseDue()) yield;
    if (node === '\n') {
      if (last !== '\n') append('\n');
    } else if (node.nodeType === 3) append(view.getText(node));
    else if (isElement(node)) {
      const name = node.localName;
      if (CONTROL_ELEMENTS.has(name)) continue;
      const style = getStyle(node);
      if (view.isHidden(node, style) || isLineNumber(node)) continue;
      if (name === 'br') {
        append('\n');
        continue;
      }
      const isLine = LINE_ELEMENTS.has(name) || /^(?:block|flex|grid|table-row)$/.test(style?.display ?? '');
      if (isLine && name !== 'code') {
        if (last !== '\n') append('\n');
        stack.push('\n');
      }
      pushAll(node);
    }
  }
  return parts.join('').replace(/\r\n?/g, '\n').replace(/^\n+/, '').trimEnd();
}

const LINE_NUMBER_CLASS =
  /(?:^|[\s_-])(?:gutter|linenos?|line-?numbers?(?:-rows)?|ln-num|blob-num|lnum|lntd?|ln)(?:$|[\s_-])/i;

export function isLineNumber(el: Element): boolean {
  const className = el.getAttribute('class') ?? '';
  return LINE_NUMBER_CLASS.test(className) && hasOnlyDigits(el);
}

/** Line numbers in a cell or a block of their own, beside the code. */
export function isGutter(el: Element, name: string): boolean {
  if (name === 'pre') return isLineNumber(el);
  const numbers = name === 'td' && hasOnlyDigits(el) ? el.querySelector('pre') : null;
  if (!numbers || isLineNumber(el)) return numbers !== null;
  return SEVERAL_LINES.test(numbers.textContent) && Boolean(el.nextElementSibling?.querySelector('pre'));
}

/** One number alone may be a value. */
const SEVERAL_LINES = /\d *\n *\d/;
const MAX_NUMBERS = 200;
const MAX_LENGTH = 5_000;

/** Looks at the first texts alone: gutters may lie in one another. */
function hasOnlyDigits(el: Element): boolean {
  const texts = el.ownerDocument.createTreeWalker(el, NodeFilter.SHOW_TEXT);
  for (let n = 0; n < MAX_NUMBERS && texts.nextNode(); n += 1)
    if (/[^\d\s]/.test((texts.currentNode.nodeValue ?? '').slice(0, MAX_LENGTH))) return false;
  return true;
}

const LANGUAGE_CLASS =
  /(?:^|\s)(?:language|lang|highlight-source|highlight|brush:?|sourceCode)[-\s:]+([\w+#.-]{1,30})/i;
const NO_LANGUAGE = new Set('none plain plaintext text txt auto default nohighlight source output'.split(' '));

function findCodeLanguage(pre: Element): string {
  const candidates = [pre, pre.querySelector('code'), pre.parentElement, pre.parentElement?.parentElement];
  for (const el of candidates) {
    if (!el) continue;
    const value =
      el.getAttribute('data-lang') ??
      el.getAttribute('data-language') ??
      LANGUAGE_CLASS.exec(el.getAttribute('class') ?? '')?.[1];
    const language = value?.toLowerCase().replace(/[^\w+#.-]/g, '') ?? '';
    if (language !== '' && language.length <= 30) return NO_LANGUAGE.has(language) ? '' : language;
  }
  return '';
}
