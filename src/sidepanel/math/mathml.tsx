/**
 * TeX as React elements of MathML, which the browser lays out itself. What Temml writes is rebuilt from an allow-list: no
 * address, style of its own, handler or negative space gets through (SAFETY D4). Loaded with the first formula.
 */
import './math.css';
import { createElement, type ReactNode } from 'react';
import temml from 'temml';
import { stripActiveCharacters } from '../markdown/safe-text.ts';

/** Most nested braces, pairs of delimiters and environments; each costs the parser several calls. */
const MAX_NESTING = 20;
const MAX_NODES = 3000;
const MAX_DEPTH = 60;
/** Most expansions of macros, Temml's own among them. Definitions that grow need more. */
const MAX_EXPANSIONS = 200;

/** Null for what is not TeX, is too much, or needs more than the allow-list: it is shown as it is written. */
export function renderTex(tex: string, isDisplayed: boolean): ReactNode {
  if (isTooDeep(tex)) return null;
  try {
    const markup = temml.renderToString(tex, {
      displayMode: isDisplayed,
      throwOnError: true,
      xml: true,
      maxExpand: MAX_EXPANSIONS,
    });
    const root = new DOMParser().parseFromString(markup, 'application/xml').documentElement;
    if (root.localName !== 'math' || root.getElementsByTagName('*').length > MAX_NODES) return null;
    return createElement(
      'math',
      isDisplayed ? { display: 'block' } : null,
      ...Array.from(root.childNodes, (child) => rebuild(child, 1)),
    );
  } catch {
    return null; // an error in the TeX, or an element that is not allowed
  }
}

function isTooDeep(tex: string): boolean {
  let depth = 0;
  for (const [mark] of tex.matchAll(/\\(?:left|right|begin|end)(?!\p{L})|\\.|[{}]/gu)) {
    if (mark === '{' || mark === '\\left' || mark === '\\begin') depth += 1;
    else if (mark === '}' || mark === '\\right' || mark === '\\end') depth -= 1;
    if (depth > MAX_NESTING) return true;
  }
  return false;
}

const ELEMENTS: ReadonlySet<string> = new Set(
  'mrow mi mn mo ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts mprescripts mtable mtr mtd mstyle mphantom'.split(
    ' ',
  ),
);
/** Shown as plain rows: what moves others over their neighbours, and what the browser has no layout for. */
const ROWS: ReadonlySet<string> = new Set(['mpadded', 'menclose', 'none']);

const WORD = /^(?:true|false|normal|prefix|infix|postfix|\+?[0-3])$/;
/** A little back, as in `\!`, and no further on than a few lines. */
const LENGTH = /^(?:-0?\.[0-2]\d*|\d(?:\.\d+)?)(?:em|ex|pt|px)?$/;
const ATTRIBUTES: Readonly<Record<string, RegExp>> = {
  displaystyle: WORD,
  scriptlevel: WORD,
  mathvariant: WORD,
  stretchy: WORD,
  fence: WORD,
  form: WORD,
  separator: WORD,
  largeop: WORD,
  movablelimits: WORD,
  symmetric: WORD,
  accent: WORD,
  accentunder: WORD,
  width: LENGTH,
  height: LENGTH,
  depth: LENGTH,
  lspace: LENGTH,
  rspace: LENGTH,
  minsize: LENGTH,
  maxsize: LENGTH,
  linethickness: LENGTH,
};
/** See `math.css`. */
const CLASSES = /^(?:tml-(?:left|right|jot|small|overline|underline|cancel|xcancel|fbox)|upstrike|downstrike|mathcal)$/;

function rebuild(node: Node, depth: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return stripActiveCharacters(node.nodeValue ?? '');
  const element = node as Element;
  const name = ROWS.has(element.localName) ? 'mrow' : element.localName;
  if (depth > MAX_DEPTH || !ELEMENTS.has(name)) throw new Error(`<${name}> is not shown.`);
  return createElement(
    name,
    readProps(element, name),
    ...Array.from(element.childNodes, (child) => rebuild(child, depth + 1)),
  );
}

function readProps(element: Element, name: string): Record<string, unknown> {
  const props: Record<string, unknown> = {};
  const style = element.getAttribute('style') ?? '';
  for (const [attribute, value] of Object.entries(ATTRIBUTES)) {
    const written = element.getAttribute(attribute);
    if (written !== null && value.test(written) && element.localName !== 'mpadded') props[attribute] = written;
  }
  const classes = (element.getAttribute('class') ?? '').split(' ').filter((each) => CLASSES.test(each));
  if (style.includes('border:1px solid')) classes.push('tml-fbox');
  if (element.localName === 'menclose') classes.push('enclosed');
  if (classes.length > 0) props['className'] = classes.join(' ');
  if (name === 'mtd') props['style'] = readPadding(style);
  return props;
}

/** Reads a cell's padding, which sets columns together or apart. */
function readPadding(style: string): Record<string, string> {
  const padding: Record<string, string> = {};
  for (const [, side = '', length = ''] of style.matchAll(/padding-(left|right):([^;]*);/g))
    if (LENGTH.test(length)) padding[side === 'left' ? 'paddingLeft' : 'paddingRight'] = length;
  return padding;
}
