/** Text over what is no paper: photographs, films, maps, gradients; and text that has an outline. */
import { type Chance, times } from './chance.ts';
import { createNoise } from './controls.ts';
import { element, SANS, screen, type Screen, SERIF, WIDE_SANS } from './page.ts';
import { capital, city, money, paragraph, phrase, sentence, title, word } from './words.ts';

/** Hills, a sky and grain: edges and soft changes as in a photograph. */
const landscape = (chance: Chance): string =>
  `radial-gradient(ellipse at ${chance.number(10, 40)}% 110%,#2c4a2e 40%,#0000 41%),radial-gradient(ellipse at ${chance.number(60, 90)}% 115%,#557a4a 50%,#0000 51%),${createNoise(chance.number(1, 99), 0.03, 0.15).replaceAll('&quot;', '"')}`;

const onLandscape = (chance: Chance, css: string): string =>
  `body{padding:0}main{position:relative;height:480px;background:${landscape(chance)};color:#fff}${css}`;

export function caption(chance: Chance): Screen {
  const text = paragraph(chance, 2);
  const css = onLandscape(
    chance,
    'p{position:absolute;left:40px;top:60px;width:460px;font-size:19px;text-shadow:0 1px 3px #000a}',
  );
  return screen('photo-caption', text, `<main>${element('p', text)}</main>`, { css, font: chance.one([SANS, SERIF]) });
}

/** The size of a film's: two lines, white with a black edge, at the bottom. */
export function subtitles(chance: Chance): Screen {
  const lines = times(2, () => capital(phrase(chance, 4, 6)));
  const css = onLandscape(
    chance,
    'section{position:absolute;bottom:26px;width:100%;text-align:center;font-size:26px;-webkit-text-stroke:3px #000;paint-order:stroke fill}',
  );
  const body = `<main><section>${lines.map((line) => element('div', line)).join('')}</section></main>`;
  return { ...screen('subtitles', lines.join('\n'), body, { css, font: SANS }), jpeg: 75 };
}

export function meme(chance: Chance): Screen {
  const [top, bottom] = [phrase(chance, 3, 4).toUpperCase(), phrase(chance, 3, 4).toUpperCase()];
  const css = onLandscape(
    chance,
    'p{position:absolute;width:100%;margin:0;text-align:center;font-size:38px;font-weight:900;-webkit-text-stroke:5px #000;paint-order:stroke fill}',
  );
  const body = `<main>${element('p', top, 'top:12px')}${element('p', bottom, 'bottom:12px')}</main>`;
  return { ...screen('meme', `${top}\n${bottom}`, body, { css, font: WIDE_SANS }), jpeg: 60 };
}

export function hero(chance: Chance): Screen {
  const [head, note, button] = [title(chance, 3), sentence(chance), title(chance, 2)];
  const css = onLandscape(
    chance,
    'h1{font-size:44px;margin:0}section{position:absolute;left:50px;top:120px;width:560px}b{display:inline-block;background:#fff;color:#222;padding:10px 20px;border-radius:6px}',
  );
  const body = `<main><section>${element('h1', head)}${element('p', note, 'font-size:18px')}${element('b', button)}</section></main>`;
  return screen('hero', [head, note, button].join('\n'), body, { css, font: SANS });
}

export function outlined(chance: Chance): Screen {
  const lines = times(4, () => title(chance, 3));
  const [paper, ink, edge] = chance.one([
    ['#ffffff', '#ffffff', '#222222'],
    ['#fff3c4', '#d62828', '#ffffff'],
    ['#10243e', '#10243e', '#ffffff'],
  ] as const);
  const css = `p{font-size:34px;font-weight:700;margin:0 0 12px;-webkit-text-stroke:1.5px ${edge};color:${ink}}`;
  return screen('outlined', lines.join('\n'), lines.map((line) => element('p', line)).join(''), { css, paper });
}

const GRADIENTS = [
  ['linear-gradient(90deg,#ff5f6d,#ffc371)', '#ffffff'],
  ['linear-gradient(135deg,#0f2027,#2c5364 60%,#8fb8c9)', '#ffffff'],
  ['linear-gradient(180deg,#fdfbfb,#a6b1c0)', '#222222'],
  ['linear-gradient(45deg,#5b2a86,#e0529c 55%,#ffb3a7)', '#ffffff'],
] as const;

export function gradientCards(chance: Chance): Screen {
  const cards = times(4, () => [title(chance, 2), sentence(chance), money(chance)] as const);
  const body = cards
    .map(([head, text, sum]) => {
      const [paper, ink] = chance.one(GRADIENTS);
      return `<section style="background:${paper};color:${ink}">${element('b', head)}${element('p', text)}${element('span', sum)}</section>`;
    })
    .join('');
  const css =
    'section{padding:14px 20px;border-radius:12px;margin:0 0 12px;width:520px}b{font-size:19px}p{margin:4px 0}';
  return screen('gradient-cards', cards.flat().join('\n'), body, { css });
}

export function gradientPage(chance: Chance): Screen {
  const [paper, ink] = chance.one(GRADIENTS);
  const texts = times(4, () => paragraph(chance, 3));
  const body = texts.map((text) => element('p', text)).join('');
  return screen('gradient-page', texts.join('\n\n'), body, {
    css: `body{background:${paper}}`,
    ink,
    size: 14,
    font: chance.one([SANS, SERIF]),
  });
}

/** Names at places, roads and water below them: read from the top down, and from the left. */
export function map(chance: Chance): Screen {
  const names = times(12, (i) =>
    i % 4 === 0 ? city(chance) : `${capital(word(chance))} ${chance.one(['Street', 'Park', 'Road', 'Lane'])}`,
  );
  const css = `body{padding:0}main{position:relative;height:480px;background:radial-gradient(circle at 80% 30%,#aadaff 18%,#0000 18.4%),radial-gradient(circle at 20% 80%,#c8e6c0 22%,#0000 22.4%),repeating-linear-gradient(62deg,#0000 0 90px,#fff 90px 98px),repeating-linear-gradient(-28deg,#0000 0 130px,#fde9a9 130px 142px),#f0ede5}
    span{position:absolute;white-space:nowrap;color:#45505c;font-size:13px;text-shadow:0 0 2px #fff,0 0 2px #fff}.big{font-size:19px;font-weight:700}`;
  const body = names
    .map(
      (name, i) =>
        `<span${i % 4 === 0 ? ' class="big"' : ''} style="left:${30 + (i % 2) * 340 + chance.number(0, 160)}px;top:${20 + Math.floor(i / 2) * 72 + (i % 2) * 36}px">${name}</span>`,
    )
    .join('');
  return screen('map', names.join('\n'), `<main>${body}</main>`, { css });
}

export function chart(chance: Chance): Screen {
  const head = title(chance, 3);
  const bars = times(7, () => [capital(word(chance)), chance.number(12, 98)] as const);
  const css =
    'div{display:flex;align-items:center;gap:10px;margin:0 0 10px}i{height:24px;background:#4285f4}span{width:110px;text-align:right}';
  const body = bars
    .map(
      ([name, share]) =>
        `<div>${element('span', name)}<i style="width:${share * 4}px"></i>${element('b', `${share}%`)}</div>`,
    )
    .join('');
  return screen(
    'chart',
    [head, ...bars.map(([name, share]) => `${name}  ${share}%`)].join('\n'),
    element('h3', head) + body,
    { css, size: 13 },
  );
}
