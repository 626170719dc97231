import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composeNearest, isNoAnswer } from '../../../../src/lib/models/extractive/answer.ts';
import { createExtractiveModel } from '../../../../src/lib/models/extractive/extractive-model.ts';
import { alignQuote } from '../../../../src/lib/pipeline/cite/align.ts';
import { checkQuotes } from '../../../../src/lib/pipeline/cite/check-quotes.ts';
import { createIndex } from '../../../../src/lib/pipeline/retrieval/bm25.ts';
import { splitIntoPassages } from '../../../../src/lib/pipeline/text/passages.ts';
import { openSource } from '../../../../src/lib/pipeline/cite/source.ts';
import type { DocumentPart, ModelEvent, ModelMessage } from '../../../../src/lib/models/model.ts';
import { counterOf } from '../../../kit/base/counter.ts';
import { markdown } from '../../pipeline/text/arbitraries.ts';

const tokens = counterOf((text) => (text.match(/[\p{L}\p{N}]{1,4}|[^\p{L}\p{N}\s]|\n+/gu) ?? []).length);
const model = createExtractiveModel(tokens);

const document = (text: string, language = ''): DocumentPart => ({
  type: 'document',
  title: 'Page',
  url: 'https://a.example/',
  language,
  text,
});
const user = (text: string, ...documents: DocumentPart[]): ModelMessage => ({
  role: 'user',
  content: [...documents, { type: 'text', text }],
});

async function events(messages: readonly ModelMessage[], max = 500, signal = new AbortController().signal) {
  const seen: ModelEvent[] = [];
  for await (const event of model.stream({ task: 'answer', maxOutputTokens: max, messages }, signal)) seen.push(event);
  return seen;
}

const textOf = (seen: readonly ModelEvent[]) => seen.map((event) => (event.type === 'text' ? event.text : '')).join('');
const ask = async (question: string, texts: readonly string[], language = '', max?: number) =>
  textOf(await events([user(question, ...texts.map((text) => document(text, language)))], max));

const BRIDGE = `The bridge crosses the river at Holm. It was built in 1957 by two brothers from the north.

Nobody paid a toll on it after 1980. Painters repaint the railings every ten years.`;

