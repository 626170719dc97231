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
    ['  12. See [the table](https://a.example/b_(c)) and `code`', '  12. SEE THE TABLE AND `code`'],
    ['Call **`run(a)`** and [`b|c` here](https://a.example)', 'CALL `run(a)` AND `b|c` HERE'],
    ['Where $h_{high}$ is ~5 m, $$x = 1$$ and $t$.', 'WHERE $h_{high}$ IS \\~5 M, $$x = 1$$ AND $t$.'],
    ['From $5 a day to $6, or $7 and more, or 8$', 'FROM \\$5 A DAY TO \\$6, OR \\$7 AND MORE, OR 8\\$'],
    ['Say \\`this\\` to it', 'SAY \\`THIS\\` TO IT'],
    [
      '| Day | High *tide* |\n| --- | :-: |\n| 1 | two metres |',
      '| DAY | HIGH TIDE |\n| --- | :-: |\n| 1 | TWO METRES |',
    ],
    ['```js\nconst tide = 1;\n```\nAfter', '```js\nconst tide = 1;\n```\nAFTER'],
    ['1. ```js\n   const tide = 1;\n   ```\n2. After', '1. ```js\n   const tide = 1;\n   ```\n2. AFTER'],
    ['> 2) - [ ] ~~~\n> let a;\n> ~~~\n> After', '> 2) - [ ] ~~~\n> let a;\n> ~~~\n> AFTER'],
    ['```md\n```js\nlet a;\n```\nAfter', '```md\n```js\nlet a;\n```\nAFTER'],
    ['$$ · Italian\nOpen', '\\$\\$ · ITALIAN\nOPEN'],
    ['$$\n\nItalian\n\n$$\n\nFrench', '$$\n\nITALIAN\n\n$$\n\nFRENCH'],
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

  it('keeps code and formulas, whatever stands around them', async () => {
    const kept = fc.constantFrom('`a b`', '``c ` d``', '$x_1$', '$\\frac{two}{3}$', '$$E = mc^2$$');
    const words = fc.stringMatching(/^[a-z$~*_|()! ]{0,12}$/).map((text) => ` ${text.replaceAll('$', '$ ')} word `);
    await fc.assert(
      fc.asyncProperty(words, kept, words, async (before, piece, after) => {
        expect(await translate(`${before}${piece}${after}`)).toContain(piece);
      }),
    );
  });

  it('lets no translation become a link, a picture, a cell, code or a block', async () => {
    const said = [
      '[a](https://x.example)',
      '![b](c.png)',
      'd | e',
      '`f`',
      '# g',
      '- h',
      '1. i',
      '> j',
      '<img src=x>',
      '~~~',
      '$$',
      '$a=1$',
    ];
    for (const text of said) {
      const translated = await translate('word', () => text);
      expect(translated.replace(/\\[^\p{L}\p{N}\s]/gu, '')).not.toMatch(/[[\]`|<~$]|^\d*[#>.-]/u);
    }
  });
});
