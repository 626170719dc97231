/** Tools that pages offer (WebMCP): what the panel is told of them, and what is kept of those that are switched on. */
import { defineObject } from '../schema/object.ts';
import type { ListedTool } from './offscreen/tool-server.ts';
import { PIN_SCHEMA, TOOL_NAME_SCHEMA } from './offscreen/tool-server-parts.ts';

export const PAGE_TOOLS_VERSION = 1;
/** Most tools of one page. */
export const MAX_PAGE_TOOLS = 100;
/** The oldest are dropped. */
export const MAX_PAGE_TOOLS_ON = 200;

/** Switched on, by the origin of their pages. */
export const PAGE_TOOLS_SCHEMA = defineObject({
  version: { const: PAGE_TOOLS_VERSION },
  tools: {
    type: 'array',
    maxItems: MAX_PAGE_TOOLS_ON,
    items: defineObject({
      origin: { type: 'string', pattern: '^https?://[^/?#@\\s]+$', maxLength: 300 },
      name: TOOL_NAME_SCHEMA,
      pin: PIN_SCHEMA,
    }),
  },
});

export interface SwitchedPageTool {
  readonly origin: string;
  readonly name: string;
  readonly pin: string;
}

/** Its words are a stranger's. */
export interface PageTool extends Omit<ListedTool, 'claims'> {
  /** By its own account; another cannot be called. */
  readonly isReadOnly: boolean;
  readonly isOn: boolean;
  /** It was on, and the page has changed it since. */
  readonly isChanged: boolean;
}
