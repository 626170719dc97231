import type { EXTENSION_IDS } from '../../agent/frames/reserved-ids.ts';
import type { Tool } from '../../agent/tool-calls/index.ts';

/** Names of the tools that an extension stands for, without the tools themselves. */
export const EXTENSION_TOOLS = {
  page: ['read_page', 'read_file', 'find_in_page', 'summarize_page_content', 'explain_text_with_context'],
  web: ['search_web_for_info', 'read_url', 'grade_search_results', 'rewrite_search_query'],
  pictures: ['extract_screenshot_text', 'look_at_page', 'interpret_image'],
  memory: ['recall'],
  tabs: ['open_link'],
  agents: ['list_capabilities', 'check_agent', 'save_agent'],
} as const satisfies Record<(typeof EXTENSION_IDS)[number], readonly string[]>;

/** A group of built-in tools that a manifest can name by one id. */
export interface Extension {
  readonly id: (typeof EXTENSION_IDS)[number];
  readonly name: string;
  readonly description: string;
  readonly tools: readonly Tool[];
}
