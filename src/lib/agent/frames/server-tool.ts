/** A tool from outside: of a server that the user added, or of a page. As they saw it when they switched it on; its words are a stranger's. */
import type { JsonSchema } from '../../base/json.ts';

export interface ServerTool {
  /** The user's name for the server; `PAGE_SERVER` for a page. */
  readonly server: string;
  /** Address of the server; for a page, its origin. */
  readonly address: string;
  /** As the server knows it. */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** Hash of name, description and schemas as the server gave them: a call is refused once they differ. */
  readonly pin: string;
  /** The user said that a second time does no harm. */
  readonly repeatable: boolean;
  /** Shown to whoever asks the server: its words say nothing that only the user may know. */
  readonly isPublic: boolean;
  /** The document that offers it, and no other is called; absent for a server. */
  readonly page?: { readonly tabId: number; readonly documentId: string };
}

/** In the names of pages' tools; no server can be named so. */
export const PAGE_SERVER = 'this_page';

/** In characters: of what is kept, and so of what a model is told. */
export const MAX_TOOL_DESCRIPTION = 2000;

/** In the name of each such tool that a model is shown, and of no built-in one. */
export const SERVER_TOOL_MARK = '__';