describe('an answer', () => {
  it('begins with the sentence that bears on the question most', async () => {
    expect(await ask('Who built the bridge, and when was it built?', [BRIDGE], 'en')).toMatch(
      /^- It was built in 1957 by two brothers from the north\.(?:\n|$)/,
    );
    expect(await ask('How often are the railings painted?', [BRIDGE], 'en')).toMatch(/^- Painters repaint/);
  });

  it.each([
    ['zh', '市议会什么时候开会？', '市议会每周二开会。学校今年有三百名学生。', '- 市议会每周二开会。'],
    [
      'de',
      'Wann tagt der Stadtrat?',
      'Der Stadtrat tagt am Dienstag. Die Schule hat 300 Schüler.',
      '- Der Stadtrat tagt',
    ],
    ['ru', 'Когда построили мост?', 'Школа закрыта летом. Мост построен в 1957 году.', '- Мост построен в 1957'],
    ['ar', 'متى بُني الجسر؟', 'المدرسة مغلقة في الصيف. بني الجسر عام 1957.', '- بني الجسر عام 1957'],
  ])('is found in %s', async (language, question, page, start) => {
    expect((await ask(question, [page], language)).startsWith(start)).toBe(true);
  });

  it.each([
    ['Who built the bridge?', 'The page doesn’t say.'],
    ['Who designed the bridge?', '- The bridge got its design from Anna Berg.'],
    ['Who pays for the railings?', '- The council pays for the railings.'],
    ['By whom was the bridge built?', 'The page doesn’t say.'],
  ])('names a person or a body where it is asked who: %s', async (question, wanted) => {
    const page =
      'The bridge was built in 1957 in May. The bridge got its design from Anna Berg. The council pays for the railings.';
    expect((await ask(question, [page], 'en')).split('\n')[0]).toBe(wanted);
  });

  it('quotes a table’s row', async () => {
    const table = '| Plan | Price |\n| --- | --- |\n| Free | nothing |\n| Team | 12 euros |';
    expect(await ask('What does the Team plan cost?', [table], 'en')).toMatch(/^- Team · 12 euros/);
  });

  it('quotes the row that is asked for from a table of any length, with a chip for its own words', async () => {
    const towns = Array.from({ length: 60 }, (_, i) => `| Town${i} | ${10_000 + 37 * i} | the river and its bridge |`);
    const page = `# Towns\n\n| Town | People | Note |\n| --- | --- | --- |\n${towns.join('\n')}\n| 〃 | 77 | of old |`;
    const passages = splitIntoPassages(page, 'en').map(({ shown, path }) => ({ text: shown, path }));
    for (const town of [3, 36, 58]) {
      const question = `How many people live in Town${town}?`;
      const found = (await createIndex(passages, 'en')).search(question, 5).map(({ passage }) => passage.text);
      const answer = await ask(question, found, 'en');
      expect(answer.split('\n')[0]).toBe(`- Town${town} · ${10_000 + 37 * town} · the river and its bridge`);
      const [row] = await checkQuotes(answer, [openSource(page, 'en')], { form: 'sentences' });
      expect(row?.alignment.place?.exact).toBe(`Town${town} ${10_000 + 37 * town} the river and its bridge`);
    }
  });

  it('quotes a question of the page with what it says to it', async () => {
    const page =
      'Who may cancel?\n\nEveryone who paid.\n\nHow do I cancel my order? Write to us within a week. Thank you.';
    expect(await ask('How can I cancel an order?', [page], 'en')).toMatch(
      /^- How do I cancel my order\? Write to us within a week\.(?:\n|$)/,
    );
  });

  it.each([
    ['What is the capacity?', '# Kettle\n\n**Capacity**\n1.7 litres\n\n**Power**\n2200 watts', 'Capacity 1.7 litres'],
    ['What is the capacity?', '# Kettle\n\nCapacity\n\n1.7 litres\n\nPower\n\n2200 watts', 'Capacity 1.7 litres'],
    [
      'What do I need to bring?',
      'You need to bring:\n\n- Passport\n- Two photos\n\nThe office is open daily.',
      'You need to bring: Passport · Two photos',
    ],
  ])('quotes a label with its value, and a line that leads on with the items: %s', async (question, page, quote) => {
    expect((await ask(question, [page], 'en')).split('\n')[0]).toBe(`- ${quote}`);
    const { verdict } = alignQuote(quote, [openSource(page, 'en')], '', 'close');
    expect(['verbatim', 'close']).toContain(verdict);
  });

  it('answers by the best sentence of the asked kind, though others have more of the question', async () => {
    const page =
      'The error in the tide record of the quay was never seen by the port. The tide record has an error. Two brothers found that one tide was wrong.';
    const answer = await ask('Who found the error in the tide record of the quay?', [page], 'en');
    expect(answer).toBe('- Two brothers found that one tide was wrong.');
  });

  it('finds a sentence by the label above it, which is no part of the quote', async () => {
    const page = 'Opening hours\n\nThe museum may be seen from nine to five.\n\nTickets\n\nThey are sold at the gate.';
    expect(await ask('What are the opening hours?', [page], 'en')).toMatch(
      /^- The museum may be seen from nine to five\.(?:\n|$)/,
    );
  });

  it.each([
    ['code', '```\nnpm stop\n```'],
    ['a line', '---'],
    ['a heading', '## Install'],
    ['a table', '| a | b |\n| --- | --- |\n| c | d |'],
  ])('does not let a question of the page be answered from beyond %s', async (_, between) => {
    const page = `How do I install it?\n\n${between}\n\nThen restart the machine.`;
    expect(await ask('How do I install it?', [page], 'en')).toMatch(/^- How do I install it\?(?:\n|$)/);
  });

  it('answers the last question, from passages that a tool found', async () => {
    const seen = await events([
      user('How often are the railings painted?'),
      {
        role: 'tool',
        content: [{ type: 'tool-result', id: '1', name: 'find', isError: false, content: [document(BRIDGE)] }],
      },
      user('Who built the bridge in 1957?'),
    ]);
    expect(textOf(seen)).toMatch(/^- It was built in 1957/);
  });

  it('is the same every time, and says what it cost', async () => {
    const messages = [user('When was the bridge built?', document(BRIDGE))];
    const seen = await events(messages);
    expect(seen).toEqual(await events(messages));
    expect(seen.at(-1)).toEqual({
      type: 'done',
      finish: 'stop',
      usage: { input: await tokens.count(BRIDGE), output: await tokens.count(textOf(seen)) },
    });
  });
});

