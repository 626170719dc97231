import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createIndex } from '../../../../src/lib/pipeline/retrieval/bm25.ts';
import { createSoundIndex } from '../../../../src/lib/pipeline/retrieval/names-by-sound.ts';

const NAMES = ['Tesla', 'Luther', 'Marconi', 'Warsaw', 'Chopin', 'Genghis', 'Normans', 'America', 'Victoria'];
const find = createSoundIndex(() => [...NAMES, 'tassel', 'marking', 'Ross', 'Лондон']);

describe('a name in another script', () => {
  it.each([
    ['Тесла', 'Tesla'],
    ['Теслы', 'Tesla'],
    ['تسلا', 'Tesla'],
    ['टेस्ला', 'Tesla'],
    ['Τέσλα', 'Tesla'],
    ['Лютером', 'Luther'],
    ['لوثر', 'Luther'],
    ['लूथर', 'Luther'],
    ['Маркони', 'Marconi'],
    ['Варшаве', 'Warsaw'],
    ['Шопен', 'Chopin'],
    ['нормандцы', null],
    ['Норманны', 'Normans'],
    ['Америке', 'America'],
    ['أمريكا', 'America'],
    ['विक्टोरिया', 'Victoria'],
    ['London', 'Лондон'],
    ['Рим', null],
    ['сколько', null],
    ['华沙', null],
  ])('%s is found as %s', (asked, name) => {
    expect(find(asked)).toEqual(name === null ? [] : [name]);
  });

  it('is never a word of the same script, nor one in small letters', () => {
    const letters = fc.constantFrom(...Array.from('abcdeklmnorstuxyABKLMNАБВКЛМНОРСТабвклмнорст'));
    const words = fc.array(fc.string({ unit: letters, minLength: 1, maxLength: 9 }), { maxLength: 30 });
    fc.assert(
      fc.property(words, fc.string({ unit: letters, maxLength: 9 }), (all, word) => {
        for (const other of createSoundIndex(() => all)(word)) {
          expect(/^[a-z]/i.test(other)).not.toBe(/^[a-z]/i.test(word));
          expect(other[0]).toBe(other[0]?.toUpperCase());
        }
      }),
    );
  });

  it('leads to the passage that has it', async () => {
    const passages = ['Nikola Tesla was born in 1856.', 'Martin Luther was a monk.', 'The tassel is red.'];
    const index = await createIndex(
      passages.map((text) => ({ text, path: [] })),
      'en',
    );
    const best = (query: string) => index.search(query, 1)[0]?.passage.text;
    expect(best('Где родился Тесла?')).toBe(passages[0]);
    expect(best('من هو لوثر؟')).toBe(passages[1]);
    expect(best('Какого цвета кисточка?')).toBeUndefined();
  });
});
