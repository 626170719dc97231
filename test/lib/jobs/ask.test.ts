import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGoalAchieved, type Decision } from '../../../src/lib/agent/frames/decision.ts';
import type { Frame } from '../../../src/lib/agent/frames/frames.ts';
import type { PageReading } from '../../../src/lib/agent/ports.ts';
import { iterateTurns } from '../../../src/lib/agent/state/turns.ts';
import { getStyleRule } from '../../../src/lib/jobs/answer-style.ts';
import { createExtractiveModel } from '../../../src/lib/models/extractive/extractive-model.ts';
import { agentModel, type AgentModel, type AgentModelOptions, type Say } from '../../kit/models/agent-model.ts';
import { articleWith, drive, longPage, modelsOf, roughCounter, specOf, stateOf, world } from '../../kit/runs/world.ts';

const ASK = specOf({ job: 'ask', goal: 'How high was the tide?' });
const TIDE_PAGE = articleWith('The tide was two metres high.');
const TIDE_DATA: PageReading =
  TIDE_PAGE.kind === 'article' ? { ...TIDE_PAGE, article: { ...TIDE_PAGE.article, isFromData: true } } : TIDE_PAGE;
const find = (query: string): Say => ({
  calls: [{ name: 'find_in_page', args: { reasoning: `Look for ${query}.`, query } }],
});
/** The page is read by rule: that decision is none of the model's. */
const asking = (script: readonly Say[], options: AgentModelOptions = {}): AgentModel =>
  agentModel(script, { notMine: ['The page has to be read first.'], ...options });
const calls = (frames: readonly Frame[]): number => frames.filter((frame) => frame.kind === 'model.call').length;

