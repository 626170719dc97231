import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import type { Nodes } from 'mdast';
import { describe, expect, it } from 'vitest';
import { createExtractiveModel } from '../../../../src/lib/models/extractive/extractive-model.ts';
import type { ModelEvent, ModelTask } from '../../../../src/lib/models/model.ts';
import { splitSentences } from '../../../../src/lib/pipeline/text/sentences.ts';
import { countWords } from '../../../../src/lib/pipeline/text/terms.ts';
import { counterOf } from '../../../kit/base/counter.ts';
import { markdown } from '../../pipeline/text/arbitraries.ts';

const tokens = counterOf((text) => (text.match(/[\p{L}\p{N}]{1,4}|[^\p{L}\p{N}\s]|\n+/gu) ?? []).length);
const model = createExtractiveModel(tokens);
/** A property on a busy machine, in milliseconds. */
const PATIENCE = 60_000;
const TASKS: readonly ModelTask[] = ['summarise', 'condense', 'combine'];

interface Asked {
  readonly task?: ModelTask;
  readonly max?: number;
  readonly title?: string;
  readonly language?: string;
  readonly signal?: AbortSignal;
}

function stream(text: string, asked: Asked = {}): AsyncIterable<ModelEvent> {
  const { task = 'summarise', max = 800, title = '', language = '', signal = new AbortController().signal } = asked;
  const document = { type: 'document', title, url: 'https://a.example/', language, text } as const;
  return model.stream({ task, maxOutputTokens: max, messages: [{ role: 'user', content: [document] }] }, signal);
}

async function all(events: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  const seen: ModelEvent[] = [];
  for await (const event of events) seen.push(event);
  return seen;
}

const textOf = (events: readonly ModelEvent[]) =>
  events.map((event) => (event.type === 'text' ? event.text : '')).join('');
const summaryOf = async (text: string, asked?: Asked) => textOf(await all(stream(text, asked)));

/** What a Markdown reader shows: one string per paragraph, heading, cell. The independent judge of the engine's own reading. */
function shown(source: string): readonly string[] {
  const lines: string[] = [];
  const inline = (node: Nodes): string => {
    if (node.type === 'text' || node.type === 'inlineCode') return node.value;
    if (node.type === 'break') return ' ';
    if (node.type === 'html') return '';
    if (node.type === 'footnoteReference' || node.type === 'image') return '';
    return 'children' in node ? node.children.map(inline).join('') : '';
  };
  const walk = (node: Nodes): void => {
    if (node.type === 'code' || node.type === 'html') return;
    if (['paragraph', 'heading', 'tableCell'].includes(node.type)) lines.push(inline(node).replace(/\s+/g, ' ').trim());
    else if ('children' in node) node.children.forEach(walk);
  };
  walk(fromMarkdown(source, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }));
  return lines.filter((line) => line !== '');
}

/** Letters and digits alone: where a mark is text and where it is markup is the reader's business. */
const squeeze = (text: string) => text.replace(/\[\^[^\]]*\]/g, '').replace(/[^\p{L}\p{N}]+/gu, '');

describe('whatever the text', () => {
  it(
    'shows only words of the text, in whole pieces',
    async () => {
      await fc.assert(
        fc.asyncProperty(markdown(), fc.constantFrom(...TASKS), async (text, task) => {
          const source = squeeze(shown(text).join(' '));
          for (const event of await all(stream(text, { task }))) {
            if (event.type !== 'text') continue;
            for (const line of shown(event.text.replace(/^ /, ''))) {
              for (const piece of line.split(' · ')) expect(source).toContain(squeeze(piece));
            }
          }
        }),
        { numRuns: 100 },
      );
    },
    PATIENCE,
  );

  it(
    'says the same for the same, within the bound, and ends once',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          markdown(),
          fc.constantFrom(...TASKS),
          fc.integer({ min: 1, max: 120 }),
          async (text, task, max) => {
            const events = await all(stream(text, { task, max, title: 'A title' }));
            expect(events.filter(({ type }) => type !== 'text')).toHaveLength(1);
            const end = events.at(-1);
            expect(end?.type).toMatch(/^(?:done|error)$/);
            const said = textOf(events);
            expect(await tokens.count(said)).toBeLessThanOrEqual(max);
            expect(said === '').toBe(end?.type === 'error');
            if (end?.type === 'done') {
              expect(end.finish).toBe('stop');
              expect(end.usage).toEqual({ input: await tokens.count(text), output: await tokens.count(said) });
            }
            expect(await all(stream(text, { task, max, title: 'A title' }))).toEqual(events);
          },
        ),
        { numRuns: 100 },
      );
    },
    PATIENCE,
  );

  it(
    'ends with aborted when it is stopped, at any event',
    async () => {
      await fc.assert(
        fc.asyncProperty(markdown(), fc.nat({ max: 12 }), async (text, at) => {
          const stop = new AbortController();
          if (at === 0) stop.abort();
          const seen: ModelEvent[] = [];
          for await (const event of stream(text, { signal: stop.signal })) {
            seen.push(event);
            if (seen.length === at) stop.abort();
          }
          const texts = seen.filter(({ type }) => type === 'text').length;
          if (at <= texts) expect(seen.at(-1)).toEqual({ type: 'aborted' });
          expect(seen.filter(({ type }) => type !== 'text')).toHaveLength(1);
        }),
      );
    },
    PATIENCE,
  );
});

