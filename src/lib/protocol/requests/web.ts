import type { JobEstimate } from '../../agent/loop/job.ts';
import { defineObject } from '../../schema/object.ts';
import { ENGINE_SCHEMA } from '../settings/search.ts';
import { OPTIONS_PAGE, PANEL_PAGE, replyWith, type RequestRows } from './request.ts';

export const MAX_CHOSEN_SOURCES = 100;
const addresses = {
  type: 'array',
  maxItems: MAX_CHOSEN_SOURCES,
  uniqueItems: true,
  items: { type: 'string', minLength: 1, maxLength: 2000 },
} as const;

/** Null for a new question, otherwise the sources to answer it again with. */
export const SOURCES_SCHEMA = {
  ...defineObject({ pinned: addresses, banned: addresses }),
  type: ['object', 'null'],
} as const;

export interface WebOutlook {
  readonly estimate: JobEstimate;
  readonly again: JobEstimate;
  /** A chat, which needs nothing of the web; null without a model that can write. */
  readonly chat: JobEstimate | null;
  readonly engines: readonly string[];
  readonly pages: boolean;
}

export const WEB_REQUESTS = {
  /** Sends nothing. */
  'web.outlook': { from: PANEL_PAGE, props: {}, reply: replyWith<WebOutlook>() },
  /** `key`: the name of a typed key, '' for the saved one. */
  'search.test': {
    from: OPTIONS_PAGE,
    props: { config: ENGINE_SCHEMA, key: { type: 'string', maxLength: 100 } },
    reply: replyWith<{ readonly count: number; readonly first: string }>(),
  },
} as const satisfies RequestRows;
