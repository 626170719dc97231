/** What a server holds, to be attached to the question: one of its prompts, or what is chosen of its list. */
import type { SwitchedTool } from '../../lib/protocol/settings/tool-servers.ts';
import { ResourceSheet } from './resource-sheet.tsx';
import { type TextServer, ServerTextForm } from './server-text.tsx';
import { isolateLine } from '../../lib/base/one-line.ts';
import { createServerFile } from '../files/server-file.ts';
import { usePanel } from '../panel-context.ts';
import { Sheet } from '../parts/sheet.tsx';
import { PROMPT_WORDS as words } from '../strings/server-texts.ts';

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

interface PromptSheetProps {
  readonly server: TextServer;
  readonly prompt: SwitchedTool;
  readonly close: () => void;
  /** Writes into the question, if nothing stands there. */
  readonly write: (text: string) => void;
}

/** A prompt of a server, which the question is to follow. */
function PromptSheet({ server, prompt: { name, description, inputSchema }, close, write }: PromptSheetProps) {
  const { panel, host } = usePanel();
  return (
    <Sheet title={`/${server.id}:${isolateLine(name)}`} closeLabel={words.close} close={close}>
      <ServerTextForm
        {...{ server, description, inputSchema }}
        getLabel={words.get}
        emptyLabel={words.empty}
        get={(values) =>
          host.request('tool-server.get-prompt', {
            server: server.id,
            address: server.address,
            name,
            values: values.filter(({ value }) => value !== ''),
          })
        }
        createFile={(found) => createServerFile({ server: server.id, name: `prompt ${name}` }, found)}
        attach={(file) => {
          close();
          void panel.attach([file]);
          write(words.follow);
        }}
      />
    </Sheet>
  );
}
