/** Screens of running text: fonts, sizes, themes, headings, columns, lists, a dialog over a dimmed page. */
import { type Chance, times } from './chance.ts';
import {
  element,
  type Look,
  MONO,
  SANS,
  screen,
  type Screen,
  SERIF,
  WIDE_MONO,
  WIDE_SANS,
  WIDE_SERIF,
} from './page.ts';
import { city, date, paragraph, person, phrase, sentence, title, word, capital } from './words.ts';

function running(kind: string, chance: Chance, look: Look, sentences = 3): Screen {
  const paragraphs = times(3, () => paragraph(chance, sentences));
  return screen(kind, paragraphs.join('\n\n'), paragraphs.map((text) => element('p', text)).join(''), look);
}

export const serif = (chance: Chance): Screen =>
  running('serif', chance, { font: chance.one([SERIF, WIDE_SERIF]), size: chance.number(14, 18) });
export const sans = (chance: Chance): Screen =>
  running('sans', chance, { font: chance.one([SANS, WIDE_SANS]), size: chance.number(13, 17) });
export const mono = (chance: Chance): Screen =>
  running('mono', chance, { font: chance.one([MONO, WIDE_MONO]), size: chance.number(12, 15) });
export const small = (chance: Chance): Screen =>
  running('small', chance, { font: chance.one([SANS, SERIF, WIDE_SANS]), size: chance.number(9, 12) });
/** Lines as close as a browser sets them unless told: letters reach between those of the next line. */
export const close = (chance: Chance): Screen =>
  running('close', chance, {
    font: chance.one([SERIF, SANS, MONO]),
    size: chance.number(13, 17),
    css: `body{line-height:${chance.one(['normal', '1.1', '1.2'])}}`,
  });
export const large = (chance: Chance): Screen =>
  running('large', chance, { font: chance.one([SANS, SERIF, WIDE_SERIF]), size: chance.number(20, 24) }, 2);
export const dark = (chance: Chance): Screen =>
  running('dark', chance, {
    paper: chance.one(['#0d1117', '#1e1e1e', '#202124']),
    ink: chance.one(['#e6edf3', '#d4d4d4', '#fff']),
  });
export const tinted = (chance: Chance): Screen => {
  const [paper, ink] = chance.one([
    ['#fdf6e3', '#586e75'],
    ['#f4ecd8', '#5b4636'],
    ['#e3f2fd', '#0d47a1'],
    ['#2d1b4e', '#e8dbff'],
  ] as const);
  return running('tinted', chance, { paper, ink, font: chance.one([SANS, SERIF]) });
};
export const faint = (chance: Chance): Screen => {
  const [paper, ink] = chance.one([
    ['#ffffff', '#b4b4b4'],
    ['#f0f0f0', '#a8a8a8'],
    ['#181818', '#5c5c5c'],
    ['#fffbe6', '#c9b458'],
  ] as const);
  return running('faint', chance, { paper, ink });
};

export function headings(chance: Chance): Screen {
  const parts = times(2, () => ({
    head: title(chance, 3),
    by: `By ${person(chance)}, ${city(chance)}, ${date(chance)}`,
    text: paragraph(chance, 2),
    note: sentence(chance),
  }));
  const top = title(chance, 2);
  const body = parts.map(
    ({ head, by, text, note }) =>
      element('h2', head, 'margin:.3em 0;font-size:21px') +
      element('p', by, 'font-size:11px;color:#666') +
      element('p', text) +
      element('p', note, 'font-size:10px;color:#555'),
  );
  const truth = parts.map(({ head, by, text, note }) => [head, by, text, note].join('\n\n'));
  return screen(
    'headings',
    [top, ...truth].join('\n\n'),
    element('h1', top, 'margin:0 0 .3em;font-size:34px') + body.join(''),
    { size: 14, font: chance.one([SANS, SERIF]) },
  );
}

export function columns(chance: Chance): Screen {
  const head = title(chance, 4);
  const sides = times(2, () => times(2, () => paragraph(chance, 3)));
  const column = (texts: readonly string[]): string => `<div>${texts.map((text) => element('p', text)).join('')}</div>`;
  const body = `${element('h1', head, 'margin:0 0 .5em;font-size:24px')}<main>${sides.map(column).join('')}</main>`;
  // not always on the same lines: neighbours on a page seldom are
  const lower = chance.number(0, 1) * chance.number(5, 12);
  const css = `main{display:grid;grid-template-columns:1fr 1fr;gap:${chance.number(22, 40)}px}div+div{padding-top:${lower}px}`;
  return screen('columns', [head, ...sides.flat()].join('\n\n'), body, {
    size: chance.number(13, 15),
    font: chance.one([SANS, SERIF]),
    css,
  });
}