describe('a question about the page', () => {
  it('that a short page answers takes one model call [R2.6b]', async () => {
    const model = asking([{ text: 'Two metres.' }]);
    const frames = await drive(world(model, articleWith('The tide was two metres high.')), [], ASK);
    expect(calls(frames)).toBe(1);
    expect(stateOf(frames).request.answer?.text).toBe('Two metres.');
    model.done();
  });

  it('says under the answer that only a part of the page was read, and only then [R11.8b]', async () => {
    for (const job of ['ask', 'summarise'] as const)
      for (const cut of [true, undefined]) {
        const whole = articleWith('The tide was two metres high.');
        const page = whole.kind === 'article' && cut ? { ...whole, article: { ...whole.article, cut } } : whole;
        const state = stateOf(await drive(world(asking([{ text: 'Two metres.' }]), page), [], specOf({ ...ASK, job })));
        expect(state.request.answer?.note).toBe(cut ? 'The page is so long that only its first part was read.' : '');
      }
  });

  it('says in its step and under the answer that the text is the page’s data, and only then', async () => {
    for (const job of ['ask', 'summarise'] as const)
      for (const page of [TIDE_PAGE, TIDE_DATA]) {
        const model = asking([{ text: 'Two metres.' }]);
        const { request } = stateOf(await drive(world(model, page), [], specOf({ ...ASK, job })));
        const note = page === TIDE_DATA ? 'Read from the page’s data: the page does not show it as text.' : '';
        expect(request.answer?.note).toBe(note);
        if (job === 'ask') expect(JSON.stringify(model.asked)).toContain(`6 words.${note && ` ${note}`}"`);
      }
  });

  it('says in its step and under the answer how much there is of comments, which are kept apart', async () => {
    const article = TIDE_PAGE.kind === 'article' && { ...TIDE_PAGE.article, comments: 'Ash '.repeat(1234) };
    const model = asking([{ text: 'Two metres.' }]);
    const page = article ? { ...TIDE_PAGE, article } : TIDE_PAGE;
    const { request } = stateOf(await drive(world(model, page), [], ASK));
    const note = 'Comments and reviews on the page (1,234 words) are kept apart: a question can be about them.';
    expect(request.answer?.note).toBe(note);
    expect(JSON.stringify(model.asked)).toContain(`6 words. ${note}"`);
  });

  it('opens a section of a long page by its id in the outline', async () => {
    const [page, long] = [longPage(300), specOf({ ...ASK, goal: 'What is in part 250?' })];
    const markdown = page.kind === 'article' ? page.article.markdown : '';
    const whole =
      page.kind === 'article' ? { ...page, article: { ...page.article, markdown: `# All\n\n${markdown}` } } : page;
    const options = {
      contextTokens: 100_000,
      notMine: ['The page has to be read first.', 'Look the question up in the page.'],
    };
    const outline = asking([{ text: 'Nothing.' }], options);
    await drive(world(outline, whole), [], long);
    const [, section = ''] = /- \[([0-9a-z-]+)\] All › Part 7\\n/.exec(JSON.stringify(outline.asked)) ?? [];
    const open = (id: string): Say => ({
      calls: [{ name: 'find_in_page', args: { reasoning: 'Open it.', query: 'part 7', section: id } }],
    });
    const model = asking([open(section), open('nowhere'), { text: 'The tide.' }], options);
    await drive(world(model, whole), [], long);
    const asked = JSON.stringify(model.asked.at(-1));
    expect(asked).toContain(`Opened at ${section}: 1 passages.`);
    expect(asked).toContain(`[${section}] All › Part 7\\n## Part 7\\n\\nParagraph 7:`);
    expect(asked).toContain('No passage has the id nowhere.');
  });

  it('knows of a quote from the data of a page that the page does not show it', async () => {
    for (const [page, isFromData] of [
      [TIDE_PAGE, undefined],
      [TIDE_DATA, true],
    ] as const) {
      const model = asking([{ text: 'So [The tide was two metres high.](#).' }]);
      const { request } = stateOf(await drive(world(model, page), [], ASK));
      expect(request.answer?.citations.map(({ place }) => place?.isFromData)).toEqual([isFromData]);
    }
  });

  it('that takes n calls of tools, one after another, takes n + 1 model calls [R2.6a]', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 6 }), async (n) => {
        const queries = Array.from({ length: n }, (_, i) => find(`paragraph ${i}`));
        const model = asking([...queries, { text: 'Found.' }], { contextTokens: 100_000 });
        const spec = specOf({ ...ASK, limits: { ...ASK.limits, maxSteps: n + 2 } });
        const frames = await drive(world(model, longPage(40)), [], spec);
        expect(stateOf(frames).request.answer?.text).toBe('Found.');
        expect(calls(frames)).toBe(n + 1);
        model.done();
      }),
      { numRuns: 20 },
    );
  });

  it('finds passages with their ids, as content blocks and as an object that the model is not shown [R4.7b] [R4.1b] [R4.6a]', async () => {
    const model = asking([find('tide gauge'), { text: 'Found.' }], { contextTokens: 100_000 });
    const state = stateOf(await drive(world(model, longPage(40)), [], ASK));
    const [result] = [...iterateTurns(state)].flatMap((turn) => turn.calls.flatMap((call) => call.results)).slice(1);
    expect(result).toMatchObject({ tool: 'find_in_page', isError: false, structured: null, payload: 'passages' });
    expect(result?.content).toMatchObject([{ type: 'resource', uri: 'https://example.org/a' }]);
    const kept = [...state.objects].map(({ tool, name, body, hidden }) => [tool, name, body.tokens > 0, hidden]);
    expect(kept).toEqual([
      ['read_page', 'page', true, false],
      ['find_in_page', 'passages', true, false],
    ]);
    // where each passage stands in the text is for code alone: the model sees the content, not the objects
    expect(JSON.stringify(result?.objects)).toContain('spans');
    expect(JSON.stringify(model.asked)).not.toContain('spans');
  });

  it('costs a few thousand tokens on a page of a hundred thousand, which code has looked up first', async () => {
    const model = asking([{ text: 'Found [Paragraph 1234: the tide gauge keeps a slow](#).' }], {
      contextTokens: 1_000_000,
      notMine: ['The page has to be read first.', 'Look the question up in the page.'],
    });
    const spec = specOf({ ...ASK, goal: 'What does paragraph 1234 say?' });
    const frames = await drive(world(model, longPage(3700)), [], spec);
    const state = stateOf(frames);
    expect(state.objects.at(0)?.body.tokens).toBeGreaterThan(100_000);
    const input = frames.flatMap((frame) => (frame.kind === 'model.call' ? [frame.estimate.input] : []));
    expect(input).toHaveLength(1);
    expect(input[0]).toBeLessThan(6000);
    expect(JSON.stringify(model.asked)).toContain('Paragraph 1234: the tide gauge');
    expect(state.request.answer?.citations).toMatchObject([{ verdict: 'verbatim' }]);
  });

  it('goes on to the model where looking a long page up found nothing', async () => {
    const model = asking([{ text: 'It does not say.' }], {
      contextTokens: 1_000_000,
      notMine: ['The page has to be read first.', 'Look the question up in the page.'],
    });
    const frames = await drive(world(model, longPage(600)), [], specOf({ ...ASK, goal: 'Zeppelins?' }));
    expect(stateOf(frames)).toMatchObject({ status: 'done', request: { answer: { text: 'It does not say.' } } });
  });

  it('knows of a quote from a PDF that it is from one, whatever its address', async () => {
    const page = articleWith('## Page 1\n\nThe mole is old.');
    if (page.kind !== 'article') throw new Error('No article.');
    const pdf = { ...page, article: { ...page.article, isPdf: true as const } };
    for (const [read, isPdf] of [
      [pdf, true],
      [page, undefined],
    ] as const) {
      const state = stateOf(await drive(world(asking([{ text: 'So [The mole is old.](#).' }]), read), [], ASK));
      expect(state.request.answer?.citations[0]?.place?.isPdf).toBe(isPdf);
      expect(state.request.answer?.citations[0]?.place?.path).toEqual(['Page 1']);
    }
  });

  it('finds a quote of pages that were joined in one text at the address of its own page', async () => {
    const parts = [
      { url: 'https://a.example/1', title: 'First', text: 'The mole is old.' },
      { url: 'https://a.example/2', title: 'Second', text: 'The quay is new.' },
    ];
    const markdown = parts.map(({ text }) => text).join('\n\n');
    const page = articleWith(markdown);
    if (page.kind !== 'article') throw new Error('No article.');
    const starts = parts.map(({ url, title, text }) => ({ url, title, start: markdown.indexOf(text) }));
    const joined = { ...page, article: { ...page.article, parts: starts } };
    for (const { url, title, text } of parts) {
      const model = asking([{ text: `So [${text}](#).` }]);
      const state = stateOf(await drive(world(model, joined), [], ASK));
      expect(state.request.answer?.citations).toMatchObject([{ verdict: 'verbatim', place: { url, title } }]);
    }
  });

  it('finds passages of every tab that was added, each under a name that tells which', async () => {
    const model = asking([find('quay'), { text: 'On [the quay is new](#).' }], { contextTokens: 100_000 });
    const w = world(model, articleWith(''), {
      pages: {
        read: (tabId) =>
          Promise.resolve(articleWith(tabId === 7 ? 'The mole is old.' : `In tab ${String(tabId)} the quay is new.`)),
      },
    });
    const frames = await drive(w, [], specOf({ ...ASK, also: [8] }));
    const found = frames.findLast((frame) => frame.kind === 'tool.result' && frame.tool === 'find_in_page');
    expect(JSON.stringify(found)).toMatch(/"ids":\["2\/[0-9a-z]{7}"\]/);
    expect(stateOf(frames).request.answer?.citations).toMatchObject([{ verdict: 'verbatim', place: { tabId: 8 } }]);
  });

  it('has every call on record before the tool runs [R3.1b]', async () => {
    const kinds: string[] = [];
    let seen: string[] = [];
    const w = world(asking([{ text: 'Two metres.' }]), () => {
      seen = [...kinds];
      return articleWith('The tide was two metres high.');
    });
    await drive(w, [], ASK, (commit) => kinds.push(...commit.map((frame) => frame.kind)));
    expect(seen).toEqual(['agent.invoked', 'plan', 'tool.call']);
  });

  it('is told when nothing on the page fits, with what to try instead [R4.5e]', async () => {
    const model = asking([find('zeppelin'), { text: 'Not on this page.' }], { contextTokens: 100_000 });
    const frames = await drive(world(model, longPage(40)), [], ASK);
    const result = frames.findLast((frame) => frame.kind === 'tool.result');
    expect(result).toMatchObject({ isError: true, recoverable: true, error: { code: 'tool.nothing-found' } });
    expect(JSON.stringify(model.asked.at(-1))).toContain('Try other words');
  });

  it('is answered by the page’s own sentences where there is no model, from passages that code looked up', async () => {
    const w = world(createExtractiveModel(roughCounter), longPage(40));
    const frames = await drive(
      w,
      [],
      specOf({ ...ASK, goal: 'What does the tide gauge in Paragraph 7 keep?', models: modelsOf({ metered: false }) }),
    );
    const state = stateOf(frames);
    expect(state.status).toBe('done');
    expect([...iterateTurns(state)].map(({ by, decision }) => [by, decision])).toEqual([
      ['rule', 'call'],
      ['rule', 'call'],
      ['rule', 'respond'],
    ]);
    expect(state.request.answer?.text).toContain('the tide gauge keeps a slow and patient record');
  });
});

