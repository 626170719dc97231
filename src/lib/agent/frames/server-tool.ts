/** A tool of a server that the user added, as they saw it when they switched it on. Its words are a stranger's. */
import type { JsonSchema } from '../../base/json.ts';

export interface ServerTool {
  /** The user's name for the server. */
  readonly server: string;
  readonly address: string;
  /** As the server knows it. */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** Of name, description and schemas as the server gave them: a call is refused once they differ. */
  readonly pin: string;
  /** The user said that a second time does no harm. */
  readonly repeatable: boolean;
  /** Shown to whoever asks the server: its words say nothing that only the user may know. */
  readonly isPublic: boolean;
}

/** In characters: of what is kept, and so of what a model is told. */
export const MAX_TOOL_DESCRIPTION = 2000;

/** In the name of each such tool that a model is shown, and of no built-in one. */
export const SERVER_TOOL_MARK = '__';
