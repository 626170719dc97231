/** Screens in Chinese, and in Chinese and English. Their font is in the page: a machine that draws them may have none. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Chance, times } from './chance.ts';
import { element, type Look, screen, type Screen } from './page.ts';
import { CHINESE, city, CHINESE_AND_ENGLISH } from './words.ts';

const STYLE = createRequire(import.meta.url).resolve('@fontsource-variable/noto-sans-sc/wght.css');
const FONT = "'Noto Sans SC Variable', sans-serif";

/** The faces of the font that have a character of the text, as rules that load nothing. */
function embedFont(text: string): string {
  const characters = [...new Set(text)].map((character) => character.codePointAt(0) ?? 0);
  const faces = readFileSync(STYLE, 'utf8').match(/@font-face \{[^}]*\}/gu) ?? [];
  const own = faces.filter((face) =>
    listRanges(face).some(([from, to]) => characters.some((at) => at >= from && at <= to)),
  );
  return own
    .map((face) =>
      face.replace(/url\(([^)]+)\)/u, (_, path: string) => {
        const bytes = readFileSync(new URL(path, `file://${STYLE}`));
        return `url(data:font/woff2;base64,${bytes.toString('base64')})`;
      }),
    )
    .join('');
}

const listRanges = (face: string): readonly (readonly [number, number])[] =>
  [...face.matchAll(/U\+([\da-f]+)(?:-([\da-f]+))?/giu)].map(([, from = '', to = from]) => [
    Number.parseInt(from, 16),
    Number.parseInt(to, 16),
  ]);

function chineseScreen(kind: string, texts: readonly string[], look: Look): Screen {
  const body = texts.map((text) => element('p', text)).join('');
  const drawn = screen(kind, texts.join('\n\n'), body, { ...look, font: FONT, css: embedFont(texts.join('')) });
  return { ...drawn, languages: ['chi_sim', 'eng'] };
}

const chineseProse = (chance: Chance, kind: string, look: Look = {}): Screen =>
  chineseScreen(
    kind,
    times(4, () => times(3, () => chance.one(CHINESE)).join('')),
    { size: chance.number(13, 18), ...look },
  );

export const chinese = (chance: Chance): Screen => chineseProse(chance, 'chinese');

export const chineseDark = (chance: Chance): Screen =>
  chineseProse(chance, 'chinese-dark', { ink: '#e4e4e4', paper: '#202124' });

/** Names of programs, units and places stand in Latin letters. */
export const mixedScripts = (chance: Chance): Screen =>
  chineseScreen(
    'mixed-scripts',
    times(6, () =>
      chance
        .one(CHINESE_AND_ENGLISH)
        .replace('{}', city(chance))
        .replace('{n}', String(chance.number(10, 2999))),
    ),
    { size: chance.number(14, 18) },
  );
