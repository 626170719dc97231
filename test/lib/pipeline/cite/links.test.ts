import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { describe, expect, it } from 'vitest';
import { extractQuotes, parseCitationRef } from '../../../../src/lib/pipeline/cite/check-quotes.ts';
import { renderVisibleInline } from '../../../../src/lib/pipeline/cite/visible-markdown.ts';
import { parseMarkdown } from '../../../../src/sidepanel/markdown/parse.ts';

const seen = (quote: string) =>
  renderVisibleInline(quote.replace(/\n[ >]*/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
const found = (answer: string) => extractQuotes(answer).map(({ quote, ref }) => [seen(quote), ref]);

/** The same by the panel's own parser. */
function shown(answer: string): (readonly [string, string])[] {
  const words = (node: Nodes): string =>
    node.type === 'text' || node.type === 'inlineCode'
      ? node.value
      : 'children' in node
        ? node.children.map(words).join('')
        : '';
  const links = (node: Nodes): (readonly [string, string])[] => {
    if (node.type === 'link') {
      const ref = /^#([A-Za-z0-9/-]{0,24})$/.exec(node.url)?.[1];
      return ref === undefined ? [] : [[words(node).replace(/\s+/g, ' ').trim(), ref]];
    }
    return 'children' in node ? node.children.flatMap((child: Nodes) => links(child)) : [];
  };
  return links(parseMarkdown(answer));
}

describe('a citation in an answer', () => {
  it.each([
    ['It rose [by 5 %](#k3f9a2b).', [['by 5 %', 'k3f9a2b']]],
    ['It rose ["by 5 %"](#2/k3f9a2b).', [['"by 5 %"', '2/k3f9a2b']]],
    [
      '[first](#)[second](#a-2)',
      [
        ['first', ''],
        ['second', 'a-2'],
      ],
    ],
    ['[as [12] says](#a)', [['as [12] says', 'a']]],
    ['[as \\[12\\] says](#a)', [['as [12] says', 'a']]],
    ['[**very** *small* `x`](#a)', [['very small x', 'a']]],
    ['[over two\nlines](#a)', [['over two lines', 'a']]],
    ['> [over two\n> lines](#a)', [['over two lines', 'a']]],
    [
      '- an item [in\n  a list](#a)\n- and [another](#b)',
      [
        ['in a list', 'a'],
        ['another', 'b'],
      ],
    ],
    [
      '| a | b |\n| --- | --- |\n| [x](#a) | [y \\| z](#b) |',
      [
        ['x', 'a'],
        ['y | z', 'b'],
      ],
    ],
    ['# On [this](#a)', [['this', 'a']]],
    [
      '[words](<#a>) [words](#a "title")',
      [
        ['words', 'a'],
        ['words', 'a'],
      ],
    ],
    ['**[words](#a)**', [['words', 'a']]],
    ['`[words](#a)` and\n\n```\n[words](#b)\n```', []],
    ['[words](https://a.example/#a) [words](#not_an_id) [words](# b c)', []],
    ['![words](#a) \\[words](#a) [words] (#a)', []],
    ['[out [in](#a) out](#b)', [['in', 'a']]],
  ] as [string, [string, string][]][])('is found in %j', (answer, quotes) => {
    expect(found(answer)).toEqual(quotes);
    expect(shown(answer)).toEqual(quotes);
  });

  it('is where the panel has one, in answers of every shape', () => {
    const word = fc.constantFrom(
      'river',
      '5 %',
      '[12]',
      '*so*',
      '**so**',
      '`a`',
      '“so”',
      '市议会',
      'a_b',
      'x & y',
      '\\[',
      '(see)',
      'é',
    );
    const words = fc.array(word, { minLength: 1, maxLength: 5 }).map((all) => all.join(' '));
    const target = fc.constantFrom(
      '(#k3f9a2b)',
      '(#)',
      '(<#a>)',
      '(#2/abc)',
      '(https://a.example)',
      '',
      ' (#a)',
      '(#a "t")',
      '(#a_b)',
    );
    const link = fc.tuple(words, target).map(([text, to]) => `[${text}]${to}`);
    const line = fc.array(fc.oneof(words, link), { minLength: 1, maxLength: 5 }).map((all) => all.join(' '));
    const block = fc
      .tuple(fc.constantFrom('', '- ', '1. ', '> ', '## ', '    - ', '```\n'), line, fc.boolean())
      .map(
        ([mark, text, cut]) =>
          (cut && !mark.includes('#') ? `${mark}${text.replace(' ', '\n')}` : mark + text) +
          (mark.startsWith('`') ? '\n```' : ''),
      );
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 4 }), (blocks) => {
        const answer = `Says:\n\n${blocks.map((text) => text.replace(/^ {4}/, '- x\n    ')).join('\n\n')}`;
        expect(found(answer)).toEqual(shown(answer));
      }),
      { numRuns: 1000 },
    );
  });

  it('stands where it says it does, in order, in any text', () => {
    const odd = fc.array(
      fc.constantFrom('[', ']', '(#', ')', '(', '[a](#b)', '`', '\n', '> ', '- ', '|', 'x', '\\', '<', '!', '*'),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(odd, (pieces) => {
        const answer = pieces.join('');
        let end = 0;
        for (const quote of extractQuotes(answer)) {
          expect(quote.start).toBeGreaterThanOrEqual(end);
          expect(answer.slice(quote.start).startsWith(`[${quote.quote}](`)).toBe(true);
          expect(answer.charAt(quote.end - 1)).toBe(')');
          end = quote.end;
        }
      }),
      { numRuns: 1000 },
    );
  });
});

it('reads the id of a target, and of no other link', () => {
  expect(
    ['#a-2', '#', ' <#a> ', '#a "t"', 'https://a.example/#a', '#a_b', `#${'a'.repeat(25)}`].map(parseCitationRef),
  ).toEqual(['a-2', '', 'a', 'a', null, null, null]);
});
