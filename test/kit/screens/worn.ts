/** Text that went through a camera, a scanner or a JPEG: slanted, blurred, noisy, unevenly lit. */
import { type Chance, times } from './chance.ts';
import { element, MONO, SANS, screen, type Screen, SERIF, WIDE_MONO, WIDE_SERIF } from './page.ts';
import { capital, city, date, paragraph, phone, title, word } from './words.ts';

const prose = (chance: Chance, count: number, sentences: number): readonly string[] =>
  times(count, () => paragraph(chance, sentences));
const toParagraphs = (texts: readonly string[]): string => texts.map((text) => element('p', text)).join('');

const compressed =
  (kind: string, jpeg: number, size: number, look: { paper?: string; ink?: string } = {}) =>
  (chance: Chance): Screen => {
    const texts = prose(chance, 3, size < 13 ? 5 : 3);
    return {
      ...screen(kind, texts.join('\n\n'), toParagraphs(texts), { size, font: chance.one([SANS, SERIF]), ...look }),
      jpeg,
    };
  };

export const COMPRESSED = [
  compressed('jpeg-30', 30, 15),
  compressed('jpeg-15', 15, 16),
  compressed('jpeg-page', 40, 12),
  compressed('jpeg-dark', 40, 14, { paper: '#1e2329', ink: '#e8eaed' }),
];

/** A drawn sheet of paper lies on a desk; `wear` is more rules for the sheet. */
function sheet(kind: string, truth: string, body: string, wear: string, size: number, font: string): Screen {
  const css = `body{padding:90px 60px;overflow-x:hidden}main{background:#fdfdfb;width:580px;padding:22px 26px;${wear}}`;
  return screen(kind, truth, `<main>${body}</main>`, { css, size, font, paper: '#fdfdfb' });
}

const slanted =
  (degrees: number) =>
  (chance: Chance): Screen => {
    const texts = prose(chance, 3, 3);
    const turn = `transform:rotate(${chance.one([-1, 1]) * degrees}deg)`;
    return sheet(
      `slant-${degrees}`,
      texts.join('\n\n'),
      toParagraphs(texts),
      turn,
      chance.number(14, 17),
      chance.one([SANS, SERIF]),
    );
  };

export const SLANTED = [1, 2, 3, 5, 8, 12].map(slanted);

const grain = (seed: number, strength: number): string =>
  `<svg style="position:absolute;inset:0;width:100%;height:100%;mix-blend-mode:multiply;opacity:${strength}"><filter id="g"><feTurbulence baseFrequency=".8" numOctaves="2" seed="${seed}"/><feColorMatrix type="saturate" values="0"/></filter><rect width="100%" height="100%" filter="url(#g)"/></svg>`;

/** A page as a telephone takes it: light from one side, a little askew and out of focus. */
export function pagePhoto(chance: Chance): Screen {
  const texts = prose(chance, 3, 3);
  const askew = `perspective(1400px) rotateY(${chance.number(-6, 6)}deg) rotateX(${chance.number(2, 7)}deg) rotate(${chance.number(-2, 2)}deg)`;
  const wear = `transform:${askew};background:linear-gradient(${chance.number(80, 140)}deg,#fbf7ec,#d8d0c0 60%,#a79f90);filter:blur(.4px)`;
  const drawn = sheet('page-photo', texts.join('\n\n'), toParagraphs(texts), wear, 17, SERIF);
  const html = drawn.html
    .replace('background:#fdfdfb;color', 'background:#5d5148;color')
    .replace('</body>', `${grain(chance.number(1, 99), 0.25)}</body>`);
  return { ...drawn, html, jpeg: 60 };
}

/** A shadow falls over half of a scanned page. */
export function shaded(chance: Chance): Screen {
  const texts = prose(chance, 3, 3);
  const css = `body{background:linear-gradient(${chance.number(30, 150)}deg,#fff 30%,#8d8d8d 52%,#767676)}`;
  return {
    ...screen('shaded-page', texts.join('\n\n'), toParagraphs(texts), { size: 16, font: WIDE_SERIF, css }),
    jpeg: 70,
  };
}

/** Small letters that were made larger, as a preview is. */
export function enlarged(chance: Chance): Screen {
  const texts = prose(chance, 2, 3);
  const css = 'body{padding:14px}p{filter:blur(.9px)}';
  return screen('blurred', texts.join('\n\n'), toParagraphs(texts), { size: 17, font: SANS, css });
}

const price = (chance: Chance): string => `${chance.number(0, 48)}.${chance.number(10, 99)}`;

const receipt =
  (kind: string, wear: string, noise: number) =>
  (chance: Chance): Screen => {
    const head = [
      title(chance, 2).toUpperCase(),
      `${chance.number(1, 99)} ${capital(word(chance))} Street`,
      city(chance),
      phone(chance),
      date(chance),
    ];
    const rows = times(chance.number(8, 12), () => [
      `${chance.number(1, 3)} ${capital(word(chance))} ${word(chance)}`,
      price(chance),
    ]);
    const sums = [
      ['SUBTOTAL', price(chance)],
      ['TAX 8%', price(chance)],
      ['TOTAL', price(chance)],
    ];
    const body =
      head.map((line) => element('div', line, 'justify-content:center')).join('') +
      [...rows, ...sums].map((row) => `<div>${row.map((cell) => element('span', cell)).join('')}</div>`).join('') +
      element('div', 'THANK YOU', 'justify-content:center');
    const truth = [...head, ...[...rows, ...sums].map((row) => row.join('  ')), 'THANK YOU'].join('\n');
    const css = `body{padding:24px 90px;background:#6d6660}main{position:relative;background:#f4f2ee;color:#3d3b3a;width:300px;padding:16px 14px;${wear}}div{display:flex;justify-content:space-between}`;
    const drawn = screen(kind, truth, `<main>${body}${noise > 0 ? grain(chance.number(1, 99), noise) : ''}</main>`, {
      css,
      size: 13,
      font: chance.one([MONO, WIDE_MONO]),
    });
    const table = { rows: [...rows, ...sums], isRuled: false };
    return noise > 0 ? { ...drawn, table, jpeg: 50 } : { ...drawn, table };
  };

export const RECEIPTS = [
  receipt('receipt', '', 0),
  receipt('receipt-worn', 'filter:blur(.6px)', 0.45),
  receipt(
    'receipt-photo',
    'filter:blur(.4px);transform:rotate(1.5deg);background:linear-gradient(120deg,#f7f4ec,#c9c3b7)',
    0.3,
  ),
];
