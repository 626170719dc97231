/**
 * What runs took beside what was said before them: the product's jobs, prompts, tools and token counter on the golden pages
 * and on pages made longer of them; only the model's words are scripted. Answers are as long as the page's own sentences make
 * them. The one rule: each run has to end with an answer, or the group fails.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { JobEstimate } from '../../../src/lib/agent/loop/job.ts';
import type { Model } from '../../../src/lib/agent/ports.ts';
import { bindCallees } from '../../../src/lib/agent/state/model-roles.ts';
import { estimateQuestion } from '../../../src/lib/jobs/ask-estimate.ts';
import { estimateResearch } from '../../../src/lib/jobs/research-estimate.ts';
import { estimateSummary } from '../../../src/lib/jobs/summarise.ts';
import { agentModel, type Say } from '../../kit/models/agent-model.ts';
import { articleWith, drive, LIMITS, modelsOf, specOf, stateOf, world } from '../../kit/runs/world.ts';
import { median, p95, quantile, type Figure } from '../figure.ts';
import { attempt, modelFor } from '../research/research.ts';
import { CASES } from '../research/research-cases.ts';
import { researchWeb, tokens } from '../research/research-web.ts';

const PAGES = new URL('../../fixtures/pages/', import.meta.url);
const WINDOW = 8192;

interface Ratio {
  readonly likely: number;
  readonly most: number;
}

/** The golden pages, and some of them one after another up to three windows long. */
function loadPages(): readonly string[] {
  const pages = readdirSync(PAGES).map((name) => readFileSync(new URL(`${name}/expected.md`, PAGES), 'utf8'));
  const joined = (count: number): string =>
    Array.from({ length: count }, (_, n) => `# Part ${String(n + 1)}\n\n${pages[n % pages.length] ?? ''}`).join('\n\n');
  return [...pages, joined(6), joined(12), joined(30), joined(45)];
}

/** That many sentences of the page, each said in its own words and quoted. */
function writeAnswer(page: string, sentences: number): string {
  const all = page.match(/[A-Z][^.!?\n#|[\]]{30,200}[.!?]/g) ?? ['The page says little.'];
  const chosen = Array.from({ length: sentences }, (_, n) => all[Math.floor((n * all.length) / sentences)] ?? '');
  return chosen.map((text) => `${text} [${text.split(' ').slice(0, 20).join(' ')}](#)`).join('\n- ');
}

const find = (query: string): Say => ({
  calls: [{ name: 'find_in_page', args: { reasoning: 'The passage that says it is needed.', query } }],
});

/** Model calls of one question: answered at once, after one look, after two. */
const QUESTIONS: readonly (readonly Say[])[] = [[], [find('first reason')], [find('first reason'), find('number')]];

async function take(job: 'summarise' | 'ask', page: string, model: Model, estimate: JobEstimate): Promise<Ratio> {
  const spec = specOf({
    job,
    goal: job === 'ask' ? 'What is the first reason that is given, and what follows?' : GOAL,
  });
  const w = world(model, articleWith(page), { tokens });
  const { status, usage } = stateOf(await drive(w, [], spec));
  if (status !== 'done') throw new Error(`A run of ${job} ended ${status}.`);
  const taken = usage.input + usage.output;
  return { likely: taken / (estimate.likely.input + estimate.likely.output), most: taken / estimate.total };
}

const GOAL = 'Summarise this page.';

async function summaries(pages: readonly string[]): Promise<readonly Ratio[]> {
  const all: Ratio[] = [];
  for (const page of pages) {
    const size = Math.min(7, 2 + Math.round(page.length / 1500));
    const model = agentModel([], {
      usage: {},
      contextTokens: WINDOW,
      other: () => ({ text: writeAnswer(page, size) }),
    });
    const getCallee = bindCallees(modelsOf(), () => model);
    all.push(await take('summarise', page, model, await estimateSummary(page, getCallee, tokens)));
  }
  return all;
}

async function questions(pages: readonly string[]): Promise<readonly Ratio[]> {
  const all: Ratio[] = [];
  for (const page of pages)
    for (const looks of QUESTIONS) {
      const model = agentModel([...looks, { text: writeAnswer(page, 3) }], {
        usage: {},
        contextTokens: WINDOW,
        notMine: ['The page has to be read first.', 'Look the question up in the page.'],
      });
      const getCallee = bindCallees(modelsOf(), () => model);
      all.push(
        await take(
          'ask',
          page,
          model,
          estimateQuestion({ page: await tokens.count(page), unread: 0, pictures: 0, carried: 0 }, getCallee, LIMITS),
        ),
      );
    }
  return all;
}

function toFigures(job: string, ratios: readonly Ratio[]): Figure[] {
  const likely = ratios.map((ratio) => ratio.likely);
  const name = `estimate of ${job}: taken over`;
  return [
    { name: `${name} likely, median of ${String(ratios.length)} runs`, value: median(likely), unit: '' },
    { name: `${name} likely, 5 %`, value: quantile(likely, 0.05), unit: '' },
    { name: `${name} likely, 95 %`, value: p95(likely), unit: '' },
    { name: `${name} the most, highest`, value: Math.max(...ratios.map(({ most }) => most)), unit: '' },
    { name: `${name} the most, median`, value: median(ratios.map(({ most }) => most)), unit: '' },
  ];
}

/** The cases of the research benchmark in which a model decides, without follow-ups. */
async function searches(): Promise<readonly Ratio[]> {
  const all: Ratio[] = [];
  for (const which of CASES.filter(({ embedded, then }) => embedded !== true && then === undefined)) {
    const web = await researchWeb(which.finds);
    const { input, output } = await attempt(which, web);
    await web.close();
    const model = modelFor(which);
    const getCallee = bindCallees(modelsOf(), () => model);
    const { likely, total } = estimateResearch(getCallee, LIMITS);
    all.push({ likely: (input + output) / (likely.input + likely.output), most: (input + output) / total });
  }
  return all;
}

export async function estimatesBench(): Promise<Figure[]> {
  const pages = loadPages();
  return [
    ...toFigures('a summary', await summaries(pages)),
    ...toFigures('a question', await questions(pages)),
    ...toFigures('a web question', await searches()),
  ];
}