it('hears a stop while it is still reading a long text', async () => {
  const text = Array.from(
    { length: 6000 },
    (_, i) => `Sentence number ${i} speaks of thing ${i % 97} and of place ${i % 89}.`,
  ).join(' ');
  const stop = new AbortController();
  setImmediate(() => stop.abort());
  expect(await all(stream(text, { signal: stop.signal }))).toEqual([{ type: 'aborted' }]);
});

it('turns a counter that fails into an error', async () => {
  const broken = createExtractiveModel(counterOf(() => Promise.reject(new Error('no ranks'))));
  const document = { type: 'document', title: '', url: '', language: '', text: 'One sentence stands here.' } as const;
  const events = await all(
    broken.stream(
      { task: 'summarise', maxOutputTokens: 9, messages: [{ role: 'user', content: [document] }] },
      new AbortController().signal,
    ),
  );
  expect(events).toMatchObject([{ type: 'error', failure: { code: 'internal', retryable: false } }]);
});

describe('a text with nothing to quote', () => {
  it.each(['', ' \n\n ', '```js\nconst a = 1;\n```', '![a](b.png)', '---'])('says so: %j', async (text) => {
    const [event] = await all(stream(text));
    expect(event).toMatchObject({ type: 'error', failure: { code: 'model.nothing-to-summarise', retryable: false } });
  });

  it('names the bound when no sentence fits', async () => {
    const [event] = await all(stream('A sentence of some length, which needs a little room.', { max: 3 }));
    expect(event).toMatchObject({ type: 'error', failure: { code: 'model.output-too-small' } });
  });
});

const FILLER = (seed: string) =>
  Array.from(
    { length: 6 },
    (_, i) => `The ${seed} has part ${i}, which matters to its owner in the year ${1990 + i}.`,
  ).join(' ');

it('gives a very short text as it is', async () => {
  expect(await summaryOf('Rain fell on [Tuesday](u). The **river** rose.[^1]')).toBe(
    'Rain fell on Tuesday. The river rose.',
  );
});

it('opens with the title and the text, then gives points in order, without headings', async () => {
  const parts = ['# Boats', STORY.slice(0, 12).join(' '), '## Sails', STORY.slice(12).join(' ')];
  const said = await summaryOf(parts.join('\n\n'), { title: 'Boats' });
  expect(said).toMatch(/^\*\*Boats\*\*\n\n\S/);
  const points = said.split('\n').filter((line) => line.startsWith('- '));
  const places = points.map((point) => STORY.indexOf(point.slice(2)));
  expect(places.length).toBeGreaterThanOrEqual(1);
  expect(places).not.toContain(-1);
  expect([...places].sort((x, y) => x - y)).toEqual(places);
  expect(said).not.toContain('Sails\n');
});

const NOUNS = 'harbour bakery museum orchard railway theatre garden library market bridge tower school'.split(' ');
/** Sentences that have little in common. */
const STORY = NOUNS.flatMap((noun, i) => [
  `Every ${noun} near town ${i} keeps ${i + 7} ${noun}ers busy.`,
  `In spring the mayor paints one ${noun} ${['red', 'blue', 'green'][i % 3] ?? ''} with ${i + 40} litres of colour.`,
]);

