/** Texts of tools. A tool's name is untrusted; an unknown name is shown escaped. */
import { formatNumber } from '../../lib/base/locale.ts';
import { escapeInvisible } from '../../lib/base/escape-invisible.ts';

interface ToolWords {
  readonly doing: string;
  /** In a list of what was done. */
  readonly done: string;
  readonly title: string;
  /** `yes`: the approving button, if not “Allow once”. */
  readonly approve: string;
  readonly yes?: string;
}

const TOOLS: Readonly<Record<string, ToolWords>> = {
  read_file: { doing: 'Reading the file', done: 'read the file', title: 'Read the file', approve: 'Read this file?' },
  read_page: { doing: 'Reading the page', done: 'read the page', title: 'Read the page', approve: 'Read this page?' },
  summarize_page_content: {
    doing: 'Condensing the page',
    done: 'condensed the page',
    title: 'Condense the page',
    approve: 'Condense the page?',
  },
  translate_page: {
    doing: 'Translating the text',
    done: 'translated the text',
    title: 'Translate the text',
    approve: 'Translate the text?',
  },
  find_in_page: {
    doing: 'Looking in the page',
    done: 'looked in the page',
    title: 'Look in the page',
    approve: 'Look in this page?',
  },
  explain_text_with_context: {
    doing: 'Reading the selection',
    done: 'read the selection',
    title: 'Read the selection',
    approve: 'Read what you selected?',
  },
  extract_screenshot_text: {
    doing: 'Reading the picture',
    done: 'read the picture',
    title: 'Read the picture',
    approve: 'Read the picture?',
  },
  look_at_page: {
    doing: 'Looking at the page',
    done: 'looked at the page',
    title: 'Look at the page',
    approve: 'Look at this page?',
  },
  interpret_image: {
    doing: 'Looking at a picture',
    done: 'looked at a picture',
    title: 'Look at a picture',
    approve: 'Look at the picture?',
  },
  recall: { doing: 'Looking back', done: 'looked back', title: 'Look back', approve: 'Look back at earlier results?' },
  search_web_for_info: {
    doing: 'Searching the web',
    done: 'searched the web',
    title: 'Search the web',
    approve: 'Search the web for this?',
  },
  grade_search_results: {
    doing: 'Grading the results',
    done: 'graded the results',
    title: 'Grade the results',
    approve: 'Grade the results of the search?',
  },
  rewrite_search_query: {
    doing: 'Rephrasing the search',
    done: 'rephrased the search',
    title: 'Rephrase the search',
    approve: 'Rephrase the search?',
  },
  read_url: {
    doing: 'Reading pages',
    done: 'read on the web',
    title: 'Read a page of the web',
    approve: 'Read the page at this address?',
  },
  hand_back: {
    doing: 'Ending the conversation',
    done: 'ended the conversation',
    title: 'End the conversation',
    approve: 'End the conversation?',
  },
  open_link: {
    doing: 'Opening a link',
    done: 'opened a link',
    title: 'Open a link',
    approve: 'Open this address in a new tab?',
  },
  list_capabilities: {
    doing: 'Checking what agents can use',
    done: 'checked what agents can use',
    title: 'Check what agents can use',
    approve: 'Check what agents can use?',
  },
  check_agent: {
    doing: 'Checking the agent',
    done: 'checked an agent',
    title: 'Check an agent',
    approve: 'Check this agent?',
  },
  save_agent: {
    doing: 'Saving the agent',
    done: 'saved an agent',
    title: 'Save an agent',
    approve: 'Save this agent?',
    yes: 'Save',
  },
};
/** Own properties only, since the tool's name is untrusted. */
const findToolTexts = (tool: string) => (Object.hasOwn(TOOLS, tool) ? TOOLS[tool] : undefined);

/** Undefined for any other name. */
export const findToolTitle = (tool: string): string | undefined => findToolTexts(tool)?.title;

export const TOOL_WORDS = {
  tools: (tool: string, others: number) => {
    const doing = findToolTexts(tool)?.doing ?? `Using ${escapeInvisible(tool)}`;
    return others === 0 ? doing : `${doing}, and ${formatNumber(others)} more`;
  },
  toolTitle: (tool: string) => findToolTexts(tool)?.title ?? escapeInvisible(tool),
  toolDone: (tool: string) => findToolTexts(tool)?.done,
  toolApprove: (tool: string) => findToolTexts(tool)?.approve ?? `Allow ${escapeInvisible(tool)}?`,
  toolYes: (tool: string) => findToolTexts(tool)?.yes ?? 'Allow once',
} as const;
