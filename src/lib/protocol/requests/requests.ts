/** Requests to the worker; each gets a reply, possibly an error. */
import type { UserError } from '../../base/errors.ts';
import { AGENT_REQUESTS } from './agents.ts';
import { HISTORY_REQUESTS } from './history.ts';
import { MODEL_REQUESTS } from './model.ts';
import { PAGE_TOOL_REQUESTS } from './page-tools.ts';
import { PICTURE_REQUESTS } from './picture.ts';
import type { ReplyTo, RequestOf } from './request.ts';
import { RUN_REQUESTS } from './run.ts';
import { SCHEDULE_REQUESTS } from './schedules.ts';
import { SELECTION_REQUESTS } from './selection.ts';
import { SPENDING_REQUESTS } from './spending.ts';
import { TOOL_SERVER_REQUESTS } from './tool-server.ts';
import { WEB_REQUESTS } from './web.ts';

export const REQUESTS = {
  ...RUN_REQUESTS,
  ...SELECTION_REQUESTS,
  ...PICTURE_REQUESTS,
  ...WEB_REQUESTS,
  ...AGENT_REQUESTS,
  ...HISTORY_REQUESTS,
  ...MODEL_REQUESTS,
  ...SPENDING_REQUESTS,
  ...TOOL_SERVER_REQUESTS,
  ...PAGE_TOOL_REQUESTS,
  ...SCHEDULE_REQUESTS,
} as const;

export type RequestName = keyof typeof REQUESTS;
export type Request<N extends RequestName = RequestName> = { [K in N]: RequestOf<K, (typeof REQUESTS)[K]> }[N];
export type Replies = { readonly [N in RequestName]: ReplyTo<(typeof REQUESTS)[N]> };
export type Reply<N extends RequestName> =
  | { readonly ok: true; readonly value: Replies[N] }
  | { readonly ok: false; readonly error: UserError };
