import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIGURE_BOUNDS, listPageFigures } from '../../../../../src/lib/pipeline/page/read/figures.ts';
import { documentOf, openShadow } from '../kit.ts';

const figures = (body: string) => listPageFigures(documentOf(`<!doctype html><body>${body}</body>`), openShadow);
const alts = (body: string): readonly string[] => figures(body).map(({ alt }) => alt);

describe('the pictures of a page', () => {
  it('are those that say what they show, in their order, with caption and headings', () => {
    const found = figures(`
      <h1>Tides</h1><img src=a alt="A harbour"><img src=b alt=""><img src=c>
      <h2>Spring</h2><figure><div><img src=d></div><figcaption>High <b>water</b></figcaption></figure>
      <h3>March</h3><canvas aria-label="Heights by hour"></canvas>
      <h2>Neap</h2><svg><title>Two curves</title><path/></svg><video title="The bore"></video>`);
    expect(found).toEqual([
      { alt: 'A harbour', caption: '', heading: 'Tides', box: null },
      { alt: '', caption: 'High water', heading: 'Tides › Spring', box: null },
      { alt: 'Heights by hour', caption: '', heading: 'Tides › Spring › March', box: null },
      { alt: 'Two curves', caption: '', heading: 'Tides › Neap', box: null },
      { alt: 'The bore', caption: '', heading: 'Tides › Neap', box: null },
    ]);
  });

  it.each([
    ['<div role=img aria-label="Stars">★★</div>', 'Stars'],
    ['<b id=n>By name</b><img aria-labelledby="n nothing" alt=other>', 'By name'],
    ['<img title="A title">', 'A title'],
    ['<input type=image alt="Go there">', 'Go there'],
    ['<canvas>Shown where it cannot be drawn</canvas>', 'Shown where it cannot be drawn'],
  ])('%s is called %j', (body, name) => {
    expect(alts(body).join()).toBe(name);
  });

  it('that nobody sees are left out', () => {
    const hidden = ['style="display:none"', 'hidden', 'style="visibility:hidden"'];
    expect(alts(hidden.map((how) => `<div ${how}><img alt=unseen></div>`).join('') + '<img alt=seen>')).toEqual([
      'seen',
    ]);
  });

  it('are found in shadow trees', () => {
    const doc = documentOf('<!doctype html><body><div></div></body>');
    const root = doc.querySelector('div')?.attachShadow({ mode: 'open' });
    const img = doc.createElement('img');
    img.alt = 'Within';
    root?.append(img);
    expect(listPageFigures(doc, openShadow).map(({ alt }) => alt)).toEqual(['Within']);
  });

  it('say where they are in view, as far as they are', () => {
    const doc = documentOf('<!doctype html><body><img alt=one><img alt=tiny><img alt=below></body>');
    const places = [new DOMRect(-20, 10, 100, 80), new DOMRect(0, 0, 10, 10), new DOMRect(0, 5000, 100, 100)];
    doc.querySelectorAll('img').forEach((img, i) => (img.getBoundingClientRect = () => places[i] ?? new DOMRect()));
    expect(listPageFigures(doc, openShadow)).toEqual([
      { alt: 'one', caption: '', heading: '', box: { x: 0, y: 10, width: 80, height: 80 } },
      { alt: 'below', caption: '', heading: '', box: null },
    ]);
  });

  it('read no more of the page for their names than is kept, however many name all of it', () => {
    const doc = documentOf(
      `<!doctype html><body id=all>${'<p>word </p>'.repeat(1500)}${'<img aria-labelledby="all all all">'.repeat(5)}</body>`,
    );
    let read = 0;
    const all = { get: () => ((read += doc.body.childNodes.length), 'word '.repeat(1500)) };
    Object.defineProperty(doc.body, 'textContent', all);
    for (const { firstChild } of doc.querySelectorAll('p'))
      if (firstChild) Object.defineProperty(firstChild, 'nodeValue', { get: () => ((read += 1), 'word ') });
    expect(listPageFigures(doc, openShadow)).toHaveLength(5);
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThanOrEqual(5 * 3 * 300);
  });

  it('are bounded in number, and so are their words', () => {
    expect(figures('<img alt=x>'.repeat(FIGURE_BOUNDS.figures + 50))).toHaveLength(FIGURE_BOUNDS.figures);
    const doc = documentOf('<!doctype html><body><img></body>');
    const [img] = doc.images;
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), (word) => {
        if (img) img.alt = `x ${word.repeat(Math.ceil(600 / word.length))}`;
        const [found] = listPageFigures(doc, openShadow);
        expect(found?.alt.length).toBeLessThanOrEqual(FIGURE_BOUNDS.text);
        expect(found?.alt).not.toMatch(/\p{Surrogate}/u);
      }),
    );
  });
});
