/** What a request is made of. A sender is identified by its document's URL, because own pages may be open in a tab. */
import type { FromSchema } from 'json-schema-to-ts';
import type { Properties } from '../../schema/object.ts';

export const PANEL_PAGE = 'src/sidepanel/index.html';
export const OPTIONS_PAGE = 'src/options/index.html';
export type ExtensionPage = typeof PANEL_PAGE | typeof OPTIONS_PAGE;
/** Our content script: its messages are only as trustworthy as the page. */
export const TOOLBAR_SENDER = 'toolbar';

interface ReplyType<T> {
  readonly value?: T;
}

export interface RequestRow {
  /** A content script may start the toolbar's jobs and nothing else (SAFETY D6). */
  readonly from: ExtensionPage | typeof TOOLBAR_SENDER | readonly ExtensionPage[];
  readonly props: Properties;
  readonly optional?: Properties;
  /** `{}` if there is none. */
  readonly reply?: ReplyType<object>;
}
export type RequestRows = Readonly<Record<string, RequestRow>>;

/**
 * Only the type counts: a reply comes from the worker and is not validated.
 * @__NO_SIDE_EFFECTS__
 */
export const replyWith = <T extends object>(): ReplyType<T> => ({});

type Values<P extends Properties> = { readonly [K in keyof P]: FromSchema<P[K]> };
export type RequestOf<N, R extends RequestRow> = { readonly type: N } & Values<R['props']> &
  (R extends { readonly optional: infer O extends Properties } ? Partial<Values<O>> : unknown);
export type ReplyTo<R extends RequestRow> = R extends { readonly reply: ReplyType<infer T> }
  ? T
  : Record<string, never>;

export const started = replyWith<{ readonly runId: string }>();

export const id = { type: 'string', minLength: 1, maxLength: 100 } as const;
export const tabId = { type: 'integer', minimum: 0 } as const;
