/** What a server holds, to be attached to the question: one of its prompts, or what is chosen of its list. */
import type { SwitchedTool } from '../../lib/protocol/settings/tool-servers.ts';
import { PromptSheet } from './prompt-sheet.tsx';
import { ResourceSheet } from './resource-sheet.tsx';
import type { TextServer } from './server-text.tsx';

export interface ChosenText {
  readonly server: TextServer;
  /** Null: its list is to be shown. */
  readonly prompt: SwitchedTool | null;
}

interface ServerSheetProps extends ChosenText {
  readonly close: () => void;
  /** Writes into the question, if nothing stands there. */
  readonly write: (text: string) => void;
}

export const ServerSheet = ({ server, prompt, close, write }: ServerSheetProps) =>
  prompt === null ? <ResourceSheet {...{ server, close }} /> : <PromptSheet {...{ server, prompt, close, write }} />;
