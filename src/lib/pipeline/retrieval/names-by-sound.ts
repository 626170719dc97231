/** Names across scripts: Тесла, تسلا and टेस्ला sound as Tesla does. Compared by their consonants, which scripts keep best. */
import { isUnspaced, removeAccents, stemWord } from './analyse.ts';

/** Letters that are written for each other, by the one that stands for them. */
const CLASSES: Readonly<Record<string, string>> = {
  b: 'bpбпπبבפपफबभ',
  f: 'fvwвфβφفव',
  t: 'tтτθتثطטתटठतथ',
  d: 'dдδدذضדडढदध',
  k: 'kcqкκقكכךקकख',
  g: 'gгγغגगघ',
  s: 'sjzсзжцчшщσςζجزسشصظזסצץשचछजझशषस',
  m: 'mмμمמםम',
  n: 'nнνنנןणनङञंँ',
  l: 'lлλلלलळ',
  r: 'rрρرרर',
};
const CLASS_BY_LETTER = new Map(
  Object.entries(CLASSES).flatMap(([name, letters]) =>
    Array.from(letters, (letter): [string, string] => [letter, name]),
  ),
);
/** Several letters that stand for one sound, or one for two. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/^ال(?=..)/, ''], // the article
  [/ph/g, 'f'],
  [/t?[cs]h|c(?=[eiy])|дж/g, 's'],
  [/[xξ]/g, 'ks'],
  [/ψ/g, 'bs'],
];
/** Fewer are shared by too many words. */
const MIN_SOUNDS = 3;

const LATIN = /^\p{Script=Latin}/u;
const SMALL = /^\p{Ll}/u;

/** Finds the words of other scripts that sound like a word. */
export type FindBySound = (word: string) => readonly string[];

/** `words`: as they are written. Names alone: a word in small letters is none. */
export function createSoundIndex(words: () => Iterable<string>): FindBySound {
  const indexes = new Map<boolean, ReadonlyMap<string, readonly string[]>>();
  return (word) => {
    const sounds = listSounds(word);
    if (sounds.length === 0) return [];
    const isLatin = !LATIN.test(word);
    const index = indexes.get(isLatin) ?? indexBySound(words(), isLatin);
    indexes.set(isLatin, index);
    return [...new Set(sounds.flatMap((sound) => index.get(sound) ?? []))];
  };
}

function indexBySound(words: Iterable<string>, isLatin: boolean): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>();
  for (const word of words)
    if (LATIN.test(word) === isLatin)
      for (const sound of listSounds(word)) index.set(sound, [...(index.get(sound) ?? []), word]);
  return index;
}

/** As it stands, and without its ending, of Latin ones an -s alone; [] if it is no name, or has too few consonants to tell it from others. */
function listSounds(word: string): readonly string[] {
  if (SMALL.test(word) || isUnspaced(word)) return [];
  const lower = word.toLowerCase();
  const sounds = [lower, LATIN.test(lower) ? lower.replace(/s$/, '') : stemWord(lower, '')].map(getSound);
  return [...new Set(sounds)].filter((sound) => sound.length >= MIN_SOUNDS);
}

function getSound(word: string): string {
  let spelt = removeAccents(word);
  for (const [letters, sound] of SPELLINGS) spelt = spelt.replace(letters, sound);
  let sounds = '';
  for (const letter of spelt) {
    const sound = CLASS_BY_LETTER.get(letter) ?? (sounds === '' ? 'a' : ''); // a vowel counts where the word begins
    if (sound !== '' && !sounds.endsWith(sound)) sounds += sound;
  }
  return sounds;
}
