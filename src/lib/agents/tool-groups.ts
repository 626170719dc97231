/** Built-in tools for agents, grouped in extensions (R7.3); others are unavailable to agents. */
import type { Tool } from '../agent/tool-calls/index.ts';
import { extractScreenshotText } from '../toolbox/picture/extract-screenshot-text.ts';
import { explainTextWithContext } from '../toolbox/page/explain-text-with-context.ts';
import { findInPage } from '../toolbox/page/find-in-page.ts';
import { gradeSearchResults } from '../toolbox/web/grade-search-results.ts';
import { interpretImage } from '../toolbox/picture/interpret-image.ts';
import { lookAtPage } from '../toolbox/picture/look-at-page.ts';
import { openLink } from '../toolbox/web/open-link.ts';
import { readFile } from '../toolbox/page/read-file.ts';
import { readPage } from '../toolbox/page/read-page.ts';
import { readUrl } from '../toolbox/web/read-url.ts';
import { recall } from '../toolbox/page/recall.ts';
import { rewriteSearchQuery } from '../toolbox/web/rewrite-search-query.ts';
import { searchWebForInfo } from '../toolbox/web/search-web-for-info.ts';
import { summarizePageContent } from '../toolbox/page/summarize-page-content.ts';
import type { Extension } from './manifest/extension-tools.ts';
import { createCheckAgentTool } from './building/check-agent.ts';
import { createCapabilitiesTool } from './building/list-capabilities.ts';
import { createSaveAgentTool } from './building/save-agent.ts';

export const EXTENSIONS: readonly Extension[] = [
  {
    id: 'page',
    name: 'The page',
    description: 'Reads the page that is open, others and files that were added, and finds passages in them.',
    tools: [readPage, readFile, findInPage, summarizePageContent, explainTextWithContext],
  },
  {
    id: 'web',
    name: 'The web',
    description: 'Searches the web with the person’s engines, grades what is found, and reads pages of it.',
    tools: [searchWebForInfo, readUrl, gradeSearchResults, rewriteSearchQuery],
  },
  {
    id: 'pictures',
    name: 'Pictures',
    description:
      'Reads the text in pictures, finds where something stands on the screen, and says what a picture shows.',
    tools: [extractScreenshotText, lookAtPage, interpretImage],
  },
  { id: 'memory', name: 'Memory', description: 'Brings back what was found earlier in the run.', tools: [recall] },
  { id: 'tabs', name: 'Tabs', description: 'Opens links in a new tab, after the person’s yes.', tools: [openLink] },
  {
    id: 'agents',
    name: 'Agents',
    description: 'Says what agents can be made of, checks a manifest, and keeps a new agent after the person’s yes.',
    tools: createBuildingTools(() => EXTENSIONS),
  },
];

/** Undefined if the name is no built-in one. */
export function findBuiltInTools(name: string): readonly Tool[] | undefined {
  const extension = EXTENSIONS.find(({ id }) => id === name);
  if (extension) return extension.tools;
  const tool = EXTENSIONS.flatMap(({ tools }) => tools).find(({ definition }) => definition.name === name);
  return tool && [tool];
}

function createBuildingTools(extensions: () => readonly Extension[]): readonly Tool[] {
  return [createCapabilitiesTool(extensions), createCheckAgentTool(extensions), createSaveAgentTool(extensions)];
}
