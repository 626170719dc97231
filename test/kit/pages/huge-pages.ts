/**
 * Pages that are too big to keep as files: a book of any length, a tower of elements, a word without end.
 * The one rule: the same arguments give the same bytes.
 */
const OPENERS = ['In the spring of', 'By the end of', 'Throughout', 'Early in', 'After the floods of', 'Until'];
const ACTORS = [
  'the harbour board',
  'the parish clerk',
  'the keeper of the lock',
  'the surveyor',
  'the school council',
  'the ferry company',
  'the widow at the mill',
  'the town engineer',
];
const VERBS = ['recorded', 'measured', 'rejected', 'repaired', 'paid for', 'inspected', 'postponed', 'rebuilt'];
const THINGS = [
  'the northern sluice',
  'the road over the marsh',
  'eleven iron lamps',
  'the bell tower',
  'the registers of births',
  'a bridge of two spans',
  'the quay wall',
  'the drains below the market',
];
const REASONS = [
  'because the water had risen twice in one week',
  'although nobody had asked for it',
  'and charged the cost to the next year',
  'so that the carts could pass in winter',
  'which the bishop had forbidden',
  'since the old one had been sold for scrap',
  'before the auditors came back',
  'and found the sum to be correct',
];

/** A generator of numbers in [0, n): xorshift32, so that no run differs from the last. */
function dice(seed: number): (n: number) => number {
  let state = seed | 1;
  return (n) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % n;
  };
}

/** What section `n` (from 1) says and no other does; for tests that ask whether a part was read. */
export const sectionMark = (n: number): string =>
  `Ledger entry ${String(n)} closes the account of volume ${String(n)}.`;

/**
 * A book of at least `strings` words, in sections of about 400, each with its own heading and mark. The markup is as heavy
 * as an editor's output is: 160,000 words make more than 3 MB.
 */
export function bookPage(words: number): string {
  const roll = dice(20_240_611);
  const pick = (list: readonly string[]) => list[roll(list.length)] ?? '';
  let written = 0;
  let sentences = 0;
  const span = (text: string) => {
    written += text.split(' ').length;
    sentences += 1;
    return (
      `<span class="sentence sentence--body align-justify" data-sentence-id="chronicle-of-lower-vass-${String(sentences)}" ` +
      `data-source="transcript/volume/folio/${String(sentences)}/recto" data-revision="2023-04-17T09:30:00Z" ` +
      `style="font-variant-ligatures:common-ligatures;hanging-punctuation:first">${text}</span>`
    );
  };
  const sentence = () =>
    span(
      `${pick(OPENERS)} ${String(1700 + roll(240))}, ${pick(ACTORS)} ${pick(VERBS)} ${pick(THINGS)} ${pick(REASONS)}.`,
    );
  const sections: string[] = [];
  for (let n = 1; written < words; n += 1) {
    const paragraphs = Array.from(
      { length: 4 },
      () => `<p class="prose">${Array.from({ length: 5 }, sentence).join(' ')}</p>`,
    );
    sections.push(
      `<section id="v${String(n)}"><h2>Volume ${String(n)}</h2>${paragraphs.join('\n')}<p>${span(sectionMark(n))}</p></section>`,
    );
  }
  return shell('Chronicle of Lower Vass', `<article><h1>Chronicle of Lower Vass</h1>${sections.join('\n')}</article>`);
}

/** `depth` elements inside one another, with an article at the bottom; the parser itself stops nesting at 512. */
export function deepPage(depth: number): string {
  const story =
    '<h1>At the bottom of the stairs</h1>' +
    '<p>Whoever reaches the bottom of these stairs finds a chair, a lamp and a book, and most people find that enough.</p>' +
    '<p>The lamp is lit by the last visitor for the next one, a custom that nobody began and that has not yet failed.</p>' +
    '<p>Going up again takes longer, since one knows by then how many steps there are.</p>';
  return shell('At the bottom of the stairs', `${'<div>'.repeat(depth)}${story}${'</div>'.repeat(depth)}`);
}

/** An article with one word of `length` letters in its middle paragraph. */
export function longWordPage(length: number): string {
  return shell(
    'The longest word',
    '<article><h1>The longest word</h1>' +
      '<p>The dictionary of the valley has nine volumes, of which the last eight hold a single entry. Its editors were paid by the letter.</p>' +
      `<p>It begins ${'valleyfolk'.repeat(Math.ceil(length / 10)).slice(0, length)} and is thought to mean a kind of cheese.</p>` +
      '<p>Nobody has used it in conversation, except once, in an attempt to keep a guest from leaving.</p></article>',
  );
}

const shell = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>`;
