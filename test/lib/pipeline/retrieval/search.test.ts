import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getTokenKeys, tokenise } from '../../../../src/lib/pipeline/retrieval/analyse.ts';
import { createIndex } from '../../../../src/lib/pipeline/retrieval/bm25.ts';
import { Postings } from '../../../../src/lib/pipeline/retrieval/postings.ts';
import { splitIntoPassages } from '../../../../src/lib/pipeline/text/passages.ts';
import { markdown } from '../text/arbitraries.ts';
import { guessLanguage } from '../../../../src/lib/pipeline/retrieval/bm25.ts';

const keys = (text: string, language = '') => new Set(tokenise(text).flatMap((token) => getTokenKeys(token, language)));
const share = (one: string, other: string, language = '') =>
  [...keys(one, language)].some((key) => keys(other, language).has(key));
const plain = (...list: string[]) => list.map((text) => ({ text, path: [] as string[] }));
const found = async (list: string[], query: string, language = '') =>
  (await createIndex(plain(...list), language)).search(query, 5).map(({ passage }) => passage.text);

describe('keys', () => {
  it.each([
    ['Münster', 'MUNSTER', 'de'],
    ['Straße', 'strasse', 'de'],
    ['cities', 'city', 'en-GB'],
    ['computing', 'computer', ''],
    ['Wohnungsbau', 'Wohnungen', 'de'],
    ['города', 'городе', ''],
    ['рекой', 'реки', 'ru'],
    ['والمدينة', 'مدينة', ''],
    ['كِتَاب', 'الكتاب', 'ar'],
    ['서울은', '서울에서', 'ko'],
    ['市议会', '议会', 'zh'],
    ['スーパーマーケット', 'マーケット', 'ja'],
    ['สภาเทศบาล', 'เทศบาล', 'th'],
    ['𠀀𠀁字', '𠀁字', 'zh'],
  ])('%s and %s share one', (one, other, language) => {
    expect(share(one, other, language)).toBe(true);
  });

  it.each(['1,500', '1.500', '1’500', '1\u00a0500', '1\u202f500', '$1,500.75', 'at 1,500, or more'])(
    '%s is the number 1500',
    (text) => expect([share(text, '1500'), share(text, '500')]).toEqual([true, false]),
  );

  it.each(['192.168.1.100', '1,50', '1,5000', '2020-21', '1.234.56', '0.125', '1, 500'])(
    '%s is no other number',
    (text) => expect(tokenise(text)).toEqual(text.match(/\d+/g)),
  );

  it.each([
    ['email', 'E-Mail'],
    ['mail', 'e-mail'],
    ['login', 'log-in'],
    ['Log-ins', 'logins'],
    ['covid19', 'COVID‑19'],
    ['ubahn', 'U-Bahn'],
  ])('%s and %s share one, either way round', (one, other) =>
    expect([share(one, other), share(other, one)]).toEqual([true, true]),
  );

  it('a word of long parts is its parts', () => {
    expect(tokenise('well-known state-of-the-art 市-会')).toEqual([
      'well',
      'known',
      'state',
      'of',
      'the',
      'art',
      '市',
      '会',
      'stateof',
    ]);
  });

  it.each([
    ['река', 'рука', 'ru'],
    ['cat', 'car', 'en'],
    ['Town9x', 'Town96', 'en'],
    ['123456', '123457', ''],
    ['กา', 'กี', 'th'],
    ['市会', '会市', 'zh'],
    ['की', 'के', 'hi'],
  ])('%s and %s share none', (one, other, language) => {
    expect(share(one, other, language)).toBe(false);
  });

  it('guesses English by its small words, and nothing else', () => {
    expect(guessLanguage(plain('The council met on Tuesday to talk of the bridge and the school.'))).toBe('en');
    expect(guessLanguage(plain('Der Rat traf sich am Dienstag und sprach in Ruhe von der Brücke.'))).toBe('');
    expect(guessLanguage(plain('市议会周二开会。'))).toBe('');
  });
});

it('tones tell words of Vietnamese apart, and words without them are found too', async () => {
  const list = ['Cây mạ mọc trên ruộng.', 'Má tôi nấu cơm.', 'Con ma trong nhà.'];
  expect(await found(list, 'má', 'vi')).toEqual([list[1], expect.anything(), expect.anything()]);
  expect(await found(list, 'mạ', 'vi')).toEqual([list[0], expect.anything(), expect.anything()]);
  expect(await found(list, 'ruong', 'vi')).toEqual([list[0]]);
});

