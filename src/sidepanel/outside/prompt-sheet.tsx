/** A prompt of a server, which the question is to follow. */
import { isolateLine } from '../../lib/base/one-line.ts';
import type { SwitchedTool } from '../../lib/protocol/settings/tool-servers.ts';
import { createServerFile } from '../files/server-file.ts';
import { usePanel } from '../panel-context.ts';
import { Sheet } from '../parts/sheet.tsx';
import { PROMPT_WORDS as words } from '../strings/server-texts.ts';
import { ServerTextForm, type TextServer } from './server-text.tsx';

interface PromptSheetProps {
  readonly server: TextServer;
  readonly prompt: SwitchedTool;
  readonly close: () => void;
  /** Writes into the question, if nothing stands there. */
  readonly write: (text: string) => void;
}

export function PromptSheet({ server, prompt: { name, description, inputSchema }, close, write }: PromptSheetProps) {
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
