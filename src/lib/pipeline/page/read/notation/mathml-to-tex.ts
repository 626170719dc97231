/** MathML without its TeX as TeX: in its text alone, one half is 12 and ten to the sixth is 106. */

const MAX_DEPTH = 20;
const MAX_NODES = 2_000;
const WORDS: Readonly<Record<string, string>> = { '\\': '\\backslash ', '^': '\\hat{}', '~': '\\sim ', '\u00a0': ' ' };

/** '' for what is too deep or too much, and for no text. */
export function convertMathToTex(math: Element): string {
  let nodes = 0;

  const convert = (el: Element, depth: number): string => {
    nodes += depth > MAX_DEPTH ? MAX_NODES + 1 : 1;
    if (nodes > MAX_NODES) return '';
    const name = el.localName;
    const parts = Array.from(LEAVES.has(name) ? [] : el.children, (child) => () => convert(child, depth + 1));
    const part = (i: number): string => parts[i]?.() ?? '';
    switch (name) {
      case 'mi':
      case 'mn':
      case 'mo':
        return escapeTex(el.textContent.trim());
      case 'mtext':
      case 'ms':
        return `\\text{${escapeTex(el.textContent)}}`;
      case 'mspace':
        return ' ';
      case 'mphantom':
      case 'annotation':
      case 'annotation-xml':
        return '';
      case 'semantics':
        return part(0);
      case 'mfrac': {
        const isStacked = /^0(?:\.0*)?(?![\d.])/.test(el.getAttribute('linethickness')?.trim() ?? '');
        return `${isStacked ? '\\binom' : '\\frac'}{${part(0)}}{${part(1)}}`;
      }
      case 'mmultiscripts':
        return convertScripts(el, part);
      case 'mroot':
        return `\\sqrt[${part(1)}]{${part(0)}}`;
      case 'mover': {
        const accent = ACCENTS[el.children[1]?.textContent.trim() ?? ''];
        if (accent !== undefined) return `${accent}{${part(0)}}`;
        return `${group(part(0))}^{${part(1)}}`;
      }
      case 'msup':
        return `${group(part(0))}^{${part(1)}}`;
      case 'msub':
      case 'munder':
        return `${group(part(0))}_{${part(1)}}`;
      case 'msubsup':
      case 'munderover':
        return `${group(part(0))}_{${part(1)}}^{${part(2)}}`;
      case 'mfenced':
        return convertFence(
          el,
          parts.map((convertPart) => convertPart()),
        );
      case 'mtable':
        return `\\begin{matrix}${parts.map((convertPart) => convertPart()).join(' \\\\ ')}\\end{matrix}`;
      case 'mtr':
        return parts.map((convertPart) => convertPart()).join(' & ');
      default: {
        const row = parts.map((convertPart) => convertPart()).join('');
        return name === 'msqrt' ? `\\sqrt{${row}}` : row;
      }
    }
  };

  const tex = convert(math, 0);
  return nodes > MAX_NODES ? '' : tex;
}

const ACCENTS: Readonly<Record<string, string>> = {
  '¯': '\\overline',
  '‾': '\\overline',
  ˉ: '\\overline',
  '^': '\\hat',
  ˆ: '\\hat',
  '→': '\\vec',
  '~': '\\tilde',
  '˜': '\\tilde',
  '˙': '\\dot',
};

function convertFence(el: Element, parts: readonly string[]): string {
  const separators = Array.from((el.getAttribute('separators') ?? ',').replace(/\s/g, ''));
  const inner = parts.map((part, i) => part + (i < parts.length - 1 ? (separators[i] ?? separators.at(-1) ?? '') : ''));
  return [el.getAttribute('open') ?? '(', inner.join(''), el.getAttribute('close') ?? ')']
    .map((text, i) => (i === 1 ? text : escapeTex(text)))
    .join('');
}

const LEAVES: ReadonlySet<string> = new Set('mi mn mo mtext ms mspace annotation annotation-xml'.split(' '));

const escapeTex = (text: string): string => text.replace(/[#$%&_{}\\^~\u00a0]/g, (mark) => WORDS[mark] ?? `\\${mark}`);

/** Pairs of a subscript and a superscript behind the base, then behind `mprescripts` those before it; `none` is empty. */
function convertScripts({ children }: Element, convertPart: (i: number) => string): string {
  const names = Array.from(children, (child) => child.localName);
  const before = names.indexOf('mprescripts');
  const convertPairs = (from: number, to: number): string => {
    let tex = '';
    for (let i = from; i < to; i += 2) {
      const [sub, sup] = [convertPart(i), i + 1 < to ? convertPart(i + 1) : ''];
      tex += `${i > from ? '{}' : ''}${sub === '' ? '' : `_{${sub}}`}${sup === '' ? '' : `^{${sup}}`}`;
    }
    return tex;
  };
  const behind = `${group(convertPart(0))}${convertPairs(1, before < 0 ? names.length : before)}`;
  return before < 0 ? behind : `{}${convertPairs(before + 1, names.length)}${behind}`;
}

/** A base of more than one character is one group. */
const group = (base: string): string => (/^(?:.|\d+(?:\.\d+)?)$/u.test(base) ? base : `{${base}}`);