describe('whatever the page and the question', () => {
  const page = markdown().map((text) => splitIntoPassages(text));
  const query = fc.oneof(markdown(), fc.string(), fc.constantFrom('river', '市议', 'the', ''));

  it('finds only passages that share a key, the best first, each once, as many as asked for', async () => {
    await fc.assert(
      fc.asyncProperty(page, query, fc.integer({ min: 0, max: 8 }), async (passages, asked, limit) => {
        const hits = (await createIndex(passages, 'en')).search(asked, limit);
        const all = (await createIndex(passages, 'en')).search(asked, passages.length);
        expect(hits).toEqual(all.slice(0, limit));
        expect(new Set(all.map(({ passage }) => passage.id)).size).toBe(all.length);
        for (const [i, { passage, score }] of all.entries()) {
          expect(score).toBeGreaterThan(0);
          expect(score).toBeLessThanOrEqual(all[i - 1]?.score ?? score);
          expect(share(asked, [passage.text, ...passage.path].join('\n'), 'en')).toBe(true);
        }
      }),
    );
  });

  it('gives the same whether passages are there at first or are added', async () => {
    await fc.assert(
      fc.asyncProperty(page, query, fc.nat(), async (passages, asked, cut) => {
        const at = cut % (passages.length + 1);
        const index = await createIndex(passages.slice(0, at), 'en');
        await index.add(passages.slice(at));
        expect(index.search(asked, 8)).toEqual((await createIndex(passages, 'en')).search(asked, 8));
      }),
    );
  });

  it('finds a passage by its own words', async () => {
    await fc.assert(
      fc.asyncProperty(page, fc.nat(), async (passages, pick) => {
        const wanted = passages[pick % Math.max(1, passages.length)];
        const words = wanted?.text.match(/\b(?:river|market|people|were|years|bold|link)\b/g) ?? [];
        fc.pre(wanted !== undefined && words.length > 0);
        const hits = (await createIndex(passages, '')).search(words.slice(0, 100).join(' '), passages.length);
        expect(hits.map(({ passage }) => passage.id)).toContain(wanted.id);
      }),
    );
  });

  it('counts occurrences as one would by hand', () => {
    const text = fc.array(fc.constantFrom('a', 'A', 'b', 'cé', 'ce', '字', 'constructor', '__proto__'), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 30 }), (texts) => {
        const postings = new Postings('');
        for (const tokens of texts) postings.add(tokens);
        for (const key of ['=a', '=ce', '字', '=constructor', '=__proto__', '=absent']) {
          const counts = texts.map(
            (tokens) => tokens.flatMap((token) => getTokenKeys(token, '')).filter((k) => k === key).length,
          );
          expect([...postings.getOccurrences(key)].sort(([a], [b]) => a - b)).toEqual(
            [...counts.entries()].filter(([, count]) => count > 0),
          );
        }
        expect(postings.lengths).toEqual(
          texts.map((tokens) => tokens.flatMap((token) => getTokenKeys(token, '')).length),
        );
      }),
    );
  });
});

describe('search', () => {
  it('puts the passage about it first', async () => {
    const list = [
      'The bridge was built in 1957 by two brothers.',
      'The brothers later moved to the capital.',
      'A bridge needs paint every ten years.',
    ];
    expect((await found(list, 'When was the bridge built?'))[0]).toBe(list[0]);
  });

  it('counts the words of the headings above', async () => {
    const passages = splitIntoPassages(
      '# Travel\n\n## Ferries\n\nThey leave at nine.\n\n## Trains\n\nThey leave at ten.',
    );
    const index = await createIndex(passages, 'en');
    expect(index.search('When do trains leave?', 1)[0]?.passage.path).toEqual(['Travel', 'Trains']);
  });

  it('does not look into the addresses of links', async () => {
    expect(await found(['See [the map](https://a.example/harbour).', 'The harbour is closed.'], 'harbour')).toEqual([
      'The harbour is closed.',
    ]);
  });

  it('finds numbers and hyphenated words however they are written', async () => {
    const list = ['It costs $1,500 a month.', 'Write an e-mail to the office.'];
    expect(await found(list, '1500')).toEqual([list[0]]);
    expect(await found(list, 'email')).toEqual([list[1]]);
    expect(await found(['It costs 1500 dollars.'], '1,500')).toHaveLength(1);
  });

  it('finds nothing where nothing is', async () => {
    expect(await found([], 'bridge')).toEqual([]);
    expect(await found(['The bridge.'], 'Ofen?')).toEqual([]);
    expect(await found(['The bridge.'], ' ?! ')).toEqual([]);
  });

  it('stops when told to', async () => {
    await expect(createIndex(plain('Word.'), '', AbortSignal.abort(new Error('stop')))).rejects.toThrow('stop');
  });
});
