/** `find_in_page`: passages of the run's pages and pictures that match a query, or other words for it where these find little. */
import { getTextArg, ToolError, type Tool, type ToolContext } from '../../agent/tool-calls/index.ts';
import { UNKNOWN_LABELS, mergeLabels } from '../../agent/frames/labels.ts';
import type { Labels } from '../../agent/frames/frames.ts';
import type { DocumentPart, ReadText } from '../../agent/ports.ts';
import { findArtifact, findArtifactsByName, type FoundArtifact } from '../../agent/state/artifacts.ts';
import type { Commits } from '../../agent/state/journal.ts';
import type { AgentState } from '../../agent/state/agent-state.ts';
import {
  createSourceDocument,
  storeBody,
  getPageLabels,
  COMMENTS,
  PICTURE,
  createResource,
  checkPageRead,
  type Source,
} from './page-artifacts.ts';
import { findOtherWords } from './other-words.ts';
import { asksForComments } from './asks-for-comments.ts';
import { openSection } from './open-section.ts';
import { NOT_RANKED, rankPassages } from './rank-passages.ts';
import {
  createNotFoundError,
  createPassageSearch,
  DEFAULT_PASSAGES,
  type FoundPassages,
  type SearchableText,
} from './passage-search.ts';
import { listSources } from '../sources.ts';
import { readSourceTexts } from '../web/web-artifacts.ts';
import { createDefinition, createTextProperty, LOCAL_READ } from '../definition.ts';

export const MAX_QUERY_CHARS = 500;
const MAX_SECTION_CHARS = 200;

export const FOUND_PASSAGES = 'passages';
const NO_PASSAGES: FoundPassages = { text: '', ids: [], spans: [], from: [] };
const FAILED_RANKING = 'Meanings were not compared: {failed} gave no answer.';
const SEVERAL_SOURCES = { title: 'Passages of several sources', uri: '', language: '' } as const;
const NOT_FOUND_ADVICE = 'Try other words, synonyms or the language of the page; or answer that the page does not say.';

export const findInPage: Tool = {
  definition: createDefinition({
    name: 'find_in_page',
    title: 'Find in the page',
    description:
      'Find the passages of the page, of comments and reviews on it, and of pictures that were read, that bear on a query. Fast and cheap: use it for facts, names, numbers and sections of a long page.',
    properties: {
      query: createTextProperty(
        MAX_QUERY_CHARS,
        'Words that should stand in the passage, in the language of the page.',
      ),
      section: createTextProperty(
        MAX_SECTION_CHARS,
        'Id of a passage, such as of a heading in the outline: brings its section from there, in place of what the query finds.',
      ),
      limit: { type: 'integer', minimum: 1, maximum: 10, description: 'How many passages at most; 5 unless told.' },
    },
    required: ['query'],
    examples: [{ input: { query: 'battery life hours' }, description: 'how long does it last?' }],
    promises: LOCAL_READ,
  }),
  tier: 'pure',
  timeoutMs: null, // the model call in it has its own timeout
  checkAvailability: (state) => (listSources(state).length > 0 ? true : checkPageRead(state)),
  async *run(args, context) {
    const { state, read, ports, signal, model } = context;
    const query = getTextArg(args, 'query');
    const section = args['section'] === undefined ? '' : getTextArg(args, 'section').trim();
    const pages = listSources(state());
    const limit = typeof args['limit'] === 'number' ? args['limit'] : DEFAULT_PASSAGES;
    const texts = await readSourceTexts(pages, { state, read });
    if (texts.every(({ text }) => text === '')) throw createNoTextError(describeSources(pages));
    const { found, others, next, isRanked, failed } =
      section === ''
        ? { ...(yield* lookUp(query, texts, limit, context)), next: '' }
        : { ...LOOKED_UP, ...(await openSection(texts, section, limit, signal)) };
    // where code decides, the answer says that there is none
    if (!found && model('decide').toolCalling !== 'none')
      throw createNotFoundError(query, describeSources(pages), NOT_FOUND_ADVICE);
    const { text, ids, spans, from } = found ?? NO_PASSAGES;
    const known = others.length > 0 && { others: { language: findLanguage(texts), queries: others } };
    const meta = { query, ids, spans, from, ...known };
    const body = await storeBody(text, ports);
    const sources = Array.from(new Set(from), (index) => pages[index]);
    const [source = pages[0]] = sources;
    return {
      name: FOUND_PASSAGES,
      payload: 'passages',
      message: [
        section === ''
          ? `Found {count} passages for “{query}”${isRanked ? ', also by meaning' : ''}${others.length > 0 ? ', also as: {others}' : ''}.`
          : OPENED_MESSAGE,
        ...(failed === '' ? [] : [FAILED_RANKING]),
        ...(next === '' ? [] : ['It goes on at {next}.']),
        ...(sources.some((each) => each?.name === COMMENTS) ? [COMMENTS_NOTE] : []),
      ].join(' '),
      metadata: {
        count: ids.length,
        query,
        others: others.join(' · '),
        section,
        next,
        ...(failed !== '' && { failed }),
      },
      objects: [{ name: FOUND_PASSAGES, body, meta, hidden: false }],
      content: [{ ...createResource(source, body), ...(sources.length > 1 ? SEVERAL_SOURCES : {}) }],
      labels: mergeLabels(
        getPageLabels(source?.meta.url ?? ''),
        ...sources.map((page) => page?.labels ?? UNKNOWN_LABELS),
      ),
    };
  },
};

