/** Screens of small, crowded or cut-off text: what a user drags who wants one thing of a page. */
import { type Chance, times } from './chance.ts';
import { element, MONO, SANS, screen, type Screen, SERIF, WIDE_MONO, WIDE_SANS, WIDE_SERIF } from './page.ts';
import {
  capital,
  city,
  date,
  GERMAN,
  money,
  paragraph,
  percent,
  person,
  phrase,
  sentence,
  title,
  word,
} from './words.ts';

interface Crowd {
  readonly size: number;
  readonly fonts?: readonly string[];
  readonly paper?: string;
  readonly ink?: string;
  readonly across?: number;
  readonly lineHeight?: number;
}

const ALL_FONTS = [SANS, SERIF, WIDE_SANS, WIDE_SERIF];

/** Nearly no paper left: five paragraphs without room between their lines. */
const crowded =
  (kind: string, crowd: Crowd) =>
  (chance: Chance): Screen => {
    const { size, fonts = ALL_FONTS, lineHeight = 1.15, across = 1, ...look } = crowd;
    const texts = times(5, () => paragraph(chance, 4));
    const css = `body{line-height:${lineHeight};padding:6px}p{margin:0 0 .3em}main{columns:${across};column-gap:14px}`;
    const body = `<main>${texts.map((text) => element('p', text)).join('')}</main>`;
    return {
      ...screen(kind, texts.join('\n\n'), body, { size, font: chance.one(fonts), css, ...look }),
      isCropped: true,
    };
  };

export const DENSE = [
  crowded('dense-9', { size: 9 }),
  crowded('dense-10', { size: 10 }),
  crowded('dense-10-dark', { size: 10, paper: '#15181d', ink: '#d7dce2' }),
  crowded('dense-11', { size: 11 }),
  crowded('dense-11-gray', { size: 11, paper: '#eceef0', ink: '#55606b' }),
  crowded('dense-12', { size: 12 }),
  crowded('dense-12-columns', { size: 12, across: 3 }),
  crowded('dense-mono-10', { size: 10, fonts: [MONO, WIDE_MONO] }),
];

/** Cut along the letters: `least` to `most` pixels of paper are left. */
const cut =
  (kind: string, make: (chance: Chance) => string, css: string, left: readonly [number, number] = [1, 3]) =>
  (chance: Chance): Screen => {
    const text = make(chance);
    const main = `main{display:inline-block;padding:${chance.number(...left)}px;max-width:520px;line-height:1.2}`;
    const look = chance.one([{}, { paper: '#1e2329', ink: '#e8eaed' }, { paper: '#f6f8fa', ink: '#3a4046' }]);
    const body = `<main>${text
      .split('\n')
      .map((line) => element('div', line))
      .join('')}</main>`;
    return { ...screen(kind, text, body, { css: main + css, font: chance.one(ALL_FONTS), ...look }), isCropped: true };
  };

export const CUT = [
  cut('cut-line', sentence, 'main{font-size:14px;white-space:nowrap;max-width:none}'),
  cut('cut-paragraph', (chance) => paragraph(chance, 4), 'main{font-size:13px}'),
  cut('cut-small-paragraph', (chance) => paragraph(chance, 6), 'main{font-size:11px}'),
  cut('cut-heading', (chance) => title(chance, 3), 'main{font-size:30px;font-weight:700}'),
  cut('cut-words', (chance) => capital(phrase(chance, 2, 3)), 'main{font-size:13px}'),
  cut(
    'cut-list',
    (chance) => times(6, () => `${capital(word(chance))} ${word(chance)}`).join('\n'),
    'main{font-size:14px}',
  ),
  cut(
    'cut-figures',
    (chance) => times(5, () => `${money(chance)} ${percent(chance)}`).join('\n'),
    'main{font-size:14px}',
  ),
  cut(
    'cut-button',
    (chance) => title(chance, 2),
    'main{font-size:14px;background:#1a73e8;color:#fff;padding:7px 14px;border-radius:5px}',
  ),
];

/** Bold text, in which w and m are as broad as a small plate. */
export function boldText(chance: Chance): Screen {
  const texts = times(3, () => paragraph(chance, 2));
  const body = texts.map((text) => element('p', text)).join('');
  return screen('bold', texts.join('\n\n'), body, {
    size: chance.number(16, 24),
    font: chance.one(ALL_FONTS),
    css: 'p{font-weight:700}',
  });
}

/** Small notes under very large words. */
export function posters(chance: Chance): Screen {
  const parts = times(3, () => [title(chance, 2), sentence(chance)] as const);
  const body = parts
    .map(
      ([head, note]) =>
        element('h1', head, 'font-size:46px;margin:0;line-height:1.15') + element('p', note, 'font-size:13px'),
    )
    .join('');
  return screen('poster', parts.flat().join('\n\n'), body, { font: chance.one([SANS, SERIF]) });
}

export function newspaper(chance: Chance): Screen {
  const texts = times(6, () => paragraph(chance, 3));
  const css = 'body{text-align:justify;padding:12px}main{columns:3;column-gap:18px}p{margin:0;text-indent:1em}';
  const body = `<main>${texts.map((text) => element('p', text)).join('')}</main>`;
  return screen('newspaper', texts.join('\n\n'), body, { size: 13, font: SERIF, css });
}

export function german(chance: Chance): Screen {
  const texts = times(4, () => times(3, () => chance.one(GERMAN)).join(' '));
  const body = texts.map((text) => element('p', text)).join('');
  return { ...screen('german', texts.join('\n\n'), body, { size: chance.number(12, 16) }), languages: ['deu'] };
}

/** Narrow columns of names and dates that stand far apart. */
export function sparse(chance: Chance): Screen {
  const sides = times(2, () => times(5, () => [person(chance), `${city(chance)}, ${date(chance)}`]));
  const column = (rows: readonly (readonly string[])[]): string =>
    `<div>${rows.map(([name = '', line = '']) => element('b', name) + element('p', line)).join('')}</div>`;
  const css = 'main{display:grid;grid-template-columns:1fr 1fr;gap:60px}b{display:block}';
  return screen('sparse-columns', sides.flat(2).join('\n'), `<main>${sides.map(column).join('')}</main>`, { css });
}