describe('a summary', () => {
  const sentence = fc.constantFrom(
    ...STORY,
    ...STORY.map((line) => `It ${line.slice(0, 1).toLowerCase()}${line.slice(1)}`),
  );
  const notices = [
    'Photo: Jane Doe / Getty Images.',
    'By Jane Doe, Staff Writer',
    'We may earn a commission if you buy through our affiliate links.',
    'Subscribe to our newsletter for more stories like these.',
    'We use cookies to improve your experience on this website.',
    'He said: “Nothing of this was',
  ];
  const pages = fc
    .array(
      fc.oneof(
        fc.array(sentence, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(...notices).map((line) => [line]),
      ),
      {
        minLength: 1,
        maxLength: 12,
      },
    )
    .map((paragraphs) => paragraphs.map((lines) => lines.join(' ')).join('\n\n'));
  const lineOf = (text: string) =>
    text
      .split('\n')
      .map((line) => line.replace(/^- /, ''))
      .filter((line) => line !== '');

  it(
    'has at most 150 words or 15 % of the page, or three sentences, and none of them twice',
    async () => {
      await fc.assert(
        fc.asyncProperty(pages, async (text) => {
          const said = await summaryOf(text, { language: 'en' });
          const sentences = lineOf(said).flatMap((line) => splitSentences(line, 'en'));
          const limit = Math.min(150, Math.floor(0.15 * countWords(text)));
          expect(countWords(said) <= limit || sentences.length <= 3).toBe(true);
          expect(new Set(sentences).size).toBe(sentences.length);
        }),
      );
    },
    PATIENCE,
  );

  it(
    'has no notice and no half quote where there is something else, and no sentence that leans on one that is not shown',
    async () => {
      await fc.assert(
        fc.asyncProperty(pages, fc.shuffledSubarray(STORY, { minLength: 4, maxLength: 4 }), async (text, own) => {
          const page = `${own.join(' ')}\n\n${text}`;
          const said = await summaryOf(page, { language: 'en' });
          expect(notices.filter((notice) => said.includes(notice))).toEqual([]);
          for (const line of lineOf(said)) {
            const [first = '', ...others] = splitSentences(line, 'en');
            if (first.startsWith('It ')) expect(said.split('\n- ').length).toBeGreaterThan(1);
            for (const [i, sentence] of others.entries())
              if (sentence.startsWith('It ')) expect(page).toContain(`${[first, ...others][i] ?? ''} ${sentence}`);
          }
        }),
      );
    },
    PATIENCE,
  );
});

it('puts the title above', async () => {
  const said = await summaryOf('It weighs 300 g and costs little. It is blue.', { title: 'Nikon D750 camera' });
  expect(said).toBe('**Nikon D750 camera**\n\nIt weighs 300 g and costs little. It is blue.');
});

it('keeps the steps of a how-to in notes on a part, numbered and whole', async () => {
  const steps = [
    'Open the case with a screwdriver.',
    'Take out the old battery.',
    'Put in the new battery.',
    'Close the case.',
  ];
  const text = `# Change the battery\n\nAn old battery makes the clock slow. A new one takes five minutes.\n\n## Steps\n\n${steps.map((step, i) => `${i + 1}. ${step}`).join('\n')}`;
  expect(await summaryOf(text, { task: 'condense' })).toContain(steps.map((step, i) => `${i + 1}. ${step}`).join('\n'));
});

it('shows a table by its header, not by its cells', async () => {
  const rows = Array.from({ length: 20 }, (_, i) => `| Town ${i} | ${i * 1000} | ${i * 2} |`).join('\n');
  const said = await summaryOf(
    `# Towns\n\nThe towns grew fast.\n\n| Town | People | Trams |\n| --- | --- | --- |\n${rows}`,
  );
  expect(said).toContain('- Town · People · Trams');
  expect(said).not.toContain('Town 7');
});

it('never quotes code, and shows marks of the text as marks', async () => {
  const said = await summaryOf(
    'Set `a * b * c` to <b>1</b>. Use \\*stars\\* and 2 < 3 here.\n\n```\nThis is code. It is long.\n```',
  );
  expect(shown(said)).toEqual(['Set a * b * c to 1. Use *stars* and 2 < 3 here.']);
  expect(said).not.toContain('This is code');
});

it('condenses in order, with headings, to more than a summary holds', async () => {
  const text = ['# Boats', FILLER('boat'), '## Sails', FILLER('sail'), '## Oars', FILLER('oar')].join('\n\n');
  const notes = await summaryOf(text, { task: 'condense', max: 2000 });
  expect(notes.indexOf('## Sails')).toBeGreaterThan(notes.indexOf('# Boats'));
  expect(notes.indexOf('## Oars')).toBeGreaterThan(notes.indexOf('## Sails'));
  expect(notes.length).toBeGreaterThan((await summaryOf(text)).length);
  expect(await summaryOf(notes, { task: 'combine' })).toMatch(/^(?:\*\*|The )/);
});

it.each([
  ['zh', '市议会周二召开会议讨论新的公园。市长表示公园将在明年春天开放。居民对此表示欢迎。'],
  ['ja', '市議会は火曜日に新しい公園について話し合った。市長は来春に公園が開くと述べた。住民は歓迎した。'],
  ['ru', 'Совет собрался во вторник. Мэр сказал, что парк откроют весной. Жители рады.'],
  ['ar', 'اجتمع المجلس يوم الثلاثاء. قال العمدة إن الحديقة ستفتح في الربيع. رحب السكان بذلك.'],
  ['th', 'สภาเทศบาลประชุมเมื่อวันอังคาร นายกเทศมนตรีกล่าวว่าสวนจะเปิดในฤดูใบไม้ผลิ'],
])('reads %s', async (language, text) => {
  expect(await summaryOf(text, { language })).toBe(text);
});
