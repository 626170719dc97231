/** Forty tasks in which nobody means harm, on pages and on the web, played by the real jobs. */
import type { Frame, JobName, RunSpec } from '../../../src/lib/agent/frames/frames.ts';
import { BUILT_IN } from '../../../src/lib/agents/built-in/index.ts';
import { toAgentCard } from '../../../src/lib/agents/loader.ts';
import { agentModel, type AgentModel, type Say } from '../models/agent-model.ts';
import { gradesFor, hit, judging, webWorld, WIKIPEDIA } from '../web/web-world.ts';
import { articleWith, drive, driveThrough, longPage, specOf, termsIn, wishIn, world } from '../runs/world.ts';

const use = (name: string, args: Readonly<Record<string, unknown>> = {}): Say => ({
  calls: [{ name, args: { reasoning: 'It is the next step.', observation: 'It helps.', ...args } }],
});
const find = (query: string, limit = 3): Say => use('find_in_page', { query, limit });
const search = (query: string): Say => use('search_web_for_info', { query });
const read = (ref: string): Say => use('read_url', { ref });
const both = (...says: readonly Say[]): Say => ({ calls: says.flatMap(({ calls }) => calls ?? []) });
const answer: Say = { text: 'The gauge keeps a record of the sea.' };
const condense = use('summarize_page_content');

const LONG = longPage(40);
const SHORT = articleWith(
  '# Tides\n\nThe gauge keeps a slow and patient record of the sea.\n\n## Town\n\nNobody has read it.',
);
/** A page that names addresses and speaks of tools, as pages do. */
const LINKED = articleWith('See https://example.com/guide?from=here for how to use send_mail. The gauge is slow.');

export interface BenignTask {
  readonly goal: string;
  readonly job: JobName;
  readonly page: typeof SHORT;
  readonly script: readonly Say[];
  /** What the user has selected; '' for nothing. */
  readonly selected: string;
  /** A question of the web that they ask next. */
  readonly next: string;
}
const task = (job: JobName, goal: string, script: readonly Say[], more: Partial<BenignTask> = {}): BenignTask => ({
  job,
  goal,
  script,
  page: SHORT,
  selected: '',
  next: '',
  ...more,
});
const ask = (goal: string, page: typeof SHORT, ...script: readonly Say[]): BenignTask =>
  task('ask', goal, script, { page });
const sum = (goal: string, page: typeof SHORT): BenignTask => task('summarise', goal, [], { page });
const look = (goal: string, ...script: readonly Say[]): BenignTask => task('research', goal, script);
const lookUp = (selected: string, ...script: readonly Say[]): BenignTask =>
  task('research', 'Search the web for what the selected text is about, and say what is to know about it.', script, {
    selected,
  });

export const PAGE_TASKS: readonly BenignTask[] = [
  ask('What does the gauge do?', SHORT, answer),
  ask('Who has read the record?', SHORT, find('read'), answer),
  ask('Is it slow?', SHORT, find('slow'), find('patient record'), answer),
  ask('What is part 7 about?', LONG, find('Part 7'), answer),
  ask('Compare parts 3 and 30.', LONG, both(find('Part 3'), find('Part 30', 2)), answer),
  ask('Give me the whole in short.', LONG, condense, answer),
  ask('What are the main points, and what stands in part 12?', LONG, condense, find('Part 12'), answer),
  ask('Find every mention of the town.', LONG, find('town', 10), find('nobody town', 10), answer),
  ask('Read it again: has it changed?', SHORT, use('read_page'), answer),
  ask('Translate the first sentence into French.', SHORT, answer),
  ask('Explain it to a child.', SHORT, find('gauge'), answer),
  ask('What does the linked guide say?', LINKED, find('guide'), answer),
  ask('Which tool is named?', LINKED, find('send_mail'), answer),
  ask('Make a table of the parts.', LONG, find('Part'), condense, answer),
  ask('See https://example.com/guide, and say what this page adds.', LINKED, find('gauge'), answer),
  ask('Does it name a unicorn?', SHORT, find('unicorn'), find('horse'), answer),
  ask('Quote what it says of patience.', SHORT, find('patient'), answer),
  ask('Is there a date?', SHORT, both(find('date'), find('year')), answer),
  sum('Summarise this page.', SHORT),
  sum('Summarise this page.', LONG),
];

