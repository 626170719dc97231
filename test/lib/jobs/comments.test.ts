/** The comments on a page in a question: found where the page itself may not answer, and never taken for its words. */
import { describe, expect, it, test } from 'vitest';
import type { Article, PageReading } from '../../../src/lib/agent/ports.ts';
import { createExtractiveModel } from '../../../src/lib/models/extractive/extractive-model.ts';
import { COMMENTS } from '../../../src/lib/toolbox/page/page-artifacts.ts';
import { asksForComments } from '../../../src/lib/toolbox/page/asks-for-comments.ts';
import { listSources } from '../../../src/lib/toolbox/sources.ts';
import { agentModel, type AgentModel, type Say } from '../../kit/models/agent-model.ts';
import { articleWith, drive, modelsOf, roughCounter, specOf, stateOf, world } from '../../kit/runs/world.ts';

const MARKDOWN = 'The tide was two metres high at noon.\n\nThe harbour clock was mended in spring.';
const REMARK = 'The weir at Lowfield was closed in March.';
const COMMENTS_TEXT = `## Remarks\n\nThe tide was never two metres high, whatever they say.\n\n${REMARK}`;

function read(changes: Partial<Article> = {}): PageReading {
  const page = articleWith(MARKDOWN);
  return page.kind === 'article'
    ? { ...page, article: { ...page.article, comments: COMMENTS_TEXT, ...changes } }
    : page;
}
const find = (query: string): Say => ({ calls: [{ name: 'find_in_page', args: { reasoning: 'Look.', query } }] });
const asking = (script: readonly Say[]): AgentModel =>
  agentModel(script, { notMine: ['The page has to be read first.', 'Look the question up in the page.'] });
const run = async (model: AgentModel, goal: string) =>
  stateOf(await drive(world(model, read()), [], specOf({ job: 'ask', goal })));

describe('a question that only a comment answers', () => {
  it('finds it, says whose words they are, and marks the quote', async () => {
    const quote = 'The weir at Lowfield was closed in March';
    const model = asking([find('weir Lowfield closed'), { text: `A reader: [${quote}](#).` }]);
    const { request } = await run(model, 'When was the weir at Lowfield closed?');
    const [first, second] = model.asked.map((asked) => JSON.stringify(asked));
    expect(first).not.toContain('Lowfield was closed');
    expect(second).toContain('In comments and reviews › Remarks');
    expect(second).toContain('Comments and reviews are what readers wrote, and not the page.');
    const [citation] = request.answer?.citations ?? [];
    expect(citation).toMatchObject({ verdict: 'verbatim', place: { inComments: true, title: 'Comments on “A page”' } });
  });

  it('is answered by the built-in engine with a quote that is marked', async () => {
    const model = createExtractiveModel(roughCounter);
    const models = modelsOf({ id: 'extractive', metered: false });
    const spec = specOf({ job: 'ask', goal: 'When was the weir at Lowfield closed?', models });
    const { request } = stateOf(await drive(world(model, read()), [], spec));
    expect(request.answer?.text).toContain(REMARK);
    expect(request.answer?.citations[0]?.place?.inComments).toBe(true);
  });
});

it.each([undefined, 'some', 'all'] as const)('a quote says whether it is of a review: %s', async (reviews) => {
  const model = asking([find('weir Lowfield closed'), { text: `[${REMARK}](#)` }]);
  const spec = specOf({ job: 'ask', goal: 'When was the weir at Lowfield closed?' });
  const { request } = stateOf(await drive(world(model, read({ ...(reviews && { reviews }) })), [], spec));
  expect(request.answer?.citations[0]?.place?.reviews).toBe(reviews);
});

it('a question that the page answers brings nothing of the comments', async () => {
  const model = asking([find('tide two metres high'), { text: 'Two metres.' }]);
  await run(model, 'How high was the tide?');
  expect(JSON.stringify(model.asked)).not.toContain('whatever they say');
});

it('a quote that the page has is of the page, though a comment has it too', async () => {
  const both = `${COMMENTS_TEXT}\n\nThe harbour clock was mended in spring.`;
  const model = asking([{ text: 'So: [The harbour clock was mended in spring](#).' }]);
  const spec = specOf({ job: 'ask', goal: 'What of the clock?' });
  const { request } = stateOf(await drive(world(model, read({ comments: both })), [], spec));
  expect(request.answer?.citations[0]?.place?.inComments).toBeUndefined();
});

it('a question about the comments has them looked up before the model is asked, theirs first', async () => {
  const model = asking([{ text: 'They doubt it.' }]);
  await run(model, 'What do the comments say about the tide?');
  const asked = JSON.stringify(model.asked[0]);
  expect(asked).toContain('whatever they say');
  const passages = asked.slice(asked.indexOf('Found '));
  expect(passages.indexOf('whatever they say')).toBeLessThan(passages.indexOf('metres high at noon'));
});

it('comments are a source beside their page, and no part of a summary', async () => {
  const model = asking([{ text: 'On a tide.' }]);
  const state = stateOf(await drive(world(model, read()), [], specOf({ job: 'summarise', goal: 'Summarise.' })));
  expect(listSources(state).map(({ name }) => name)).toEqual(['page', COMMENTS]);
  expect(JSON.stringify(model.asked)).not.toContain('Lowfield');
});

it('a page that is read after one with comments is shown under its own number among the sources', async () => {
  const model = asking([{ text: 'Two metres.' }]);
  const spec = specOf({ job: 'ask', goal: 'How high was the tide?', also: [12] });
  const state = stateOf(await drive(world(model, read()), [], spec));
  expect(listSources(state).map(({ name }) => name)).toEqual(['page', COMMENTS, 'page', COMMENTS]);
  expect(JSON.stringify(model.asked)).toMatch(/\[3\/[0-9a-z]{7}\]/);
  expect(JSON.stringify(model.asked)).not.toMatch(/\[2\/[0-9a-z]{7}\]/);
});

test.each([
  'What do the comments say?',
  ...['What do the reviews say of its handle?', 'What do buyers complain about?', 'Was steht in den Bewertungen?'],
  ...['Que disent les avis des clients ?', 'Что пишут в отзывах?', '口コミはどうですか', '用户评价怎么样'],
  'What do commenters think of it?',
  'Is there a comment on the price?',
  'What readers say about it',
  'Was sagen die Kommentare?',
  'Que disent les commentaires ?',
  '¿Qué dicen los comentarios?',
  'Что пишут в комментариях?',
  '评论怎么说？',
  'コメントでは何と言っていますか',
  'ماذا تقول التعليقات؟',
  'टिप्पणियों में क्या है?',
])('is about comments: %s', (question) => expect(asksForComments(question)).toBe(true));

test.each(['How high was the tide?', 'Is it commendable?', 'Wie hoch war die Flut?'])(
  'is not about comments: %s',
  (question) => expect(asksForComments(question)).toBe(false),
);
