/** Reads code blocks (the lines as shown and the language) and the TeX source of formulas. */
import type { Slices } from '../../text/time-slices.ts';
import { isElement, pushChildren } from './flat-tree.ts';
import { convertMathToTex } from './notation/mathml-to-tex.ts';
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
    yield;
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

/** A cell of line numbers beside one of code, or what is shown until a formula is ready. */
export const isGutter = (el: Element, name: string): boolean =>
  name === 'td'
    ? isLineNumber(el) && el.querySelector('pre') !== null
    : name === 'span' && el.getAttribute('class') === 'MathJax_Preview';

const MAX_NUMBERS = 200;

/** Looks at the first texts alone: gutters may lie in one another. */
function hasOnlyDigits(el: Element): boolean {
  const texts = el.ownerDocument.createTreeWalker(el, NodeFilter.SHOW_TEXT);
  for (let n = 0; n < MAX_NUMBERS && texts.nextNode(); n += 1)
    if (/[^\d\s]/.test((texts.currentNode.nodeValue ?? '').slice(0, MAX_TEX))) return false;
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

/** Reads the TeX source of rendered formulas (MathML, KaTeX, MathJax), once per formula. */
interface Formula {
  readonly tex: string;
  readonly display: boolean;
}

const MAX_TEX = 5_000;

/** Null if `el` is none or can be no TeX; its characters are then read as text. */
export function findFormula(el: Element, name: string): Formula | null {
  if (name === 'math') return createFormula(el, el.getAttribute('display') === 'block');
  if (name === 'mjx-container')
    return createFormula(el.querySelector('math') ?? el, el.getAttribute('display') === 'true');
  const script = MATHJAX_2.has(name) ? findMathScript(el) : null;
  if (script) return createFormula(script, script.getAttribute('type')?.includes('mode=display') ?? false);
  if (name !== 'span') return null;
  const className = el.getAttribute('class') ?? '';
  if (!className.includes('katex') && !className.includes('mwe-math')) return null;
  if (!/(?:^|\s)(?:katex|katex-display|mwe-math-element)(?:\s|$)/.test(className)) return null;
  const math = el.querySelector('math');
  if (!math) return null;
  return createFormula(math, className.includes('katex-display') || math.getAttribute('display') === 'block');
}

const MATHJAX_2: ReadonlySet<string> = new Set(['span', 'div']);

/** The TeX behind what MathJax 2 made of it; null if `el` is nothing of the kind. */
function findMathScript(el: Element): Element | null {
  if (!/^MathJax(?:_(?:Display|CHTML|SVG|SVG_Display|CHTML_Display))?(?:\s|$)/.test(el.getAttribute('class') ?? ''))
    return null;
  const next = el.nextElementSibling;
  return next?.localName === 'script' && next.getAttribute('type')?.startsWith('math/tex') ? next : null;
}

function createFormula(math: Element, display: boolean): Formula | null {
  const written = [
    math.querySelector('annotation[encoding="application/x-tex"]')?.textContent,
    math.getAttribute('alttext'),
    math.localName === 'script' ? math.textContent : '',
  ].find((tex) => (tex ?? '').trim() !== '');
  const source = written ?? (math.localName === 'math' ? convertMathToTex(math) : '');
  const tex = source
    .slice(0, 4 * MAX_TEX)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_TEX);
  return tex === '' ? null : { tex, display };
}
