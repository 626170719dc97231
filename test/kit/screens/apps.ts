/** Screens of programs: talk, editors, sheets, slides, a terminal, notes beside a bar. */
import { type Chance, times } from './chance.ts';
import { drawCode } from './code.ts';
import { element, MONO, SANS, screen, type Screen, SERIF, WIDE_MONO } from './page.ts';
import {
  capital,
  city,
  date,
  email,
  money,
  paragraph,
  percent,
  person,
  phrase,
  sentence,
  title,
  word,
} from './words.ts';

export function chat(chance: Chance): Screen {
  const lines = times(
    7,
    (i) => [person(chance), `${chance.number(1, 12)}:${chance.number(10, 59)}`, sentence(chance), i % 2] as const,
  );
  const css = `section{width:430px;margin:0 0 10px;padding:8px 14px;border-radius:14px;background:#eef0f2}.own{margin-left:auto;background:#0a7cff;color:#fff}
    small{font-size:11px;opacity:.75}small+small{margin-left:8px}div{margin:2px 0 0}`;
  const body = lines
    .map(
      ([who, when, text, own]) =>
        `<section${own === 1 ? ' class="own"' : ''}>${element('small', who)}${element('small', when)}${element('div', text)}</section>`,
    )
    .join('');
  return screen('chat', lines.map(([who, when, text]) => `${who} ${when}\n${text}`).join('\n'), body, {
    css,
    size: 14,
  });
}

/** Code beside the numbers of its lines, under the names of files. */
export function ide(chance: Chance): Screen {
  const files = times(3, () => `${word(chance)}.ts`);
  const { html, lines } = drawCode(chance, true);
  const first = chance.number(1, 80);
  const css = `body{padding:0}nav{background:#2d2d2d;display:flex;font:13px ${SANS}}nav span{padding:8px 18px;color:#9d9d9d}nav span:first-child{background:#1e1e1e;color:#fff}
    main{display:flex;gap:18px;padding:10px 14px;font-family:${chance.one([MONO, WIDE_MONO]).replaceAll("'", '')}}pre{margin:0;font-family:inherit}aside{color:#858585;text-align:right;white-space:pre}`;
  const body = `<nav>${files.map((file) => element('span', file)).join('')}</nav><main><aside>${lines.map((_, i) => first + i).join('\n')}</aside><pre>${html}</pre></main>`;
  const truth = [files.join('  '), ...lines.map((line, i) => `${first + i}  ${line}`)].join('\n');
  return screen('ide', truth, body, { css, size: 13, paper: '#1e1e1e', ink: '#d4d4d4' });
}

export function spreadsheet(chance: Chance): Screen {
  const rows = times(13, (i) => [
    String(i + 1),
    capital(word(chance)),
    String(chance.number(10, 9999)),
    money(chance),
    percent(chance),
  ]);
  const head = ['A', 'B', 'C', 'D'];
  const css =
    'body{padding:0}table{border-collapse:collapse}th,td{border:1px solid #d0d4d8;padding:3px 8px;min-width:96px;text-align:right}th,td:first-child{background:#f3f4f6;color:#5f6368;text-align:center;font-weight:400;min-width:40px}td:nth-child(2){text-align:left}';
  const row = (name: string, cells: readonly string[]): string =>
    `<tr>${cells.map((cell) => element(name, cell)).join('')}</tr>`;
  const body = `<table>${row('th', ['', ...head])}${rows.map((cells) => row('td', cells)).join('')}</table>`;
  const drawn = screen('spreadsheet', [head, ...rows].map((cells) => cells.join('  ')).join('\n'), body, {
    css,
    size: 13,
  });
  return { ...drawn, table: { rows: [['', ...head], ...rows], isRuled: true } };
}

const slide =
  (kind: string, look: { paper: string; ink: string }) =>
  (chance: Chance): Screen => {
    const head = title(chance, chance.number(3, 4));
    const points = times(5, () => capital(phrase(chance, 4, 7)));
    const note = `${person(chance)}, ${date(chance)}`;
    const css =
      'h1{font-size:38px;font-weight:800;margin:10px 0 24px;line-height:1.1}p{font-size:22px;margin:0 0 14px}footer{font-size:12px;opacity:.7;margin-top:40px}';
    const body = element('h1', head) + points.map((point) => element('p', point)).join('') + element('footer', note);
    return screen(kind, [head, ...points, note].join('\n'), body, { css, ...look });
  };