describe('no answer', () => {
  it.each([
    ['another matter', 'Which enzymes digest lactose?', [BRIDGE]],
    ['no words', '?!', [BRIDGE]],
    ['no passages', 'When was the bridge built?', []],
    ['an empty page', 'When was the bridge built?', ['']],
    ['code alone', 'When was the bridge built?', ['```\nbridge.built()\n```']],
  ])('is said in words for people, and backed by nothing: %s [R11.1]', async (_, question, texts) => {
    const seen = await events([user(question, ...texts.map((text) => document(text, 'en')))]);
    expect(textOf(seen)).toBe('The page doesn’t say.');
    expect(seen.at(-1)).toMatchObject({ type: 'done', finish: 'stop' });
  });

  const TIDES =
    'Tidal power turns the energy of tides into electricity. The first large plant opened at La Rance in France in 1966. ' +
    'South Korea built the Sihwa plant with a lake. Anne Miller ran the plant of Sihwa with many engineers.';

  it.each([
    ['When was the Sihwa plant opened?', 'en'],
    ['How many engineers had the Sihwa plant?', 'en'],
  ])('is said where no sentence of the thing has a date or number: %s', async (question, language) => {
    expect(await ask(question, [TIDES], language)).toBe('The page doesn’t say.');
  });

  it('is not said where one has', async () => {
    expect(await ask('When did the plant at La Rance open?', [TIDES], 'en')).toMatch(/^- The first large plant opened/);
    const later = TIDES.replace('with a lake.', 'with a lake. The plant opened in 2011.');
    expect(await ask('When was the Sihwa plant opened?', [later], 'en')).toContain('2011');
    expect(await ask('When is the shop open?', ['The shop is open every day until noon.'], 'en')).toMatch(
      /^- The shop/,
    );
  });

  it('is said of several pages, and of a question with words of grammar that the page has', async () => {
    const other = {
      ...document('The mole is old. It is what is left of the harbour.', 'en'),
      url: 'https://b.example/',
    };
    const question = 'What is the capital of France?';
    expect(textOf(await events([user(question, document(BRIDGE, 'en'), other)]))).toBe('These pages don’t say.');
    expect(await ask(question, [BRIDGE], 'en')).toBe('The page doesn’t say.');
  });

  it('has the sentences that come closest, best first, at most three', async () => {
    const question = 'Which brothers of the king crossed the sea in 1957?';
    const nearest = await composeNearest(question, [document(BRIDGE, 'en')]);
    expect(nearest.split('\n')[0]).toBe('- It was built in 1957 by two brothers from the north.');
    expect(nearest.split('\n').length).toBeLessThanOrEqual(3);
    expect(await composeNearest('Zeppelins?', [document(BRIDGE, 'en')])).toBe('');
  });

  it('is told from having no room for one', async () => {
    const seen = await events([user('When was the bridge built?', document(BRIDGE))], 3);
    expect(seen).toMatchObject([{ type: 'error', failure: { code: 'model.output-too-small' } }]);
  });

  it('is given when stopped', async () => {
    expect(await events([user('When?', document(BRIDGE))], 500, AbortSignal.abort())).toEqual([{ type: 'aborted' }]);
  });
});

describe('whatever the passages and the question', () => {
  it('quotes the page’s own words within the bound, no line twice, and ends once', async () => {
    const squeeze = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '');
    await fc.assert(
      fc.asyncProperty(
        fc.array(markdown(), { maxLength: 4 }),
        fc.oneof(fc.constantFrom('river market people', '市议会', 'Стоит ли?'), fc.string()),
        fc.integer({ min: 1, max: 200 }),
        async (texts, question, max) => {
          const seen = await events([user(question, ...texts.map((text) => document(text)))], max);
          expect(seen.filter(({ type }) => type !== 'text')).toHaveLength(1);
          const said = textOf(seen);
          expect(said === '' || seen.at(-1)?.type === 'done').toBe(true);
          expect(await tokens.count(said)).toBeLessThanOrEqual(max);
          const lines = said === '' || isNoAnswer(said) ? [] : said.split('\n');
          expect(new Set(lines).size).toBe(lines.length);
          expect(lines.length).toBeLessThanOrEqual(5);
          const whole = squeeze(texts.join(' '));
          for (const line of lines) {
            expect(line.startsWith('- ')).toBe(true);
            const own = squeeze(line);
            expect(own).not.toBe('');
            if (!/[&<[\]!(]/.test(texts.join(''))) expect(whole).toContain(own);
          }
        },
      ),
    );
  });
});