export function bullets(chance: Chance): Screen {
  const numbered = chance.number(0, 1) === 1;
  const head = title(chance, 3);
  const items = times(chance.number(7, 9), () => capital(phrase(chance, 3, 11)));
  const mark = (index: number): string => (numbered ? `${index + 1}. ` : '• ');
  const rows = items
    .map((item, i) => `${element('b', mark(i).trim())}${element('span', item)}`)
    .map((row) => `<div>${row}</div>`);
  const css = 'div{display:flex;margin:0 0 7px}b{font-weight:400;width:26px;flex:none}';
  return screen(
    'bullets',
    [head, ...items.map((item, i) => mark(i) + item)].join('\n'),
    element('h3', head) + rows.join(''),
    { css },
  );
}

/** A list of the shapes that browsers and word processors draw: of one kind, or of two, one within the other. */
export function listMarks(chance: Chance): Screen {
  const head = title(chance, 3);
  const [outer, inner] = chance.one([
    ['•', '◦'],
    ['▪', '–'],
    ['–', '•'],
  ] as const);
  const items = times(chance.number(9, 11), (i) => ({
    mark: i % 4 < 2 ? outer : inner,
    text: capital(phrase(chance, 3, 9)),
  }));
  const css = `div{display:flex;margin:0 0 6px}b{font-weight:400;width:${chance.number(16, 26)}px;flex:none}div.in{margin-left:26px}`;
  const rows = items.map(
    ({ mark, text }) =>
      `<div${mark === inner ? ' class="in"' : ''}>${element('b', mark)}${element('span', text)}</div>`,
  );
  const truth = [head, ...items.map(({ mark, text }) => `${mark} ${text}`)].join('\n');
  return screen('list-marks', truth, element('h3', head) + rows.join(''), {
    css,
    size: chance.number(14, 18),
    font: chance.one([SANS, WIDE_SANS, SERIF]),
  });
}

/** Tasks, some of them done: boxes as a style sheet draws them, dark on light. */
export function checkBoxes(chance: Chance): Screen {
  const head = title(chance, 2);
  const tasks = times(chance.number(9, 11), () => ({
    isDone: chance.number(0, 1) === 1,
    text: capital(phrase(chance, 2, 8)),
  }));
  const size = chance.number(14, 18);
  const css = `div{display:flex;align-items:center;gap:${chance.number(8, 12)}px;margin:0 0 9px}i{flex:none;position:relative;width:${size}px;height:${size}px;
    border:${chance.number(1, 2)}px solid #444;border-radius:${chance.number(0, 3)}px}
    i.on::after{content:'';position:absolute;left:28%;top:5%;width:28%;height:58%;border:solid #222;border-width:0 2px 2px 0;transform:rotate(45deg)}`;
  const rows = tasks.map(
    ({ isDone, text }) => `<div><i${isDone ? ' class="on"' : ''}></i>${element('span', text)}</div>`,
  );
  const truth = [head, ...tasks.map(({ isDone, text }) => `${isDone ? '☑' : '☐'} ${text}`)].join('\n');
  return screen('check-boxes', truth, element('h3', head) + rows.join(''), { css, size: chance.number(14, 17) });
}

/** The page above and below stays readable in part; the dialog hides none of it halfway. */
export function dialog(chance: Chance): Screen {
  const above = times(2, () => sentence(chance));
  const below = times(2, () => sentence(chance));
  const [head, text] = [title(chance, 3), paragraph(chance, 2)];
  const buttons = [capital(word(chance)), capital(word(chance))];
  const lines = (all: readonly string[]): string => all.map((line) => element('p', line)).join('');
  const box = `<section>${element('h2', head)}${element('p', text)}<footer>${element('i', buttons[0] ?? '')}${element('i', buttons[1] ?? '', 'background:#1a73e8;color:#fff')}</footer></section>`;
  const css = `section{background:#fff;color:#202124;width:460px;margin:14px auto 26px;padding:16px 22px;border-radius:10px;box-shadow:0 6px 24px #0008}
    h2{font-size:19px;margin:0 0 .5em}footer{text-align:right}i{font-style:normal;padding:7px 16px;margin-left:12px;border-radius:5px;display:inline-block}`;
  const truth = [...above, head, text, buttons.join('  '), ...below].join('\n\n');
  return screen('dialog', truth, lines(above) + box + lines(below), {
    paper: '#7d7d7d',
    ink: '#1c1c1c',
    size: 14,
    css,
  });
}
