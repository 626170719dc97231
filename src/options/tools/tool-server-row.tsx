/** One server of the list: its test, its tools, and its editor. */
import { useRef, useState, useEffect, useEffectEvent } from 'react';
import { isolateLine } from '../../lib/base/one-line.ts';
import type { ToolServerSettings } from '../../lib/protocol/settings/tool-servers.ts';
import { Cure } from '../../ui/cure.tsx';
import { Access, useHasKey } from '../models/server-access.tsx';
import { Button } from '../parts/button.tsx';
import { EditableRow } from '../parts/editable-row.tsx';
import { isOriginUsed } from '../../lib/protocol/settings/servers.ts';
import { t } from '../strings/strings.ts';
import { useWatched, type SectionProps } from '../use-settings.ts';
import { ServedTools } from './served-tools.tsx';
import { SignIn } from './sign-in.tsx';
import { removeServer } from './tool-list.ts';
import { formatServerAddress, getServerOrigin, listTokenSharers } from './tool-server-access.ts';
import { ToolServerEditor } from './tool-server-editor.tsx';
import { formatError, type UserError } from '../../lib/base/errors.ts';
import type { ToolsEvent } from '../../lib/protocol/offscreen/tool-server.ts';
import type { OptionsHost } from '../host.ts';

interface ToolServerRowProps extends SectionProps {
  readonly server: ToolServerSettings;
  readonly isNew: boolean;
  readonly onRemove: () => void;
}

export function ToolServerRow({ host, store, server, isNew, onRemove }: ToolServerRowProps) {
  const { id, address, tools, prompts = [] } = server;
  const [isOpen, setOpen] = useState(false);
  const [isKept, setKept] = useState(false);
  const opener = useRef<HTMLElement>(null);
  const { test, start, startAfterSave } = useToolServerTest(host, address, isNew);
  const origin = getServerOrigin(address);
  const grants = useWatched(host.loadGrants, host.onGrants) ?? [];
  const { hasKey } = useHasKey(host, origin, isOpen);
  const withToken = hasKey === true && !isOriginUsed(removeServer(store.settings, id), origin);
  const close = (): void => {
    setOpen(false);
    opener.current?.focus();
  };
  return (
    <EditableRow
      name={id}
      actions={
        <Button
          look="small"
          aria-label={t.testLabel(id)}
          aria-disabled={test.isRunning}
          onClick={() => test.isRunning || start()}
        >
          {t.test}
        </Button>
      }
      onEdit={(from) => {
        opener.current = from;
        setOpen(!isOpen);
      }}
      question={t.toolServerSure(id, withToken)}
      onRemove={onRemove}
      status={
        <div className="tried">
          {isKept && <p role="status">{t.keptThere}</p>}
          {test.isRunning && <p role="status">{t.askingServer}</p>}
          {test.error && (
            <div role="alert" className="warn">
              <p>{test.error.message}</p>
              {test.error.hint !== '' && <Cure text={test.error.hint} copy={host.copy} />}
            </div>
          )}
          <SignIn
            host={host}
            name={id}
            address={address}
            isAsked={test.isSignInAsked}
            isChanging={isOpen || test.isRunning}
            sharers={listTokenSharers(store.settings, address, id)}
            onDone={startAfterSave}
          />
          {test.found && (
            <p role="status">
              {t.toolsFound(isolateLine(test.found.title) || id, test.found.tools.length + test.found.prompts.length)}
            </p>
          )}
          {(['tools', 'prompts'] as const).map((kind) => (
            <ServedTools key={kind} {...{ kind, host, store, server, grants }} listed={test.found?.[kind] ?? null} />
          ))}
        </div>
      }
      editor={
        isOpen ? (
          <ToolServerEditor
            label={t.editLabel(id)}
            host={host}
            address={address}
            taken={[]}
            listSharers={(to) => listTokenSharers(store.settings, to, id)}
            onSave={(_address, isKept) => {
              setKept(isKept);
              close();
              startAfterSave();
              return Promise.resolve();
            }}
            onCancel={close}
          />
        ) : null
      }
    >
      <strong>{id}</strong>
      <p className="fine">
        {formatServerAddress(address)} · {t.servedOn.tools(tools.length)}
        {prompts.length > 0 && ` · ${t.servedOn.prompts(prompts.length)}`}
      </p>
      <Access host={host} name={id} endpoint={address} />
    </EditableRow>
  );
}

interface ToolServerTest {
  readonly isRunning: boolean;
  readonly found: Omit<ToolsEvent, 'type'> | null;
  readonly error: Pick<UserError, 'message' | 'hint'> | null;
  /** By the server, before it says what it has. */
  readonly isSignInAsked: boolean;
}

const NO_TEST: ToolServerTest = { isRunning: false, found: null, error: null, isSignInAsked: false };

const SIGN_IN_CODES: readonly string[] = ['tool-server.sign-in', 'tool-server.scope'];

/** `isNew`: it is tested at once. */
function useToolServerTest(host: OptionsHost, address: string, isNew: boolean) {
  const [test, setTest] = useState(NO_TEST);
  const current = useRef(new AbortController());

  const start = (access: Promise<boolean>): void => {
    current.current.abort();
    current.current = new AbortController();
    const { signal } = current.current;
    const show = (change: Partial<ToolServerTest>): void => {
      if (!signal.aborted) setTest({ ...NO_TEST, ...change });
    };
    const run = async (): Promise<void> => {
      if (!(await access)) {
        show({ error: { message: t.declined(new URL(address).origin), hint: '' } });
        return;
      }
      const reply = await host.testToolServer(address);
      if (reply.ok) show({ found: reply.value });
      else show({ error: reply.error, isSignInAsked: SIGN_IN_CODES.includes(reply.error.code) });
    };
    show({ isRunning: true });
    run().catch((thrown: unknown) => show({ error: { message: formatError(thrown), hint: '' } }));
  };
  const startNew = useEffectEvent(() => {
    if (isNew) start(Promise.resolve(true));
  });
  useEffect(() => {
    startNew();
    return () => current.current.abort();
  }, []);
  return {
    test,
    /** Must be called in a user gesture: the browser may have to ask. */
    start: (): void => start(host.requestOrigin(address)),
    /** Access was given when it was saved. */
    startAfterSave: (): void => start(Promise.resolve(true)),
  };
}
