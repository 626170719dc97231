import { expect, it } from 'vitest';
import { readFetched } from '../kit.ts';

const AT = 'https://news.example.org/2024/page.html';
const markdownOf = (kind: 'html' | 'text' | 'json', body: string): string => {
  const reading = readFetched(kind, body, AT);
  return reading.kind === 'article' ? reading.article.markdown : reading.kind;
};
const LONG = 'The harbour was full and the bells were rung. '.repeat(20);

it('links and pictures are absolute against where the page was found, or what it names as its base', () => {
  const body = `<p>${LONG}<a href="next.html">next</a> <a href="/top">top</a></p>`;
  expect(markdownOf('html', body)).toContain('[next](https://news.example.org/2024/next.html)');
  expect(markdownOf('html', body)).toContain('[top](https://news.example.org/top)');
  expect(markdownOf('html', `<base href="../old/">${body}`)).toContain('(https://news.example.org/old/next.html)');
  expect(markdownOf('html', `<base href="https://cdn.example.com/x/">${body}`)).toContain(
    '(https://cdn.example.com/x/next.html)',
  );
  for (const bad of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/', 'http://['])
    expect(markdownOf('html', `<base href="${bad}">${body}`)).toContain('(https://news.example.org/2024/next.html)');
});

it('a page is itself by where it was found, not by the document that reads it', () => {
  expect(readFetched('html', `<html lang="en"><title>Tea</title><p>${LONG}`, AT)).toMatchObject({
    kind: 'article',
    article: { url: AT, title: 'Tea', language: 'en', site: 'news.example.org' },
  });
});

it('what attributes hide is not read, what is kept for readers without scripts is', () => {
  const hidden = `<p>${LONG}</p><p hidden>SECRET</p><p style="display:none">SECRET</p>`;
  expect(markdownOf('html', hidden)).not.toContain('SECRET');
  expect(markdownOf('html', `<div id="app"></div><noscript><p>${LONG}<a href="x">x</a></noscript>`)).toContain(
    '(https://news.example.org/2024/x)',
  );
});

it('what a page streams behind its shell is read in its place', () => {
  const streamed = `<template id="B:0"></template>
    <div hidden id="S:0"><main><p>${LONG}</p><template id="P:1"></template><p>After</p></main></div>
    <script>$RC("B:0","S:0")</script><div hidden id="S:1"><p>Between</p></div><div hidden><p>SECRET</p></div>`;
  expect(markdownOf('html', `<body>${streamed}</body>`)).toBe(`${LONG.trim()}\n\nBetween\n\nAfter`);
});

it('no script of a page runs', () => {
  readFetched('html', '<script>globalThis.ran = true</script><img src=x onerror="globalThis.ran = true"><p>Tea', AT);
  expect(globalThis).not.toHaveProperty('ran');
});

it('text is as it is, JSON a list, broken JSON code, a feed its entries, and a page without words is empty', () => {
  expect(markdownOf('text', '<b>Tea</b> & oars\n')).toBe('<b>Tea</b> & oars');
  expect(markdownOf('json', '{"a":1}')).toBe('- **a:** 1');
  expect(markdownOf('json', '{"a":1')).toBe('```json\n{"a":1\n```');
  expect(markdownOf('text', '<?xml version="1.0"?><rss><channel><item><title>Tea</title></item></channel></rss>')).toBe(
    '## Tea',
  );
  expect(readFetched('text', '# Oars\n\nAsh.', AT)).toMatchObject({
    article: { title: 'Oars', site: 'news.example.org' },
  });
  for (const empty of ['', ' ', '<div></div>', '<embed type="application/pdf">', '…'])
    expect(readFetched('html', empty, AT).kind).toBe('empty');
});
