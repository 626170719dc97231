/** What of a question goes to an engine, in several languages. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractKeywords } from '../../../../src/lib/pipeline/engines/keywords.ts';

describe('the words of a question', () => {
  it.each([
    ['en', 'How high did the Elbe tide rise in Hamburg in 1962?', 'high Elbe tide rise Hamburg 1962'],
    ['en', 'Please tell me: how does a tide gauge work?', 'tide gauge work'],
    ['de', 'Wie hoch stieg die Elbe 1962 in Hamburg?', 'stieg Elbe 1962 Hamburg'],
    ['de', 'Erkläre mir bitte, warum der Himmel blau ist', 'Himmel blau'],
    ['fr', 'Quelle est la hauteur de la tour Eiffel ?', 'hauteur tour Eiffel'],
    ['zh', '长城是什么时候建成的？', '长城 建成'],
    ['zh', '埃菲尔铁塔有多高？', '埃菲尔铁塔 高'],
    ['ja', 'エッフェル塔の高さはどのくらいですか？', 'エッフェル塔 高'],
  ])('are those that carry meaning (%s: %s)', (language, question, words) => {
    expect(extractKeywords(question, language).join(' ')).toBe(words);
  });

  it('are cut and sifted by what is asked, not by what the browser is set to', () => {
    expect(extractKeywords('埃菲尔铁塔有多高？', 'en')).toEqual(['埃菲尔铁塔', '高']);
    expect(extractKeywords('Wie hoch stieg die Elbe 1962 in Hamburg?', '')).toEqual([
      'stieg',
      'Elbe',
      '1962',
      'Hamburg',
    ]);
  });

  it('keep the names that code and companies have, to the single letter', () => {
    expect(extractKeywords('What is the difference between C++, C# and C in node.js 20?', 'en')).toEqual([
      'difference',
      'C++',
      'C#',
      'C',
      'node.js',
      '20',
    ]);
    expect(extractKeywords('does AT&T run us-east-1?', 'en')).toEqual(['AT&T', 'run', 'us-east-1']);
  });

  it('come once each, as they were written first', () => {
    expect(extractKeywords('Rust, rust and RUST in Hamburg', 'en')).toEqual(['Rust', 'Hamburg']);
  });

  it('are all of them where none carries more than grammar', () => {
    expect(extractKeywords('Who is he, and what was that?', 'en').join(' ')).toBe('Who is he and what was that');
    expect(extractKeywords('是什么吗', 'zh')).toEqual(['是', '什么', '吗']);
  });

  it('are none where there is no word', () => {
    expect(extractKeywords('', 'en')).toEqual([]);
    expect(extractKeywords('??? … !', 'en')).toEqual([]);
  });

  it('are always words of the question, in its order', () => {
    const text = fc.array(
      fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('the', '塔', '塔.塔', 'ウ-塔', '埃菲尔', 'C++', 'は')),
    );
    fc.assert(
      fc.property(text, fc.constantFrom('', 'en', 'zh', 'ja', 'x'), (parts, language) => {
        const question = parts.join(' ').slice(0, 1500).normalize('NFC');
        let from = 0;
        const seen = new Set<string>();
        for (const word of extractKeywords(question, language)) {
          expect(seen.has(word.toLowerCase())).toBe(false);
          seen.add(word.toLowerCase());
          const at = question.indexOf(word, from);
          expect(at).toBeGreaterThanOrEqual(from);
          from = at;
        }
      }),
      { numRuns: 300 },
    );
  });
});
