/** Times of the token counter, with js-tiktoken beside it in the same run where it finishes. */
import { readFileSync } from 'node:fs';
import { Tiktoken } from 'js-tiktoken/lite';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { createBpe, type Bpe } from '../../../src/lib/models/tokens/bpe.ts';
import { readRanks } from '../../../src/lib/models/tokens/ranks.ts';
import type { Figure } from '../figure.ts';
import { runAtOnce } from '../../kit/base/run-at-once.ts';

const packed = new URL('../../../public/tok/o200k_base.bin', import.meta.url);

/** 100 KB of text: its sentences in a fixed pseudo-random order, so that no cache of pieces helps more than in prose. */
function prose(sentences: readonly string[], bytes = 100_000): string {
  let text = '';
  for (let size = 0, state = 1; size < bytes;) {
    state = (state * 48_271) % 0x7fffffff;
    const sentence = sentences[state % sentences.length] ?? '';
    text += sentence;
    size += new TextEncoder().encode(sentence).length;
  }
  return text;
}

const TEXTS = {
  English: prose([
    'The harbour master counted eleven fishing boats before breakfast, and wrote none of it down. ',
    'Nobody could explain why the thermometer in the old greenhouse kept running four degrees high. ',
    'Without irrigation (and, in 1987, without any rain at all) the valley grew nothing but thistles. ',
    'Her dictionary defined "threshold" three times; she preferred the second. ',
  ]),
  Chinese: prose([
    '港务局长在早餐前数了十一艘渔船，却什么也没有记录下来。',
    '没有人能解释为什么旧温室里的温度计总是高出四度。',
    '如果没有灌溉，山谷里除了蓟草之外什么都长不出来。',
  ]),
  Japanese: prose([
    '港長は朝食の前に漁船を十一隻数えたが、何も書き留めなかった。',
    '古い温室の温度計がなぜいつも四度高いのか、誰にも説明できなかった。',
    '灌漑がなければ、谷にはアザミのほかに何も育たない。',
  ]),
};

/** What a call gives, and the milliseconds it took. */
function timed<T>(work: () => T): [T, number] {
  const began = performance.now();
  const value = work();
  return [value, performance.now() - began];
}

const time = (work: () => unknown): number => timed(work)[1];

function median(times: number, work: () => unknown): number {
  const taken = Array.from({ length: times }, () => time(work)).sort((a, b) => a - b);
  return taken[taken.length >> 1] ?? NaN;
}

/** Longest stretch between two yields of a count, in milliseconds. */
function longestSlice(work: Generator<undefined, number>): number {
  let longest = 0;
  for (;;) {
    const [step, took] = timed(() => work.next());
    longest = Math.max(longest, took);
    if (step.done) return longest;
  }
}

export function tokensBench(): Promise<Figure[]> {
  const figures: Figure[] = [];
  const add = (name: string, value: number, against?: Figure['against'], unit = 'ms'): void => {
    figures.push({ name: `tokens: ${name}`, value, unit, ...(against && { against }) });
  };

  const [bpe, load] = timed(() => createBpe(runAtOnce(readRanks(new Uint8Array(readFileSync(packed))))));
  const [peer, peerLoad] = timed(() => new Tiktoken(o200k));
  add('read and build the table', load, { name: 'js-tiktoken', value: peerLoad });

  for (const [language, text] of Object.entries(TEXTS)) {
    const ours = runAtOnce(bpe.countInSlices(text));
    const theirs = peer.encode(text, [], []).length;
    if (ours !== theirs) throw new Error(`${language}: ${ours} tokens, js-tiktoken says ${theirs}.`);
  }
  for (const [language, text] of Object.entries(TEXTS)) {
    const theirs = median(3, () => peer.encode(text, [], []));
    add(
      `100 KB of ${language}`,
      median(9, () => runAtOnce(bpe.countInSlices(text))),
      { name: 'js-tiktoken', value: theirs },
    );
  }

  const letters = 'a'.repeat(100_000);
  const published = { name: 'gpt-tokenizer, published', value: 24_000 };
  add(
    '100 KB of one letter',
    median(3, () => runAtOnce(bpe.countInSlices(letters))),
    published,
  );
  add(
    '1 MB of one letter',
    time(() => runAtOnce(bpe.countInSlices(letters.repeat(10)))),
  );
  add('longest slice, 1 MB of one letter', longestSlice(bpe.countInSlices(letters.repeat(10))));

  const english = TEXTS.English.slice(0, 20_000);
  add('20 KB stream, counted after every 4 characters', countSteps(english, bpe), {
    name: 'recounting each time',
    value: recountSteps(english, bpe),
  });
  for (const [name, unit] of Object.entries(UNBROKEN))
    add(
      `20 KB stream of ${name}, counted after every 4 characters`,
      countSteps(unit.repeat(20_000 / utf8Length(unit)), bpe),
    );
  return Promise.resolve(figures);
}

/** Text that a piece cannot end in. */
const UNBROKEN = {
  'one letter': 'a',
  kana: 'ひらがなとカタカナ',
  Chinese: '港务局长在早餐前数了十一艘渔船却什么也没有记录下来',
};
const utf8Length = (text: string): number => new TextEncoder().encode(text).length;

/** Milliseconds of all counts of a text that comes in steps of four characters. */
function countSteps(text: string, bpe: Bpe): number {
  const stream = bpe.stream();
  return time(() => {
    for (const delta of splitInFours(text)) {
      stream.append(delta);
      runAtOnce(stream.countInSlices());
    }
  });
}

const splitInFours = (text: string): string[] =>
  Array.from({ length: text.length / 4 }, (_, i) => text.slice(4 * i, 4 * i + 4));

function recountSteps(text: string, bpe: Bpe): number {
  return time(() => {
    let whole = '';
    for (const delta of splitInFours(text)) runAtOnce(bpe.countInSlices((whole += delta)));
  });
}
