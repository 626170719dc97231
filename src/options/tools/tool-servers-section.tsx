/** The list of tool servers. A token is removed with the last thing at its origin. */
import { useRef, useState } from 'react';
import { MAX_TOOL_SERVERS, type ToolServerSettings } from '../../lib/protocol/settings/tool-servers.ts';
import { isOriginUsed } from '../../lib/protocol/settings/servers.ts';
import { Button } from '../parts/button.tsx';
import { Message, Section, useMessage } from '../parts/section.tsx';
import { t } from '../strings/strings.ts';
import type { SectionProps } from '../use-settings.ts';
import { createServerId, putServer, removeServer } from './tool-list.ts';
import { getServerOrigin, listTokenSharers, toGrant } from './tool-server-access.ts';
import { ToolServerEditor } from './tool-server-editor.tsx';
import { ToolServerRow } from './tool-server-row.tsx';

export function ToolServers({ host, store }: SectionProps) {
  const { settings, update } = store;
  const { toolServers } = settings;
  const [adding, setAdding] = useState(false);
  const [added, setAdded] = useState('');
  const { message, showMessage, report } = useMessage();
  const heading = useRef<HTMLHeadingElement>(null);
  const closeEditor = (): void => {
    setAdding(false);
    heading.current?.focus(); // the button that opened it was replaced by it
  };
  const add = async (address: string, isKept: boolean): Promise<void> => {
    await update((now) => putServer(now, { id: createServerId(address, now.toolServers), address, tools: [] }));
    setAdded(address);
    if (isKept) showMessage(t.keptThere);
    closeEditor();
  };
  /** True if a sign-in may go on at the server. */
  const remove = async (server: ToolServerSettings): Promise<boolean> => {
    const origin = getServerOrigin(server.address);
    // first: after a failure later on, nothing is called without asking
    for (const tool of server.tools) await host.removeGrant(toGrant(server, tool));
    const kept = { used: true };
    await update((now) => {
      const next = removeServer(now, server.id);
      kept.used = isOriginUsed(next, origin);
      return next;
    });
    return !kept.used && (await host.signOut(origin));
  };
  const isFull = toolServers.length >= MAX_TOOL_SERVERS;
  return (
    <Section id="tool-servers" title={t.toolServers} help={t.toolServersHelp} heading={heading}>
      {toolServers.length === 0 && <p className="fine">{t.noToolServers}</p>}
      <ul className="models">
        {toolServers.map((server) => (
          <ToolServerRow
            key={server.id}
            host={host}
            store={store}
            server={server}
            isNew={server.address === added}
            onRemove={() => {
              const say = (isKept: boolean): string => t.sayEnded(t.removed(server.id), isKept);
              void report(remove(server), say).then(() => heading.current?.focus());
            }}
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
          listSharers={(address) => listTokenSharers(settings, address, '')}
          onSave={add}
          onCancel={closeEditor}
        />
      )}
      {!adding && !isFull && <Button onClick={() => setAdding(true)}>{t.addToolServer}</Button>}
      {isFull && <p className="fine">{t.listFull(MAX_TOOL_SERVERS)}</p>}
    </Section>
  );
}
