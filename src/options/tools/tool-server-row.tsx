/** One server of the list: its test, its tools, and its editor. */
import { useRef, useState } from 'react';
import { isolateLine } from '../../lib/base/one-line.ts';
import type { ToolServerSettings } from '../../lib/protocol/settings/tool-servers.ts';
import { Cure } from '../../ui/cure.tsx';
import { Access, useHasKey } from '../models/server-access.tsx';
import { Button } from '../parts/button.tsx';
import { EditableRow } from '../parts/editable-row.tsx';
import { isOriginUsed } from '../search/engine-form.ts';
import { t } from '../strings/strings.ts';
import { useWatched, type SectionProps } from '../use-settings.ts';
import { ServedTools } from './served-tools.tsx';
import { SignIn } from './sign-in.tsx';
import { removeServer } from './tool-list.ts';
import { formatServerAddress, getServerOrigin, listTokenSharers } from './tool-server-access.ts';
import { ToolServerEditor } from './tool-server-editor.tsx';
import { useToolServerTest } from './use-tool-server.ts';

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
          aria-label={t.testToolServerLabel(id)}
          aria-disabled={test.isRunning}
          onClick={() => test.isRunning || start()}
        >
          {t.testToolServer}
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
