/** Words where they stand → text. */
import { describe, expect, it } from 'vitest';
import { layOutWords } from '../../../../../src/lib/pipeline/ocr/layout/layout.ts';
import { written } from '../kit.ts';

const PROSE = [
  'Several words of running text that',
  'go on from one line to the next so',
  'that nobody takes it for a table of',
  'figures, whatever stands beside it.',
];

describe('the order in which words are read', () => {
  it('goes along the rows of a table', () => {
    const rows = [
      ['Name', 'City', '7946'],
      ['Hugo', 'Oslo', '12'],
      ['Rosa', 'Rome', '4660'],
    ];
    const words = rows.flatMap((row, y) => row.flatMap((cell, x) => written(cell, 20 + x * 150, 20 + y * 24)));
    expect(layOutWords(words.toReversed()).text).toBe(
      '| Name | City | 7946 |\n| ---- | ---- | ---- |\n| Hugo | Oslo | 12   |\n| Rosa | Rome | 4660 |',
    );
  });

  it.each([0, 9])('takes columns of text one after the other, the second %i pixels lower', (lower) => {
    const words = PROSE.flatMap((line, i) => [
      ...written(line, 20, 20 + i * 20, 7.3 - (i % 2) / 4),
      ...written(line.toUpperCase(), 330, 20 + lower + i * 20, 7.3 - (i % 2) / 4),
    ]);
    const said = layOutWords(words).text.replace(/\s+/g, ' ');
    expect(said).toBe([...PROSE, ...PROSE.map((line) => line.toUpperCase())].join(' '));
  });

  it('takes turns where speech on two sides does', () => {
    const words = Array.from({ length: 6 }, (_, turn) => turn).flatMap((turn) =>
      PROSE.slice(0, 2).flatMap((line, i) =>
        written(`${turn} ${line}`, turn % 2 === 0 ? 20 : 330, 20 + turn * 80 + i * 20),
      ),
    );
    const said = Array.from({ length: 6 }, (_, turn) => `${turn} ${PROSE[0]} ${turn} ${PROSE[1]}`).join(' ');
    expect(layOutWords(words).text.replace(/\s+/g, ' ')).toBe(said);
  });

  it('reads a script that runs from right to left from there', () => {
    const words = ['שלום', 'עולם'].flatMap((word, i) => written(word, 200 - i * 38, 20));
    expect(layOutWords(words).text).toBe('שלום עולם');
  });
});

describe('white space', () => {
  it('keeps the indentation of code', () => {
    const code = 'if (ready) {\n  for (const one of all) {\n    await one.close(now);\n  }\n}';
    const words = code.split('\n').flatMap((line, i) => written(line, 20, 20 + i * 20));
    expect(layOutWords(words).text).toBe(code);
  });

  it('keeps the indentation of code behind the numbers of its lines', () => {
    const code = [
      '47    }',
      '48    try {',
      '49      await close();',
      '50    } catch (error) {',
      '51      log("raised freedom", error);',
      '52    }',
      '53  }',
    ];
    const words = code.flatMap((line, i) => written(line, 20, 20 + i * 20));
    expect(layOutWords(words).text).toBe(code.join('\n'));
  });

  it('is one between letters, however narrow it is', () => {
    const words = [
      'Profit Quiet Magazine',
      'Library Granite Gathered',
      'Flavour Figure Customer',
      'Fishing Supper Ladder',
    ].flatMap((line, i) =>
      written(line, 20, 20 + i * 20).map((word, at) =>
        i === 0 && at === 1 ? { ...word, box: { ...word.box, x: word.box.x - 4, width: word.box.width + 4 } } : word,
      ),
    );
    expect(layOutWords(words).text).toBe(
      'Profit Quiet Magazine\nLibrary Granite Gathered\nFlavour Figure Customer\nFishing Supper Ladder',
    );
  });

  it('is none in letters of one width where the engine takes the paper around a full stop for it', () => {
    const words = ['cat notes.txt', 'echo done', 'ls all of them', 'cd up'].flatMap((line, i) =>
      written(line, 20, 20 + i * 20).flatMap((word) => {
        const { x, y, height } = word.box;
        const parts = [
          { ...word, text: 'notes.', box: { x, y, width: 44, height } },
          { ...word, text: 'txt', box: { x: x + 48, y, width: 23, height } },
        ];
        return word.text === 'notes.txt' ? parts : [word];
      }),
    );
    expect(layOutWords(words).text.split('\n')[0]).toBe('cat notes.txt');
  });

  it('does not indent running text', () => {
    const words = PROSE.flatMap((line, i) => {
      let x = i === 1 ? 60 : 20;
      return line.split(' ').flatMap((word, j) => {
        const placed = written(word, x, 20 + i * 20, 5 + ((i + j) % 4));
        x += word.length * (5 + ((i + j) % 4)) + 5;
        return placed;
      });
    });
    expect(layOutWords(words).text).toBe(PROSE.join('\n'));
  });

  it('parts paragraphs by an empty line', () => {
    const words = [20, 40, 60, 100, 120].flatMap((y, i) => written(`line ${i}`, 20, y));
    expect(layOutWords(words).text).toBe('line 0\nline 1\nline 2\n\nline 3\nline 4');
  });

  it('puts none between words of a script that has none', () => {
    const words = ['你好', '世界'].flatMap((word, i) => written(word, 20 + i * 34, 20, 16, 16));
    expect(layOutWords(words).text).toBe('你好世界');
    const letters = Array.from('她每天早上沿着河边跑步').flatMap((letter, i) =>
      written(letter, 20 + i * 18, 20, 16, 16),
    );
    expect(layOutWords(letters).text).toBe('她每天早上沿着河边跑步');
  });

  it('puts none beside the marks of such a script, which have their own paper', () => {
    const line = [
      ...written('清楚', 20, 20, 16, 16),
      ...written('：', 56, 20, 16, 16),
      ...written('合同', 84, 20, 16, 16),
    ];
    expect(layOutWords(line).text).toBe('清楚：合同');
    const latin = line.map((word) =>
      word.text === '：' ? { ...word, text: ':', box: { ...word.box, width: 4 } } : word,
    );
    expect(layOutWords(latin).text).toBe('清楚:合同');
    const mixed = [...written('MB，', 20, 20, 12, 16), ...written('PDF', 70, 20, 12, 16)];
    expect(layOutWords(mixed).text).toBe('MB，PDF');
  });
});
