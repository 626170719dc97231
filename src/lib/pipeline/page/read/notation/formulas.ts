/** The TeX of formulas, once per formula: of MathML, of what KaTeX and MathJax set, and of the scripts that MathJax reads. */
import { rebuildKatex } from './katex-glyphs.ts';
import { rebuildMath } from './math-glyphs.ts';
import { convertMathToTex } from './mathml-to-tex.ts';

export interface Formula {
  readonly tex: string;
  readonly display: boolean;
}

const MAX_TEX = 5_000;

/** Null if `el` is none or can be no TeX; its characters are then read as text. */
export function findFormula(el: Element, name: string): Formula | null {
  if (name === 'math') return createFormula(el, el.getAttribute('display') === 'block');
  if (name === 'mjx-container')
    return createFormula(el.querySelector('math') ?? el, el.getAttribute('display') === 'true');
  if (name === 'script') return isMathScript(el) && !isSetBefore(el) ? createScriptFormula(el) : null;
  if (name !== 'span' && name !== 'div') return null;
  const className = el.getAttribute('class') ?? '';
  if (MATHJAX_2.test(className)) return findMathJax2Formula(el, className);
  if (name === 'div' || !/(?:^|\s)(?:katex|katex-display|mwe-math-element)(?:\s|$)/.test(className)) return null;
  const math = el.querySelector('math') ?? el.querySelector('.katex-html');
  const display = className.includes('katex-display') || math?.getAttribute('display') === 'block';
  return math && createFormula(math, display);
}

const MATHJAX_2 = /(?:^|\s)(?:MathJax(?:_(?!Preview)\w+)?|mjx-chtml|MJXc-display)(?:\s|$)/;
const PREVIEW = /(?:^|\s)MathJax_Preview(?:\s|$)/;

/** What is shown until MathJax 2 has set the formula behind it. */
export function isMathPreview(el: Element, name: string): boolean {
  if (name !== 'span' || !PREVIEW.test(el.getAttribute('class') ?? '')) return false;
  const next = el.nextElementSibling;
  return next !== null && (isMathScript(next) || MATHJAX_2.test(next.getAttribute('class') ?? ''));
}

const isMathScript = (el: Element): boolean =>
  el.localName === 'script' && /^math\/tex\b/.test(el.getAttribute('type') ?? '');

const isSetBefore = (script: Element): boolean =>
  MATHJAX_2.test(script.previousElementSibling?.getAttribute('class') ?? '');

const createScriptFormula = (script: Element): Formula | null =>
  createFormula(script, script.getAttribute('type')?.includes('mode=display') === true);

function findMathJax2Formula(el: Element, className: string): Formula | null {
  const next = el.nextElementSibling;
  if (next && isMathScript(next)) return createScriptFormula(next);
  const isDisplay = /display/i.test(className);
  const math = el.querySelector('math');
  if (math) return createFormula(math, isDisplay || math.getAttribute('display') === 'block');
  const markup = (el.closest('[data-mathml]') ?? el.querySelector('[data-mathml]'))?.getAttribute('data-mathml');
  const parsed = markup ? new DOMParser().parseFromString(markup, 'text/html').querySelector('math') : null;
  return parsed && createFormula(parsed, isDisplay);
}

function createFormula(math: Element, display: boolean): Formula | null {
  const source =
    [
      math.querySelector('annotation[encoding="application/x-tex"]')?.textContent,
      math.getAttribute('alttext'),
      math.localName === 'script' ? math.textContent : null,
      math.localName === 'mjx-container' ? math.querySelector('[data-latex]')?.getAttribute('data-latex') : null,
    ].find((tex) => (tex ?? '').trim() !== '') ?? convertMath(math);
  const tex = source
    .slice(0, 4 * MAX_TEX)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_TEX);
  return tex === '' ? null : { tex, display };
}

function convertMath(math: Element): string {
  if (math.localName === 'math') return convertMathToTex(math);
  const tree = math.classList.contains('katex-html') ? rebuildKatex(math) : rebuildMath(math);
  return tree ? convertMathToTex(tree) : '';
}
