/** Asks for what a server's prompt takes, shows what it holds, and attaches that: it stays the server's words. */
import { useEffect, useRef, useState } from 'react';
import { toLegibleText } from '../../lib/base/escape-invisible.ts';
import { isolateLine } from '../../lib/base/one-line.ts';
import { parseUrl } from '../../lib/base/urls.ts';
import { MAX_PROMPT_VALUE } from '../../lib/protocol/offscreen/tool-server.ts';
import type { Reply } from '../../lib/protocol/requests/requests.ts';
import type { SwitchedTool, ToolServerSettings } from '../../lib/protocol/settings/tool-servers.ts';
import { listArguments } from '../../lib/schema/list-arguments.ts';
import { Field, PLAIN_INPUT } from '../../ui/field.tsx';
import '../../ui/field.css';
import { usePanel } from '../panel-context.ts';
import { Button } from '../parts/button.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { PROMPT_WORDS as words } from '../strings/prompts.ts';

export interface ChosenPrompt {
  readonly server: Pick<ToolServerSettings, 'id' | 'address'>;
  readonly prompt: SwitchedTool;
}

interface PromptSheetProps extends ChosenPrompt {
  readonly close: () => void;
  /** Writes into the question, if nothing stands there. */
  readonly write: (text: string) => void;
}

type Asked = 'no' | 'waiting' | Reply<'tool-server.get-prompt'>;

export function PromptSheet({ server, prompt, close, write }: PromptSheetProps) {
  const { panel, host } = usePanel();
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const [asked, setAsked] = useState<Asked>('no');
  const fields = listArguments(prompt.inputSchema);
  const isMissing = fields.some(({ name, isRequired }) => isRequired && (typed.get(name) ?? '').trim() === '');
  const get = async (): Promise<void> => {
    if (isMissing || asked === 'waiting') return;
    setAsked('waiting');
    const values = Array.from(typed, ([name, value]) => ({ name, value })).filter(({ value }) => value !== '');
    setAsked(await host.request('tool-server.get-prompt', { server: server.id, name: prompt.name, values }));
  };
  const attach = (text: string): void => {
    close();
    void panel.attach([new File([text], createFileName(server.id, prompt.name), { type: 'text/plain' })]);
    write(words.follow);
  };
  return (
    <Sheet title={`/${server.id}:${isolateLine(prompt.name)}`} closeLabel={words.close} close={close}>
      {prompt.description.trim() !== '' && <ForeignWords server={server.id} text={prompt.description} />}
      <div className="stack gap-3">
        {fields.map(({ name, description, isRequired }) => (
          <Field
            key={name}
            {...PLAIN_INPUT}
            label={isolateLine(name)}
            help={[isolateLine(toLegibleText(description), 300), isRequired ? '' : words.optional].join(' ').trim()}
            maxLength={MAX_PROMPT_VALUE}
            dir="auto"
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              event.preventDefault(); // it stands in the question's form, which Enter would send
              void get();
            }}
            readOnly={asked === 'waiting'}
            value={typed.get(name) ?? ''}
            onText={(text) => {
              setTyped((now) => new Map(now).set(name, text));
              setAsked('no');
            }}
          />
        ))}
        <p className="fine">{words.sentTo(parseUrl(server.address)?.host ?? '')}</p>
        {asked === 'no' || asked === 'waiting' || !asked.ok ? (
          <Button className="button accent" aria-disabled={isMissing || asked === 'waiting'} onClick={() => void get()}>
            {words.get}
          </Button>
        ) : null}
      </div>
      {asked === 'waiting' && <p role="status">{words.getting}</p>}
      {typeof asked === 'object' && !asked.ok && (
        <p role="alert" className="warn">
          {asked.error.message} {asked.error.hint}
        </p>
      )}
      {typeof asked === 'object' && asked.ok && <Found server={server.id} found={asked.value} attach={attach} />}
    </Sheet>
  );
}

interface FoundProps {
  readonly server: string;
  readonly found: Extract<Reply<'tool-server.get-prompt'>, { readonly ok: true }>['value'];
  readonly attach: (text: string) => void;
}

function Found({ server, found: { text, cut, leftOut }, attach }: FoundProps) {
  const isEmpty = text.trim() === '';
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => shown.current?.focus(), []); // not the button: a second Enter would attach it unread
  return (
    <div ref={shown} tabIndex={-1} role="group" aria-label={words.itsWords(server)} className="stack gap-3">
      {isEmpty ? <p role="status">{words.empty}</p> : <ForeignWords server={server} text={text} />}
      {cut && <p className="warn">{words.cut}</p>}
      {leftOut > 0 && <p className="warn">{words.leftOut(leftOut)}</p>}
      {!isEmpty && (
        <>
          <Button className="button accent" onClick={() => attach(text)}>
            {words.add}
          </Button>
          <p className="fine">{words.kept}</p>
        </>
      )}
    </div>
  );
}

const ForeignWords = ({ server, text }: { readonly server: string; readonly text: string }) => (
  <figure className="quotation">
    <figcaption className="fine">{words.itsWords(server)}</figcaption>
    <blockquote dir="auto" className="said">
      {toLegibleText(text)}
    </blockquote>
  </figure>
);

/** The model is shown it as the title. */
const createFileName = (server: string, name: string): string =>
  `prompt ${name.replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 60)} of ${server}.txt`;