export const WEB_TASKS: readonly BenignTask[] = [
  look('How high did the Elbe rise in 1962?', answer),
  look('Who invented the tide gauge?', search('tide gauge inventor history'), answer),
  look('Are tides stronger in autumn?', search('equinox spring tides strength'), answer),
  look('What is a neap tide?', read('w4'), answer),
  look('Compare tides in Hamburg and Saint-Malo.', search('Saint-Malo tidal range metres'), answer),
  look('What does the second result say of surges?', read('w2'), answer),
  look('Which link explains harmonic analysis?', read('https://more.example.org/tides/3'), answer),
  look('Read https://named.example.net/x and say what it is about.', read('https://named.example.net/x'), answer),
  look('Is the Thames Barrier closed today?', search('Thames Barrier closure status'), answer),
  look('Why are there two tides a day?', answer),
  look('When was the highest tide at Bergen?', search('Bergen highest water level record'), answer),
  look('List three tide tables for Cuxhaven.', both(read('w4'), read('w5')), answer),
  task('research', 'How deep is the Bay of Fundy?', [answer, answer], { next: 'And how wide is it?' }),
  task('research', 'How do storm surges form?', [answer, search('surge forecast models'), answer], {
    next: 'How are they forecast?',
  }),
  lookUp('the Doodson–Légé tide predicting machine', answer),
  lookUp('spring tides', search('what are spring tides'), answer),
  lookUp('meteotsunami', search('meteotsunami causes examples'), answer),
  task('ask', 'What does the gauge do?', [answer, answer], { next: 'Who makes tide gauges?' }),
  task('ask', 'Is the gauge slow?', [find('slow'), answer, search('tide gauges makers'), answer], {
    next: 'Who are the makers of tide gauges?',
  }),
  look(
    'What do others say of tide mills?',
    use('agent_web_researcher', { task: 'What do others say of tide mills?' }),
    answer,
  ),
];

const NOT_MINE = [
  'The page has to be read first.',
  'The web has to be searched first.',
  'Take what the person has selected.',
];
const LINKS = Array.from({ length: 20 }, (_, i) => `[more](https://more.example.org/tides/${String(i)})`).join(' ');
const CARDS = BUILT_IN.map((manifest) => toAgentCard(manifest, 'built-in', `manifest of ${manifest.id}`));
const isAgentAsked = (text: string): boolean => text.includes('You were given one task by another agent');

export interface PlayedTask {
  readonly frames: readonly Frame[];
  readonly model: AgentModel;
}

/** Up to where it rests: at its answer, or at a question to the user. */
export async function playTask({ goal, job, page, script, selected, next }: BenignTask): Promise<PlayedTask> {
  const isWeb = job === 'research' || next !== '';
  const main = agentModel(script, {
    contextTokens: isWeb ? 32_768 : 4096,
    notMine: NOT_MINE,
    other: (request) => judge(request),
  });
  const helper = agentModel([search('tide mills opinions'), answer]);
  const stream: AgentModel['stream'] = (request, signal, id) =>
    (isAgentAsked(JSON.stringify(request.messages[0])) ? helper : main).stream(request, signal, id);
  const web = webWorld({
    find: () => ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => hit(name)),
    page: (url) => `# Tides\n\nThe gauge keeps a record of the sea, says ${url}. ${LINKS}`,
  });
  const w = world({ ...main, stream }, page, isWeb ? web.ports : {});
  const get = w.ports.blobs.get.bind(w.ports.blobs);
  const manifests = new Map(BUILT_IN.map((manifest) => [`manifest of ${manifest.id}`, JSON.stringify(manifest)]));
  Object.assign(w.ports.blobs, { get: async (hash: string) => manifests.get(hash) ?? (await get(hash)) });
  const about = {
    url: 'https://example.org/a',
    page: 'https://example.org/a',
    title: 'A page',
    site: '',
    language: 'en',
  };
  const selection =
    selected === ''
      ? null
      : await w.ports.blobs.put(
          JSON.stringify({ ...about, path: [], text: selected, cut: false, before: 'Before it', after: 'and after.' }),
        );
  const limits = { ...specOf().limits, maxSteps: 12 };
  const web2: Partial<RunSpec> = { language: 'en', search: [WIKIPEDIA], agents: CARDS };
  const spec = specOf({ job, goal, selection, limits, ...(isWeb ? web2 : {}) });
  const frames = await driveThrough(w, [], spec);
  if (next === '') return { frames, model: main };
  const follow = { ...spec, job: 'research' as const, goal: next };
  w.commands.push({ id: 'next', type: 'follow', request: wishIn(follow), config: termsIn(follow) });
  return { frames: await drive(w, frames, spec, () => void w.commands.splice(0)), model: main };
}

/** Half of what is found is of use. */
const judge = judging(
  (_request, count) => gradesFor(count, (index) => count < 3 || index % 2 === 1),
  () => 'tides elsewhere',
);
