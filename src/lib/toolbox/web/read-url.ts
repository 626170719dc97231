/** `read_url`: reads a page of the link table or typed by the user; others need approval (SAFETY D3). */
import { resolveLinkRef } from '../../agent/egress/link-table.ts';
import { findTypedUrl } from '../../agent/egress/user-words.ts';
import { USER_LABELS, type Grade } from '../../agent/frames/frames.ts';
import { LINKED, getTextArg, ToolError, UNREADABLE, type Tool } from '../../agent/tool-calls/index.ts';
import { gradeAndRecord } from './research-steps.ts';
import { storeBody, createResource, WEB } from '../page/page-artifacts.ts';
import { resolveNeed } from './search-web-for-info.ts';
import { renderSource, listSources } from '../sources.ts';
import {
  getLatestSourceChoice,
  canCite,
  findReadPage,
  listResults,
  listSearchRounds,
  checkSearchAllowed,
} from './web-artifacts.ts';
import { fetchWebPage } from './web-reading.ts';
import { canonicaliseUrl } from '../../pipeline/web/web-address.ts';
import { createDefinition, createTextProperty, createUrlDeparture, WEB_READ } from '../definition.ts';

const MAX_GRADED_CHARS = 400;

export const readUrl: Tool = {
  definition: createDefinition({
    name: 'read_url',
    title: 'Read a page of the web',
    description:
      'Read a page of the web: a search result by its reference, such as w3, or a link that stands on a page that was read. Other addresses are asked about first.',
    properties: {
      ref: createTextProperty(
        2000,
        'Reference of a search result, such as w3, or the address of a link on a page that was read.',
      ),
    },
    required: ['ref'],
    examples: [{ input: { ref: 'w3' }, description: 'the third result, whose snippet says too little' }],
    promises: WEB_READ,
  }),
  tier: 'public-read',
  // in a scheduled run nobody is there who chose the page: each other one is asked about
  getDestination: ({ ref }, state) =>
    state &&
    !state.spec?.byClock &&
    typeof ref === 'string' &&
    (resolveLinkRef(ref, state) ?? findTypedUrl(ref, state)) !== null
      ? LINKED
      : UNREADABLE,
  getDeparture({ ref }, state) {
    const url = typeof ref === 'string' ? (resolveLinkRef(ref, state) ?? canonicaliseUrl(ref.trim())) : null;
    return url === null ? null : createUrlDeparture(url);
  },
  timeoutMs: 60_000,
  checkAvailability: checkSearchAllowed,
  async *run(args, context) {
    const ref = getTextArg(args, 'ref');
    const url = resolveLinkRef(ref, context.state()) ?? canonicaliseUrl(ref.trim());
    if (url === null) throw new ToolError(createUnknownRefError(ref), true, REF_ADVICE);
    if (getLatestSourceChoice(context.state()).banned.includes(url))
      throw new ToolError(BANNED_ERROR, false, 'Read another result, or answer without it.');
    const listed = listResults(listSearchRounds(context.state())).find((result) => result.url === url);
    const result = listed ?? { ref: url, url, title: url };
    const existing = findReadPage(url, context.state());
    if (!existing) yield* context.giveOnce(() => fetchWebPage(result, context));
    const page = existing ?? findReadPage(url, context.state());
    if (!page) throw new Error('A page that was read is nowhere.');
    const text = await context.read(page.body.hash);
    const need = resolveNeed(context.state());
    const title = page.meta.title;
    if (!canCite(url, context.state())) {
      if (findTypedUrl(ref, context.state()) !== null) {
        const grade: Grade = { url, relevance: 'relevant', confidence: 1, reason: 'Named by the person.', by: 'user' };
        yield* context.recordGrades({ need: need.text, grades: [grade], labels: USER_LABELS });
      } else yield* gradeAndRecord([{ ...result, title, snippet: text.slice(0, MAX_GRADED_CHARS) }], need, context);
    }
    const state = context.state();
    if (!canCite(url, state))
      throw new ToolError(createIrrelevantError(title, state.grades.get(url)?.reason ?? ''), true);
    const source = listSources(state).findIndex((one) => one.name === WEB && one.meta.url === url);
    const language = page.meta.language;
    const shown = await renderSource(text, { language, source, tokens: page.body.tokens }, context.signal);
    return {
      name: 'shown',
      payload: 'text',
      message: 'Read “{title}”.',
      metadata: { title },
      objects: [],
      content: [createResource(page, await storeBody(shown, context.ports))],
      labels: page.labels,
    };
  },
};

const BANNED_ERROR = {
  code: 'web.banned',
  message: 'This source was left out by choice.',
  hint: 'Allow it among the sources, and ask again.',
};
const createUnknownRefError = (ref: string) => ({
  code: 'tool.bad-address',
  message: `${ref.slice(0, 80)} is no search result and no web address.`,
  hint: 'Ask with a whole address, or search for the page.',
});
const REF_ADVICE = 'Give the reference of a result, such as w3, or a link of a page that was read.';
const createIrrelevantError = (title: string, reason: string) => ({
  code: 'web.of-no-use',
  message: `“${title.slice(0, 80)}” was read and is not relevant. ${reason}`.trim(),
  hint: 'Read another result, or search with other words.',
});
