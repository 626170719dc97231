import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookPage, sectionMark } from './huge-pages.ts';
import { golden, goldenNames, type Site, startSite } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

describe('the fixture site', () => {
  test.each(goldenNames())('serves the golden page %s as UTF-8 HTML with its phrases in it', async (name) => {
    const response = await fetch(site.page(name));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toContain('</html>');
    expect(golden(name).must.length).toBeGreaterThanOrEqual(6);
    expect(golden(name).mustNot.length).toBeGreaterThanOrEqual(5);
  });

  test('serves files beside a page, and no other file', async () => {
    const picture = await fetch(`${site.page('news')}tide-room.svg`);
    expect(picture.headers.get('content-type')).toMatch(/^image\/svg\+xml/);
    // fetch would tidy the path before it is sent
    for (const path of ['/pages/news/../../../../package.json', '/pages/news/..', '/bad/../kit/site.ts', '/pages/'])
      expect(await statusOf(site.url + path, path)).toBe(404);
  });

  test.each([
    ['empty', 'text/html; charset=utf-8'],
    ['pdf', 'application/pdf'],
    ['plain', 'text/plain; charset=utf-8'],
    ['strict-csp', 'text/html; charset=utf-8'],
    ['deep', 'text/html; charset=utf-8'],
    ['long-word', 'text/html; charset=utf-8'],
  ] as const)('serves the awkward page %s', async (name, type) => {
    const response = await fetch(site.bad(name));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('content-security-policy')).toBe(name === 'strict-csp' ? "default-src 'none'" : null);
    await response.arrayBuffer();
  });

  test('holds a path until it is released', async () => {
    const hold = site.hold('/bad/leave');
    let answered = false;
    const reply = fetch(`${site.url}/bad/leave`).then((response) => {
      answered = true;
      return response.text();
    });
    await hold.arrived;
    expect(answered).toBe(false);
    hold.release();
    expect(await reply).toBe('go');
  });

  test('knows its pages by name', () => {
    expect(() => site.page('nowhere')).toThrow('No golden page is called nowhere. There are: arabic');
  });
});

describe('the book', () => {
  test('is the same every time, as long as asked, and marks every section', () => {
    const html = bookPage(20_000);
    expect(bookPage(20_000)).toBe(html);
    const text = html.replace(/<[^>]*>/g, ' ');
    const words = text.split(/\s+/).length;
    expect(words).toBeGreaterThanOrEqual(20_000);
    expect(words).toBeLessThan(22_000);
    const sections = html.split('<section').length - 1;
    for (let n = 1; n <= sections; n += 1) expect(html).toContain(sectionMark(n));
  });

  test('weighs more than 3 MB when it is the huge page', async () => {
    const body = await (await fetch(site.bad('huge'))).text();
    expect(body.length).toBeGreaterThan(3_000_000);
  });
});

/** The status for a path sent exactly as written. */
const statusOf = (base: string, path: string) =>
  new Promise<number | undefined>((done, fail) => {
    get(base, { path }, (response) => {
      response.resume();
      done(response.statusCode);
    }).on('error', fail);
  });
