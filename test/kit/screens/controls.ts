/** Screens of an interface: chips and badges, a form, a menu with a selected row; and text over a busy background. */
import { type Chance, times } from './chance.ts';
import { element, escaped, SANS, screen, type Screen, WIDE_SANS } from './page.ts';
import { capital, city, email, paragraph, person, phrase, title, word } from './words.ts';

const PAINTS = [
  ['#1a73e8', '#ffffff'],
  ['#188038', '#ffffff'],
  ['#d93025', '#ffffff'],
  ['#202124', '#f1f3f4'],
  ['#fbbc04', '#202124'],
  ['#e8f0fe', '#1967d2'],
  ['#fce8e6', '#c5221f'],
  ['#e6f4ea', '#137333'],
  ['#f1f3f4', '#3c4043'],
  ['#6f42c1', '#ffffff'],
  ['#ffffff', '#5f6368'],
] as const;

const painted = (chance: Chance, text: string, name = 'span'): string => {
  const [paper, ink] = chance.one(PAINTS);
  return element(name, text, `background:${paper};color:${ink}`);
};

export function chips(chance: Chance): Screen {
  const rows = times(7, () => times(chance.number(3, 5), () => capital(phrase(chance, 1, 2))));
  const dark = chance.number(0, 2) === 0;
  const css = `div{margin:0 0 16px;display:flex;gap:10px;align-items:center}span{padding:${chance.number(3, 6)}px 11px;border-radius:${chance.one([4, 14])}px;
    border:1px solid #8884;white-space:nowrap;font-weight:${chance.one([400, 500, 700])}}`;
  const body = rows.map((row) => `<div>${row.map((text) => painted(chance, text)).join('')}</div>`).join('');
  const look = dark ? { paper: '#14171a', ink: '#eee' } : {};
  return screen('chips', rows.map((row) => row.join('  ')).join('\n'), body, {
    css,
    size: chance.number(12, 14),
    font: chance.one([SANS, WIDE_SANS]),
    ...look,
  });
}

/** A list whose rows end in a small badge. */
export function badges(chance: Chance): Screen {
  const rows = times(
    9,
    () =>
      [
        title(chance, 2),
        chance.one([String(chance.number(2, 99)), 'New', 'Beta', 'Draft', 'Paid', 'Overdue', 'Online']),
      ] as const,
  );
  const css = 'div{margin:0 0 11px}span{padding:2px 8px;border-radius:10px;font-size:12px;margin-left:9px}';
  const body = rows.map(([name, badge]) => `<div>${escaped(name)}${painted(chance, badge)}</div>`).join('');
  return screen('badges', rows.map((row) => row.join(' ')).join('\n'), body, { css, size: chance.number(14, 16) });
}

export function form(chance: Chance): Screen {
  const fields = [
    ['Full name', person(chance)],
    ['E-mail', email(chance)],
    [title(chance, 1), city(chance)],
    [title(chance, 2), capital(phrase(chance, 2, 4))],
  ] as const;
  const head = title(chance, 3);
  const buttons = times(3, () => title(chance, chance.number(1, 2)));
  const css = `label{display:block;font-size:13px;color:#444;margin:0 0 4px}div{border:1px solid #a0a4a8;border-radius:4px;padding:7px 10px;margin:0 0 12px;width:340px}
    button{font:14px ${SANS};border:0;border-radius:5px;padding:8px 16px;margin-right:14px}`;
  const body = fields.map(([label, value]) => element('label', label) + element('div', value)).join('');
  const truth = [head, ...fields.flat(), buttons.join('  ')].join('\n');
  return screen(
    'form',
    truth,
    `${element('h3', head, 'margin:0 0 12px')}${body}${buttons.map((text) => painted(chance, text, 'button')).join('')}`,
    { css },
  );
}

export function menu(chance: Chance): Screen {
  const bar = times(5, () => capital(word(chance)));
  const rows = times(8, () => [title(chance, 2), `Ctrl+${chance.one(['B', 'E', 'K', 'M', 'N', 'S', 'T'])}`] as const);
  const picked = chance.number(0, 7);
  const css = `body{padding:0}nav{background:#2b3440;color:#fff;display:flex;gap:30px;padding:11px 20px}section{width:330px;margin:6px 20px;border:1px solid #bbb;padding:6px 0}
    div{display:flex;justify-content:space-between;padding:6px 14px}.on{background:#0b57d0;color:#fff}`;
  const body = rows
    .map(
      (row, i) => `<div${i === picked ? ' class="on"' : ''}>${row.map((cell) => element('span', cell)).join('')}</div>`,
    )
    .join('');
  const truth = [bar.join('  '), ...rows.map((row) => row.join('  '))].join('\n');
  return screen(
    'menu',
    truth,
    `<nav>${bar.map((text) => element('span', text)).join('')}</nav><section>${body}</section>`,
    { css, size: 14 },
  );
}

/** Something like a photograph: spots of which `least` is the darkest. */
export const createNoise = (seed: number, coarse: number, least: number): string =>
  `url(&quot;data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='300' height='300'%3E%3Cfilter id='f'%3E%3CfeTurbulence baseFrequency='${coarse}' numOctaves='4' seed='${seed}'/%3E%3CfeColorMatrix values='.4 .1 0 0 ${least} .1 .4 0 0 ${least} 0 .1 .4 0 ${least} 0 0 0 0 1'/%3E%3C/filter%3E%3Crect width='300' height='300' filter='url(%23f)'/%3E%3C/svg%3E&quot;)`;

/** Backgrounds as banners have: a gradient from dark to light, stripes. */
export const banner = (chance: Chance): Screen =>
  over('banner', chance, [
    ['linear-gradient(100deg,#12233d,#3d6ea5 60%,#7fa6c9)', '#ffffff'],
    ['repeating-linear-gradient(45deg,#fff 0 9px,#dfe6ee 9px 18px)', '#1b1b1b'],
    ['repeating-linear-gradient(0deg,#1d2b22 0 14px,#2f4a39 14px 28px)', '#f4fff7'],
    ['radial-gradient(circle at 30% 40%,#ffe9c7,#d97b29 70%,#8a3d0c)', '#1a0d04'],
  ]);

/** Text over a photograph, bright or dark. */
export const photo = (chance: Chance): Screen =>
  over('photo', chance, [
    [createNoise(chance.number(1, 99), 0.04, 0.55), '#101010'],
    [createNoise(chance.number(1, 99), 0.02, 0.02), '#ffffff'],
    [createNoise(chance.number(1, 99), 0.3, 0.02), '#ffffff'],
  ]);

function over(kind: string, chance: Chance, backgrounds: readonly (readonly [string, string])[]): Screen {
  const [paper, ink] = chance.one(backgrounds);
  const [head, texts] = [title(chance, 3), times(3, () => paragraph(chance, 2))];
  const body = `<main style="background:${paper};color:${ink}">${element('h2', head, 'margin:0 0 .6em;font-size:26px')}${texts.map((text) => element('p', text)).join('')}</main>`;
  const css = 'body{padding:0}main{padding:24px 30px;min-height:480px}';
  return screen(kind, [head, ...texts].join('\n\n'), body, { css, size: chance.number(15, 18) });
}
