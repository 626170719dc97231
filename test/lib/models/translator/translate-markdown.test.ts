import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { translateMarkdown } from '../../../../src/lib/models/translator/translate-markdown.ts';

async function translate(markdown: string, by = (text: string) => text.toUpperCase()): Promise<string> {
  let all = '';
  for await (const line of translateMarkdown(markdown, (text) => Promise.resolve(by(text)))) all += line;
  return all;
}

describe('Markdown for a translator of plain text', () => {
  it.each([
    ['## The tide', '## THE TIDE'],
    ['> - [x] It **rises** twice', '> - [x] IT RISES TWICE'],
    ['  12. See [the table](https://a.example/b_(c)) and `code`', '  12. SEE THE TABLE AND CODE'],
    [
      '| Day | High *tide* |\n| --- | :-: |\n| 1 | two metres |',
      '| DAY | HIGH TIDE |\n| --- | :-: |\n| 1 | TWO METRES |',
    ],
    ['```js\nconst tide = 1;\n```\nAfter', '```js\nconst tide = 1;\n```\nAFTER'],
    ['$$\nh = a\n$$\nWhere', '$$\nh = a\n$$\nWHERE'],
    ['1932 – 1940', '1932 – 1940'],
  ])('%j', async (markdown, translated) => {
    expect(await translate(markdown)).toBe(translated);
  });

  it('keeps every line where it is, whatever it says', async () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom('```', '~~~', '$$', '# a', '- b', '| c | d |', '', '> e', '$$ x $$', '``` f ```'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line), async (lines) => {
        const markdown = lines.map((each) => each.replaceAll('\n', ' ')).join('\n');
        const translated = await translate(markdown, () => 'w');
        expect(translated.split('\n')).toHaveLength(markdown.split('\n').length);
      }),
    );
  });

  it('lets no translation become a link, a picture, a cell, code or a block', async () => {
    const said = ['[a](https://x.example)', '![b](c.png)', 'd | e', '`f`', '# g', '- h', '1. i', '> j', '<img src=x>'];
    for (const text of said) {
      const translated = await translate('word', () => text);
      expect(translated.replace(/\\[^\p{L}\p{N}\s]/gu, '')).not.toMatch(/[[\]`|<]|^\d*[#>.-]/u);
    }
  });
});