const OPENED_MESSAGE = 'Opened at {section}: {count} passages.';
const COMMENTS_NOTE = 'Comments and reviews are what readers wrote, and not the page.';

interface LookedUp {
  readonly found: FoundPassages | null;
  readonly others: readonly string[];
  /** Whether meanings were compared too. */
  readonly isRanked: boolean;
  /** Label of a model that should have compared them and gave no answer; '' for none. */
  readonly failed: string;
}

const LOOKED_UP: LookedUp = { found: null, others: [], isRanked: false, failed: '' };

/** In the comments only if it asks for them, or what the page itself says may be no answer. */
async function* lookUp(
  query: string,
  texts: readonly SearchableText[],
  limit: number,
  context: ToolContext,
): Commits<LookedUp> {
  const { state, signal } = context;
  const sources = listSources(state());
  const isInComments = (from: number): boolean => sources[from]?.name === COMMENTS;
  const select = (isWanted: (from: number) => boolean): readonly SearchableText[] =>
    texts.map((text, from) => (isWanted(from) ? text : { ...text, text: '' }));
  const hasComments = sources.some((_, from) => isInComments(from));
  const areMeant = hasComments && [query, state().spec?.goal ?? ''].some(asksForComments);
  const search = await createPassageSearch(areMeant ? texts : select((from) => !isInComments(from)), signal);
  if (hasComments && !areMeant && !search.mayAnswer(query)) await search.add(select(isInComments));
  const isWeak = !search.mayAnswer(query);
  const labels = mergeLabels(getPageLabels(sources[0]?.meta.url ?? ''), ...sources.map((source) => source.labels));
  const urls = sources.map(({ meta }) => meta.url);
  const { near, failed } = isWeak ? yield* rankPassages(query, { search, urls, labels }, context) : NOT_RANKED;
  const asksOthers = isWeak && near.length === 0;
  const about = { language: findLanguage(texts), sources, labels };
  const others = asksOthers ? yield* getOtherWords(query, about, context) : [];
  const found = search.find([query, ...others], limit, { near, ...(areMeant && { isMeant: isInComments }) });
  return { found, others, isRanked: near.length > 0, failed };
}

const findLanguage = (texts: readonly SearchableText[]): string =>
  texts.find((text) => text.language !== '')?.language ?? '';

/** What was looked for beside the same query before, else what somebody knows. `language`: of the sources. */
async function* getOtherWords(
  query: string,
  { language, sources, labels }: { language: string; sources: readonly Source[]; labels: Labels },
  context: ToolContext,
): Commits<readonly string[]> {
  const known = findArtifactsByName(context.state(), FOUND_PASSAGES).findLast(
    ({ meta }) => meta.query === query && meta.others?.language === language,
  );
  if (known?.meta.others) return known.meta.others.queries;
  const titles = sources.map(({ meta }) => meta.title);
  return yield* findOtherWords(query, { titles, language, labels }, context);
}

function createNoTextError(where: string): ToolError {
  const message = `There is no text in ${where} that could be read.`;
  const hint = 'Take a sharper or larger picture, or choose a model that looks at pictures in Settings.';
  return new ToolError({ code: 'picture.wordless', message, hint }, false);
}

function describeSources(sources: readonly FoundArtifact[]): string {
  const pictures = sources.filter(({ name }) => name === PICTURE).length;
  const pages = sources.length - sources.filter(({ name }) => name === COMMENTS).length;
  const kind = pictures === 0 ? 'page' : pictures === pages ? 'picture' : 'page or picture';
  return pages > 1 ? `any ${kind}` : `the ${kind}`;
}

/** For what was found last; [] if its own words were enough. */
export const listOtherWords = (state: AgentState): readonly string[] =>
  findArtifact(state, FOUND_PASSAGES)?.meta.others?.queries ?? [];

/** Best first. */
export async function readFoundDocuments(state: AgentState, read: ReadText): Promise<readonly DocumentPart[]> {
  const found = findArtifact(state, FOUND_PASSAGES);
  if (!found) return [];
  const text = await read(found.body.hash);
  const { spans, from } = found.meta;
  const pages = listSources(state);
  return spans.map(([start, end], i) => createSourceDocument(pages[from[i] ?? 0], text.slice(start, end)));
}