export const SLIDES = [
  slide('slide', { paper: '#ffffff', ink: '#1f2a44' }),
  slide('slide-dark', { paper: 'linear-gradient(120deg,#10182b,#27406b)', ink: '#ffffff' }),
];

export function terminal(chance: Chance): Screen {
  const lines = times(14, () =>
    chance.one([
      () => `$ ${word(chance)} --${word(chance)}=${chance.number(1, 99)} ./${word(chance)}/${word(chance)}.log`,
      () => `[${chance.number(10, 23)}:${chance.number(10, 59)}:${chance.number(10, 59)}] ${phrase(chance, 3, 6)}`,
      () => `error: ${word(chance)} ${word(chance)} (code ${chance.number(1, 255)})`,
      () => `-rw-r--r-- 1 ${word(chance)} ${chance.number(100, 99_999)} ${word(chance)}.txt`,
    ])(),
  );
  const body = `<pre style="margin:0;font-family:${chance.one([MONO, WIDE_MONO]).replaceAll("'", '')}">${lines.join('\n')}</pre>`;
  return screen('terminal', lines.join('\n'), body, {
    size: 12,
    paper: '#0c0c0c',
    ink: chance.one(['#cccccc', '#33dd55']),
  });
}

/** Labels beside their fields, close together. */
export function denseForm(chance: Chance): Screen {
  const rows = times(11, (i) => [title(chance, 2), [person, city, email, date, money][i % 5]?.(chance) ?? ''] as const);
  const css =
    'div{display:grid;grid-template-columns:150px 260px;align-items:center;margin:0 0 4px}span{border:1px solid #9aa0a6;padding:2px 6px;border-radius:3px}';
  const body = rows.map(([label, value]) => `<div>${element('label', label)}${element('span', value)}</div>`).join('');
  const drawn = screen('form-dense', rows.map((row) => row.join('  ')).join('\n'), body, { css, size: 12 });
  return { ...drawn, table: { rows, isRuled: false } };
}

/** A bar of short names beside running text, each read for itself. */
export function sideBar(chance: Chance): Screen {
  const names = times(9, () => title(chance, 1));
  const [head, ...texts] = [title(chance, 3), ...times(3, () => paragraph(chance, 2))];
  const css =
    'body{padding:0}main{display:grid;grid-template-columns:170px 1fr}nav{background:#f1f3f5;padding:16px;line-height:2.1}article{padding:16px 24px}';
  const body = `<main><nav>${names.map((name) => element('div', name)).join('')}</nav><article>${element('h2', head, 'margin:0 0 .5em')}${texts.map((text) => element('p', text)).join('')}</article></main>`;
  return screen('side-bar', [...names, head, ...texts].join('\n'), body, { css, size: 14 });
}

const FORMULAS = [
  ['E = mc<sup>2</sup>', 'E = mc2'],
  ['a<sup>2</sup> + b<sup>2</sup> = c<sup>2</sup>', 'a2 + b2 = c2'],
  ['f(x) = 3x<sup>2</sup> − 5x + 7', 'f(x) = 3x2 − 5x + 7'],
  ['v = v<sub>0</sub> + at', 'v = v0 + at'],
  ['P(A | B) = P(A) / P(B)', 'P(A | B) = P(A) / P(B)'],
  ['H<sub>2</sub>O + CO<sub>2</sub>', 'H2O + CO2'],
] as const;

export function formulas(chance: Chance): Screen {
  const parts = times(6, () => [sentence(chance), chance.one(FORMULAS)] as const);
  const body = parts
    .map(([text, [html]]) => `${element('p', text)}<p style="text-align:center"><i>${html}</i></p>`)
    .join('');
  return screen('formulas', parts.map(([text, [, plain]]) => `${text}\n${plain}`).join('\n'), body, {
    size: 16,
    font: SERIF,
  });
}

export function toasts(chance: Chance): Screen {
  const notes = times(5, () => [title(chance, 2), sentence(chance), capital(word(chance))] as const);
  const css =
    'section{background:#2f3337;color:#f1f3f4;border-radius:8px;padding:10px 16px;width:400px;margin:0 0 12px auto}b{display:block}i{font-style:normal;color:#8ab4f8}';
  const body = notes
    .map(([head, text, act]) => `<section>${element('b', head)}${element('div', text)}${element('i', act)}</section>`)
    .join('');
  return screen('toasts', notes.flat().join('\n'), body, {
    css,
    size: 13,
    paper: chance.one(['#ffffff', '#dfe3e8', '#8ea6bd']),
  });
}
