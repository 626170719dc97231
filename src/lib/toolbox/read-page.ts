/** `read_page`: the main content of the tab as Markdown, into the run's environment. Reading again is harmless. */
import { TroubleError } from '../base/errors.ts';
import type { Labels } from '../agent/frames.ts';
import type { Article, PageReading } from '../agent/ports.ts';
import { findObject, type PlannedCall, type Tool } from '../agent/tools.ts';
import type { RunState } from '../agent/state.ts';
import { wordCount } from '../pipeline/text/words.ts';

/** Name of the object that holds the page. */
export const PAGE = 'page';

export const readPage: Tool = {
  name: 'read_page',
  description: 'Read the main content of the tab at hand as Markdown.',
  // eslint-disable-next-line require-yield -- makes no model call
  async *run(args, { ports, signal }) {
    const tabId = Number(args['tabId']);
    const article = articleOf(await ports.pages.read(tabId, signal));
    const { markdown, ...about } = article;
    const hash = await ports.blobs.put(markdown);
    const tokens = await ports.tokens.count(markdown);
    const words = wordCount(markdown);
    return {
      message: `Read “${article.title}”: ${words.toLocaleString('en')} words.`,
      objects: [
        {
          name: PAGE,
          body: { hash, length: markdown.length, tokens, preview: markdown.slice(0, 200) },
          meta: { ...about, words },
        },
      ],
      labels: pageLabels(article.url),
    };
  },
};

/** The call that reads the run's tab, while the page has not been read. */
export function readPageFirst(state: RunState): PlannedCall | null {
  if (findObject(state, PAGE) || !state.spec) return null;
  return { tool: readPage.name, args: { tabId: state.spec.tabId }, thought: 'The page has to be read first.' };
}

/** The article in a reading, or the trouble that there is none. */
export function articleOf(reading: PageReading): Article {
  switch (reading.kind) {
    case 'article':
      return reading.article;
    case 'pdf':
      throw new TroubleError({
        code: 'page.pdf',
        message: 'This tab shows a PDF, which KnowledgeLens cannot read yet.',
        cure: 'Open a web version of the document if there is one, and summarise that.',
      });
    case 'empty':
      throw new TroubleError({
        code: 'page.empty',
        message: 'It may be made of pictures, or its text may not have come yet.',
        cure: 'If the page is still loading, wait until its text shows and try again.',
      });
  }
}

/** A tab's text is the person's private view of somebody else's words. */
export function pageLabels(url: string): Labels {
  const origin = URL.canParse(url) ? new URL(url).origin : 'page';
  return { integrity: 'untrusted', confidentiality: 'private', origin };
}
