/** The list of tool servers. A token is removed with the last thing at its origin. */
import { useRef, useState } from 'react';
import type { Grant } from '../../lib/agent/frames/spec.ts';
import { isolateLine } from '../../lib/base/one-line.ts';
import { parseUrl } from '../../lib/base/urls.ts';
import {
  MAX_TOOL_SERVERS,
  MAX_TOOLS_ON,
  type SwitchedTool,
  type ToolServerSettings,
} from '../../lib/protocol/settings/tool-servers.ts';
import { createServerToolName } from '../../lib/toolbox/server/server-tool-name.ts';
import { Cure } from '../../ui/cure.tsx';
import { isOriginUsed } from '../search/engine-form.ts';
import { Access } from '../models/server-access.tsx';
import { Button } from '../parts/button.tsx';
import { EditableRow } from '../parts/editable-row.tsx';
import { Message, Section, useMessage } from '../parts/section.tsx';
import { t } from '../strings/strings.ts';
import { useWatched, type SectionProps } from '../use-settings.ts';
import { createServerId, listShownTools, putServer, removeServer, switchTool } from './tool-list.ts';
import { ToolRow } from './tool-row.tsx';
import { ToolServerEditor } from './tool-server-editor.tsx';
import { useToolServerTest } from './use-tool-server.ts';

export function ToolServers({ host, store }: SectionProps) {
  const { settings, update } = store;
  const { toolServers } = settings;
  const [adding, setAdding] = useState(false);
  const [added, setAdded] = useState('');
  const { message, report } = useMessage();
  const heading = useRef<HTMLHeadingElement>(null);
  const add = async (address: string): Promise<void> => {
    await update((now) => putServer(now, { id: createServerId(address, now.toolServers), address, tools: [] }));
    setAdded(address);
    setAdding(false);
    heading.current?.focus();
  };
  const remove = async ({ id, address, tools }: ToolServerSettings): Promise<void> => {
    const origin = getOrigin(address);
    const kept = { used: true };
    await update((now) => {
      const next = removeServer(now, id);
      kept.used = isOriginUsed(next, origin);
      return next;
    });
    if (!kept.used) await host.removeKey(origin);
    for (const tool of tools) await host.removeGrant(toGrant(id, address, tool));
  };
  const isFull = toolServers.length >= MAX_TOOL_SERVERS;
  return (
    <Section id="tool-servers" title={t.toolServers} help={t.toolServersHelp} heading={heading}>
      {toolServers.length === 0 && <p className="fine">{t.noToolServers}</p>}
      <ul className="models">
        {toolServers.map((server) => (
          <ServerRow
            key={server.id}
            host={host}
            store={store}
            server={server}
            isNew={server.address === added}
            onRemove={() => void report(remove(server), t.removed(server.id)).then(() => heading.current?.focus())}
          />
        ))}
      </ul>
      <Message {...message} />
      {adding && (
        <ToolServerEditor
          label={t.addToolServer}
          host={host}
          address=""
          taken={toolServers.map(({ address }) => address)}
          onSave={add}
          onCancel={() => {
            setAdding(false);
            heading.current?.focus();
          }}
        />
      )}
      {!adding && !isFull && <Button onClick={() => setAdding(true)}>{t.addToolServer}</Button>}
      {isFull && <p className="fine">{t.listFull(MAX_TOOL_SERVERS)}</p>}
    </Section>
  );
}

const getOrigin = (address: string): string => parseUrl(address)?.origin ?? '';

const toGrant = (server: string, address: string, { name, pin }: Pick<SwitchedTool, 'name' | 'pin'>): Grant => ({
  tool: createServerToolName({ server, name, pin }),
  origin: getOrigin(address),
});

interface ServerRowProps extends SectionProps {
  readonly server: ToolServerSettings;
  readonly isNew: boolean;
  readonly onRemove: () => void;
}

function ServerRow({ host, store, server, isNew, onRemove }: ServerRowProps) {
  const { id, address, tools } = server;
  const [isOpen, setOpen] = useState(false);
  const { test, start, startAfterSave } = useToolServerTest(host, address, isNew);
  const { message, report } = useMessage();
  const grants = useWatched(host.loadGrants, host.onGrants) ?? [];
  const withKey = !isOriginUsed(removeServer(store.settings, id), getOrigin(address));
  const save = (work: Promise<unknown>): void => void report(work, t.savedNote);
  const change = async (name: string, tool: SwitchedTool | null): Promise<void> => {
    const before = tools.find((each) => each.name === name);
    await store.update((now) => switchTool(now, id, name, tool));
    // what was allowed was allowed of another tool
    if (before && before.pin !== tool?.pin) await host.removeGrant(toGrant(id, address, before));
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
      onEdit={() => setOpen(!isOpen)}
      question={t.toolServerSure(id, withKey)}
      onRemove={onRemove}
      status={
        <div className="tried">
          {test.isRunning && <p role="status">{t.testingToolServer}</p>}
          {test.error && (
            <div role="alert" className="warn">
              <p>{test.error.message}</p>
              {test.error.hint !== '' && <Cure text={test.error.hint} copy={host.copy} />}
            </div>
          )}
          {test.found && (
            <p role="status">{t.toolsFound(isolateLine(test.found.title) || id, test.found.tools.length)}</p>
          )}
          <ul className="served-tools" aria-label={t.toolsOn(tools.length)}>
            {listShownTools(tools, test.found?.tools ?? null).map((tool) => {
              const { name, switchable } = tool;
              const stored = tools.find((each) => each.name === name);
              const grant = stored && toGrant(id, address, stored);
              return (
                <ToolRow
                  key={name}
                  tool={tool}
                  isFull={tools.length >= MAX_TOOLS_ON && stored === undefined}
                  isUnasked={grants.some((each) => each.tool === grant?.tool && each.origin === grant.origin)}
                  onSwitch={(isOn) => save(change(name, isOn ? switchable : null))}
                  onRepeatable={(repeatable) => stored && save(change(name, { ...stored, repeatable }))}
                  onUnasked={(isUnasked) => grant && save(isUnasked ? host.addGrant(grant) : host.removeGrant(grant))}
                />
              );
            })}
          </ul>
          {tools.length >= MAX_TOOLS_ON && <p className="fine">{t.toolsFull(MAX_TOOLS_ON)}</p>}
          <Message {...message} />
        </div>
      }
      editor={
        isOpen ? (
          <ToolServerEditor
            label={t.editLabel(id)}
            host={host}
            address={address}
            taken={[]}
            onSave={() => {
              setOpen(false);
              startAfterSave();
              return Promise.resolve();
            }}
            onCancel={() => setOpen(false)}
          />
        ) : null
      }
    >
      <strong>{id}</strong>
      <p className="fine">
        {isolateLine(address)} · {t.toolsOn(tools.length)}
      </p>
      <Access host={host} name={id} endpoint={address} />
    </EditableRow>
  );
}
