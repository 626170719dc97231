import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPrompt, renderDocument } from '../../../src/lib/models/render-messages.ts';

const part = { type: 'document', title: 'Tea', url: 'https://tea.example/', language: 'en', text: 'Tea.' } as const;

describe('renderDocument', () => {
  it('leaves out what is unknown, and what a URL may hide', () => {
    expect(renderDocument(part)).toBe(
      '<document title="Tea" url="https://tea.example/" language="en">\nTea.\n</document>',
    );
    expect(renderDocument({ ...part, language: '', title: '', url: 'about' })).toBe('<document>\nTea.\n</document>');
    const hidden = { ...part, url: 'https://me:pw@tea.example/a?session=1#top' };
    expect(renderDocument(hidden)).toContain('url="https://tea.example/a"');
  });

  it('keeps its text whole but for the tag itself', () => {
    const text = '# Tea & <b>milk</b>\n\n`<documents>` < 3\n';
    expect(renderDocument({ ...part, text })).toContain('# Tea & <b>milk</b>\n\n`&lt;documents>` < 3\n');
  });

  it('has one beginning and one end, whatever title, address, language and text say', () => {
    const hostile = fc
      .array(
        fc.constantFrom('<', '/', ' ', '\n', '\u200b', '\u00ad', 'document', 'DOCUMENT', '>', '"', '&', 'tea', '='),
      )
      .map((tokens) => tokens.join(''));
    fc.assert(
      fc.property(hostile, hostile, hostile, hostile, (title, path, language, text) => {
        const url = `https://tea.example/${path}`;
        const rendered = renderDocument({ type: 'document', title, url, language, text });
        // as a lenient reader would see it: blanks and invisible characters in a tag do not count
        const tags = rendered.replace(/[\s\p{Cf}]/gu, '').match(/<\/*document/gi);
        expect(tags).toEqual(['<document', '</document']);
        expect(rendered.endsWith('\n</document>')).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

it('promptOf gives every message one text, for servers that know no other form', () => {
  const content = [{ type: 'text', text: 'Please.' }, part] as const;
  const text = `Please.\n\n${renderDocument(part)}`;
  expect(
    toPrompt([
      { role: 'system', content },
      { role: 'user', content },
      { role: 'assistant', content },
    ]),
  ).toEqual([
    { role: 'system', content: text },
    { role: 'user', content: [{ type: 'text', text }] },
    { role: 'assistant', content: [{ type: 'text', text }] },
  ]);
});
