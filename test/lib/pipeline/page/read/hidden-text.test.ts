/** What a page keeps hidden until its scripts run is read where it shows no text, and the reading says so. */
import { describe, expect, it } from 'vitest';
import { articleOf, documentOf, openShadow, prose, readPage, URL_OF_PAGE } from '../kit.ts';

const SHELL = '<nav><a href="/">Home</a> <a href="/boats">Boats</a></nav>';
const page = (body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><title>Winter boats</title>${head}</head><body>${SHELL}${body}</body></html>`;
const main = `<main><h1>Winter boats</h1><h2>The harbour</h2>${prose()}</main>`;

describe('a page that shows no text is read from what it hides', () => {
  it.each([
    ['in a box without display', page(`<div style="display: none">${main}</div>`)],
    ['in a box that is not visible', page(`<div style="visibility:hidden;min-height:100vh"><div>${main}</div></div>`)],
    ['in boxes within each other', page(`<div hidden><div style="display:none">${main}</div></div>`)],
    ['by its style sheet', page(main, '<style>main { visibility: hidden }</style>')],
    ['in a late part', page(`<template id="B:0"></template><div hidden id="S:0">${main}</div>`)],
    ['in a late part without a place', page(`<div hidden id="S:1f">${main}</div>`)],
  ])('%s', (_, html) => {
    const { markdown, title, isFromData } = articleOf(html);
    expect(isFromData).toBe(true);
    expect(title).toBe('Winter boats');
    expect(markdown).toMatch(/^## The harbour\n\nSentence 0 tells/);
    expect(markdown).not.toContain('Boats');
  });

  it('with each late part in its place', () => {
    const parts = `<div hidden id="S:0"><main>${prose()}<template id="P:1"></template><p>The last words.</p></main></div>
      <div hidden id="S:1"><p>The words between.</p></div>`;
    const { markdown } = articleOf(page(`<template id="B:0"></template>${parts}`));
    expect(markdown).toMatch(/The words between\.\n\nThe last words\.$/);
  });
});

describe('hidden text is not read', () => {
  const isRead = (html: string, location?: { url: string; base: string; hasNoData: boolean }): boolean =>
    JSON.stringify(readPage(documentOf(html), openShadow, location)).includes('Sentence 3');

  it('where the page has text', () => {
    expect(
      isRead(
        page(`<article>${'<p>The page has words of its own. </p>'.repeat(20)}</article><div hidden>${main}</div>`),
      ),
    ).toBe(false);
  });

  it('where it is the smaller part', () => {
    const links = '<a href="/boat">A boat that leads elsewhere</a> '.repeat(60);
    expect(isRead(page(`<div>${links}</div><div style="display:none">${main}</div>`))).toBe(false);
    expect(isRead(page(`<div>${links}</div>${main}`, '<style>main { display: none }</style>'))).toBe(false);
  });

  it('of another address', () => {
    const html = page(`<div hidden>${main}</div>`);
    expect(isRead(html)).toBe(true);
    expect(isRead(html, { url: URL_OF_PAGE, base: URL_OF_PAGE, hasNoData: true })).toBe(false);
  });
});
