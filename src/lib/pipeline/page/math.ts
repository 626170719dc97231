/** Formulas: the TeX a page carries beside the rendered boxes. Rule: one formula, once, as its author wrote it. */
export interface Formula {
  readonly tex: string;
  readonly display: boolean;
}

const MAX_TEX = 5_000;

/** The formula that `el` renders, or null when it is none or carries no TeX; its signs are then read as text. Knows MathML, KaTeX and MathJax 3. */
export function mathOf(el: Element, name: string): Formula | null {
  if (name === 'math') return formula(el, el.getAttribute('display') === 'block');
  if (name === 'mjx-container') return formula(el.querySelector('math') ?? el, el.getAttribute('display') === 'true');
  if (name !== 'span') return null;
  const kind = el.getAttribute('class') ?? '';
  if (!kind.includes('katex') && !kind.includes('mwe-math')) return null;
  if (!/(?:^|\s)(?:katex|katex-display|mwe-math-element)(?:\s|$)/.test(kind)) return null;
  const math = el.querySelector('math');
  if (!math) return null;
  return formula(math, kind.includes('katex-display') || math.getAttribute('display') === 'block');
}

function formula(math: Element, display: boolean): Formula | null {
  const source =
    math.querySelector('annotation[encoding="application/x-tex"]')?.textContent ?? math.getAttribute('alttext') ?? '';
  const tex = source.replace(/\s+/g, ' ').trim().slice(0, MAX_TEX);
  return tex === '' ? null : { tex, display };
}
