/** Reads the TeX source of rendered formulas (MathML, KaTeX, MathJax 3), once per formula. */
export interface Formula {
  readonly tex: string;
  readonly display: boolean;
}

const MAX_TEX = 5_000;

/** Null if `el` is none or has no TeX; its characters are then read as text. */
export function findFormula(el: Element, name: string): Formula | null {
  if (name === 'math') return createFormula(el, el.getAttribute('display') === 'block');
  if (name === 'mjx-container')
    return createFormula(el.querySelector('math') ?? el, el.getAttribute('display') === 'true');
  if (name !== 'span') return null;
  const className = el.getAttribute('class') ?? '';
  if (!className.includes('katex') && !className.includes('mwe-math')) return null;
  if (!/(?:^|\s)(?:katex|katex-display|mwe-math-element)(?:\s|$)/.test(className)) return null;
  const math = el.querySelector('math');
  if (!math) return null;
  return createFormula(math, className.includes('katex-display') || math.getAttribute('display') === 'block');
}

function createFormula(math: Element, display: boolean): Formula | null {
  const source =
    math.querySelector('annotation[encoding="application/x-tex"]')?.textContent ?? math.getAttribute('alttext') ?? '';
  const tex = source.replace(/\s+/g, ' ').trim().slice(0, MAX_TEX);
  return tex === '' ? null : { tex, display };
}
