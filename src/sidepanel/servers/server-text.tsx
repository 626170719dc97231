/** Asks for what a server's prompt or resource takes, shows what it holds, and gives that to be attached: it stays the server's words. */
import { useEffect, useRef, useState } from 'react';
import { toLegibleText } from '../../lib/base/escape-invisible.ts';
import { cleanLine, isolateLine } from '../../lib/base/one-line.ts';
import type { JsonSchema } from '../../lib/base/json.ts';
import { parseUrl } from '../../lib/base/urls.ts';
import { MAX_TEXT_VALUE, type TextValues } from '../../lib/protocol/offscreen/server-texts.ts';
import type { ServerText } from '../../lib/protocol/requests/tool-server.ts';
import type { Reply } from '../../lib/protocol/requests/requests.ts';
import type { ToolServerSettings } from '../../lib/protocol/settings/tool-servers.ts';
import { listArguments } from '../../lib/schema/list-arguments.ts';
import { Field, PLAIN_INPUT } from '../../ui/field.tsx';
import './server-text.css';
import { Button } from '../parts/button.tsx';
import { SERVER_TEXT_WORDS as words } from '../strings/server-texts.ts';
import { Quotation } from './quotation.tsx';

export type TextServer = Pick<ToolServerSettings, 'id' | 'address'>;

interface ServerTextProps {
  readonly server: TextServer;
  readonly description: string;
  /** Schema of its arguments, each a text. */
  readonly inputSchema: JsonSchema;
  /** The press that opened it asked for it, if it takes nothing. */
  readonly isAsked?: boolean;
  readonly getLabel: string;
  readonly emptyLabel: string;
  /** `values`: of all that it takes, '' where nothing was typed. */
  readonly get: (values: TextValues) => Promise<Reply<'tool-server.get-prompt' | 'tool-server.read-resource'>>;
  /** Null if it is of a kind that is not read. */
  readonly createFile: (found: ServerText) => File | null;
  readonly attach: (file: File) => void;
}

type Asked = 'no' | 'waiting' | Awaited<ReturnType<ServerTextProps['get']>>;

export function ServerTextForm(props: ServerTextProps) {
  const { server, description, inputSchema, isAsked = false, get } = props;
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const fields = listArguments(inputSchema);
  const isAskedAtOnce = isAsked && fields.length === 0;
  const [asked, setAsked] = useState<Asked>(isAskedAtOnce ? 'waiting' : 'no');
  const isMissing = fields.some(({ name, isRequired }) => isRequired && (typed.get(name) ?? '').trim() === '');
  const ask = async (): Promise<void> => {
    if (isMissing || asked === 'waiting') return;
    setAsked('waiting');
    setAsked(await get(fields.map(({ name }) => ({ name, value: typed.get(name) ?? '' }))));
  };
  useEffect(() => {
    if (isAskedAtOnce) void get([]).then(setAsked);
  }, []); // oxlint-disable-line react-hooks/exhaustive-deps -- once
  return (
    <>
      {description.trim() !== '' && <Quotation caption={words.itsWords(server.id)} text={toLegibleText(description)} />}
      <div className="stack gap-3">
        {fields.map((field) => (
          <Field
            key={field.name}
            {...PLAIN_INPUT}
            label={isolateLine(field.name)}
            help={[isolateLine(toLegibleText(field.description), 300), field.isRequired ? '' : words.optional]
              .join(' ')
              .trim()}
            maxLength={MAX_TEXT_VALUE}
            dir="auto"
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              event.preventDefault(); // it stands in the question's form, which Enter would send
              void ask();
            }}
            readOnly={asked === 'waiting'}
            value={typed.get(field.name) ?? ''}
            onText={(text) => {
              setTyped((now) => new Map(now).set(field.name, text));
              setAsked('no');
            }}
          />
        ))}
        {fields.length > 0 && <p className="fine">{words.sentTo(parseUrl(server.address)?.host ?? '')}</p>}
        {asked === 'no' || asked === 'waiting' || !asked.ok ? (
          <Button className="button accent" aria-disabled={isMissing || asked === 'waiting'} onClick={() => void ask()}>
            {props.getLabel}
          </Button>
        ) : null}
      </div>
      {asked === 'waiting' && <p role="status">{words.getting}</p>}
      {typeof asked === 'object' && !asked.ok && (
        <p role="alert" className="warn">
          {asked.error.message} {asked.error.hint}
        </p>
      )}
      {typeof asked === 'object' && asked.ok && <Found {...props} found={asked.value} />}
    </>
  );
}

function Found({ server, emptyLabel, createFile, attach, found }: ServerTextProps & { readonly found: ServerText }) {
  const { text, bytes, mediaType, cut, leftOut } = found;
  const file = text.trim() === '' && bytes === '' ? null : createFile(found);
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => shown.current?.focus(), []); // not the button: a second Enter would attach it unread
  return (
    <div ref={shown} tabIndex={-1} role="group" aria-label={words.itsWords(server.id)} className="stack gap-3">
      {bytes !== '' ? (
        <p role="status">
          {file === null
            ? words.unreadable(cleanLine(mediaType))
            : words.file(cleanLine(mediaType), Math.ceil(file.size / 1024))}
        </p>
      ) : file === null ? (
        <p role="status">{emptyLabel}</p>
      ) : (
        <Quotation caption={words.itsWords(server.id)} text={toLegibleText(text.slice(0, MAX_SHOWN))} />
      )}
      {text.length > MAX_SHOWN && <p className="fine">{words.beginning}</p>}
      {cut && <p className="warn">{words.cut}</p>}
      {leftOut > 0 && <p className="warn">{words.leftOut(leftOut)}</p>}
      {file !== null && (
        <>
          <Button className="button accent" onClick={() => attach(file)}>
            {words.add}
          </Button>
          <p className="fine">{words.kept}</p>
        </>
      )}
    </div>
  );
}

/** In characters: a longer text would hold the panel up. Prompts are shorter. */
const MAX_SHOWN = 60_000;
