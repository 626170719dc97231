import { describe, expect, it } from 'vitest';
import { createExtractiveModel } from '../../../src/lib/models/extractive/extractive-model.ts';
import { results } from '../../kit/runs/seeing-runs.ts';
import { articleWith, drive, modelsOf, roughCounter, specOf, stateOf, world } from '../../kit/runs/world.ts';
import { asksForSummary } from '../../../src/lib/jobs/asks-for-summary.ts';

describe('a question that asks for a summary', () => {
  it.each([
    'What is this page about?',
    'what’s this about',
    'Summarize this article',
    'Please summarise the page in 3 sentences.',
    'tl;dr',
    'TLDR',
    'Give me a short summary',
    'What are the key points of this article?',
    'What does this page say?',
    'Worum geht es in diesem Artikel?',
    'Worum geht’s?',
    'Fasse diese Seite kurz zusammen',
    'Zusammenfassung bitte',
    'De quoi parle cette page ?',
    'Résume cet article',
    '¿De qué trata este artículo?',
    'Resume esta página',
    'Di cosa parla questo articolo?',
    'Do que se trata este artigo?',
    'Waar gaat dit artikel over?',
    'О чём эта статья?',
    'Кратко перескажи эту страницу',
    'لخص هذه الصفحة',
    'عن ماذا هذا المقال؟',
    '这篇文章讲了什么？',
    '总结一下这个网页',
    'この記事を要約してください',
    'このページの内容は？',
    '이 글 요약해 줘',
  ])('is told from others: %s', (question) => {
    expect(asksForSummary(question)).toBe(true);
  });

  it.each([
    'Who wrote this article?',
    'How long is this page?',
    'What is it?',
    'Summarize the chapter on Basel',
    'What does the article say about prices?',
    'What is the dispute with Norway about?',
    'Worum geht es in dem Vertrag mit Norwegen?',
    'De quoi parle le ministre ?',
    'Кто написал эту статью?',
    '这篇文章的作者是谁？',
    '北京有什么内容？',
    'この記事の著者は？',
    '?!',
    '',
  ])('%s does not', (question) => {
    expect(asksForSummary(question)).toBe(false);
  });
});

describe('where there is no model', () => {
  const models = modelsOf({ id: 'extractive', metered: false });
  const sentence = (i: number): string =>
    `The council of Holm builds bridge number ${i} over the river Sund in the spring.`;
  const summarising = async (length: number, goal: string) => {
    const text = Array.from({ length }, (_, i) => sentence(i)).join(' ');
    const w = world(createExtractiveModel(roughCounter), articleWith(`# Bridges\n\n${text}`));
    const frames = await drive(w, [], specOf({ job: 'ask', goal, models }));
    return { tools: results(frames).map(({ tool }) => tool), answer: stateOf(frames).request.answer };
  };

  it('it is answered with sentences of the whole page, each with its place', async () => {
    const { tools, answer } = await summarising(30, 'What is this page about?');
    expect(tools).toEqual(['read_page']);
    expect(answer?.text).toContain('The council of Holm builds bridge number');
    expect(answer?.citations[0]).toMatchObject({ verdict: 'verbatim' });
    expect(answer).not.toHaveProperty('nearest');
  });

  it('a page that is too long is condensed first', async () => {
    const { tools, answer } = await summarising(9000, 'tl;dr');
    expect(tools).toEqual(['read_page', 'summarize_page_content']);
    expect(answer?.text).toContain('The council of Holm');
  });

  it('another question is looked up', async () => {
    expect((await summarising(30, 'What is the council building?')).tools).toEqual(['read_page', 'find_in_page']);
  });
});
