import { PIN_SCHEMA, TOOL_NAME_SCHEMA } from '../offscreen/tool-server-parts.ts';
import type { PageTool } from '../page-tools.ts';
import { PANEL_PAGE, replyWith, tabId, type RequestRows } from './request.ts';

export const PAGE_TOOL_REQUESTS = {
  /** None where the browser or the page has none. */
  'page-tools.list': {
    from: PANEL_PAGE,
    props: { tabId },
    reply: replyWith<{ readonly host: string; readonly tools: readonly PageTool[] }>(),
  },
  /** For the page's site, as both were shown. */
  'page-tools.switch': {
    from: PANEL_PAGE,
    props: {
      tabId,
      host: { type: 'string', maxLength: 300 },
      name: TOOL_NAME_SCHEMA,
      pin: PIN_SCHEMA,
      on: { type: 'boolean' },
    },
  },
} as const satisfies RequestRows;