describe('a decision', () => {
  it('meets the goal if and only if it is to respond, whatever words stand in it [R2.3a]', () => {
    const words = fc.oneof(fc.string(), fc.constantFrom('goal achieved', 'done', 'final answer', 'not done'));
    const said = { observation: words, thought: words };
    const call = fc.record({ name: words, parameters: fc.constant({}), reasoning: words });
    const decisions: fc.Arbitrary<Decision> = fc.oneof(
      fc.record({ type: fc.constant('respond' as const), text: words, ...said }),
      fc.record({ type: fc.constant('ask' as const), question: words, ...said }),
      fc.record({ type: fc.constant('impossible' as const), reason: words, ...said }),
      fc.record({ type: fc.constant('invalid' as const), problem: words, suggestion: words }),
      fc.record({ type: fc.constant('call' as const), calls: fc.tuple(call), ...said }),
    );
    fc.assert(
      fc.property(decisions, (decision) => {
        expect(isGoalAchieved(decision)).toBe(decision.type === 'respond');
      }),
    );
  });
});

describe('the style of an answer [R2.7]', () => {
  it.each([
    ['Battery life?', 'one to three sentences'],
    ['Why did the barrier close so often, and what does it mean for the harbour?', 'as fully as the question needs'],
    ['Why did it close? Answer in one sentence.', 'that the person asks for'],
    ['Warum wurde das Sperrwerk so oft geschlossen?', 'as fully as the question needs'],
    ['Was sagt der Autor dazu? Bitte als Liste.', 'that the person asks for'],
    ['Выше ли вода, чем раньше? Ответь кратко.', 'that the person asks for'],
    ['为什么水位会上升？', 'as fully as the question needs'],
    ['潮有多高？', 'one to three sentences'],
    [
      'この記事は港の管理について述べているが、どの人が反対の意見を持っていたのか教えてください',
      'a short paragraph, longer only',
    ],
    [
      'Tell me which of the people in this article disagreed with the harbour conservancy then',
      'a short paragraph, longer only',
    ],
  ] as const)('for “%s” is %s', (goal, rule) => {
    expect(getStyleRule({ ...ASK, goal })).toContain(rule);
  });

  it('reaches the model with every question, and never allows a preamble', async () => {
    const model = asking([{ text: 'Yes.' }]);
    await drive(world(model, articleWith('Water is wet.')), [], ASK);
    expect(JSON.stringify(model.asked[0]?.messages[0])).toContain(getStyleRule(ASK));
    expect(getStyleRule({ ...ASK, goal: 'anything' })).toContain('No preamble');
  });
});
