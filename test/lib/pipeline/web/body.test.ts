import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectBodyKind, decodeBody } from '../../../../src/lib/pipeline/web/body.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const latin = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe('a body is read', () => {
  it.each([
    ['text/html; charset=utf-8', '<p>', 'html'],
    ['TEXT/HTML', 'anything', 'html'],
    ['application/xhtml+xml', '<?xml version="1.0"?>', 'html'],
    ['text/plain', '<p>', 'text'],
    ['text/markdown; charset=utf-8', '# Tea', 'text'],
    ['application/json', '{}', 'json'],
    ['application/pdf', '%PDF-1.7', 'pdf'],
    ['text/html', '\n\n%PDF-1.7', 'pdf'],
    ['application/octet-stream', '%PDF-1.7', 'pdf'],
    [null, '  <!DOCTYPE html><p>', 'html'],
    ['', '<html>', 'html'],
  ])('%s with %j as %s', (type, head, kind) => {
    expect(detectBodyKind(type, bytes(head))).toBe(kind);
  });

  it.each([
    ['image/png', '\u{89}PNG'],
    ['application/pdf', 'Not found'],
    ['application/octet-stream', 'words'],
    [null, 'words'],
    ['text/css', 'p{}'],
    ['text/html', 'a\0b'],
    ['constructor', '<p>'],
    ['application/javascript', 'alert(1)'],
  ])('not: %s with %j', (type, head) => {
    expect(detectBodyKind(type, bytes(head))).toBeNull();
  });
});

describe('letters', () => {
  it('are those of the header, of the mark before it, of the page, of what it turns out to be', () => {
    expect(decodeBody(latin('Gr\u{f6}\u{df}e'), 'text/html; charset="ISO-8859-1"')).toBe('Größe');
    expect(decodeBody(Uint8Array.of(0xef, 0xbb, 0xbf, ...bytes('Größe')), 'text/html; charset=latin1')).toBe('Größe');
    expect(decodeBody(latin('<meta charset=windows-1252>\u{f6}'), 'text/html')).toMatch(/ö$/);
    expect(
      decodeBody(latin('<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-2">\u{b1}'), null),
    ).toMatch(/ą$/);
    expect(decodeBody(latin('<?xml version="1.0" encoding="iso-8859-1"?>\u{f6}'), 'application/xhtml+xml')).toMatch(
      /ö$/,
    );
    expect(decodeBody(bytes('Größe'), 'text/html; charset=nonsense')).toBe('Größe');
    expect(decodeBody(bytes('<meta charset=utf-16>Größe'), 'text/html')).toMatch(/Größe$/);
    expect(decodeBody(latin('Gr\u{f6}\u{df}e'), null)).toBe('Größe');
  });

  it('that are no letters of anything are replaced, and nothing throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), fc.option(fc.string()), (body, type) => {
        detectBodyKind(type, body);
        expect(decodeBody(body, type).length).toBeLessThanOrEqual(body.length);
      }),
    );
  });
});
