/** The tools or prompts of one server. One that a test finds changed or gone is switched off, and shown until it is forgotten. */
import { useEffect, useEffectEvent, useState } from 'react';
import type { Grant } from '../../lib/agent/frames/spec.ts';
import type { ListedTool } from '../../lib/protocol/offscreen/tool-server.ts';
import { MAX_TOOLS_ON, type SwitchedTool, type ToolServerSettings } from '../../lib/protocol/settings/tool-servers.ts';
import { Tick } from '../parts/field.tsx';
import { Message, useMessage } from '../parts/section.tsx';
import { t } from '../strings/strings.ts';
import type { SectionProps } from '../use-settings.ts';
import { findLapsedTools, listShownTools, switchOffTools, switchTool, type ServedKind } from './tool-list.ts';
import { ToolRow } from './tool-row.tsx';
import { toGrant } from './tool-server-access.ts';

interface ServedToolsProps extends SectionProps {
  readonly kind: ServedKind;
  readonly server: ToolServerSettings;
  readonly grants: readonly Grant[];
  /** Null before the server was asked. */
  readonly listed: readonly ListedTool[] | null;
}

const NOTHING: readonly SwitchedTool[] = [];

export function ServedTools({ kind, host, store, server, grants, listed }: ServedToolsProps) {
  const { id, [kind]: tools = NOTHING } = server;
  const [lapsed, setLapsed] = useState<readonly SwitchedTool[]>([]);
  const [seen, setSeen] = useState(listed);
  if (listed !== seen) {
    setSeen(listed);
    const found = listed === null ? [] : findLapsedTools(tools, listed);
    setLapsed((old) => [...old.filter(({ name }) => !found.some((tool) => tool.name === name)), ...found]);
  }
  const { message, report } = useMessage();
  const removeGrant = (tool: SwitchedTool): Promise<void> =>
    kind === 'tools' ? host.removeGrant(toGrant(server, tool)) : Promise.resolve();
  // Grants go first: after a failure no other tool is called without asking.
  const change = async (name: string, tool: SwitchedTool | null): Promise<void> => {
    const before = tools.find((each) => each.name === name);
    if (before && before.pin !== tool?.pin) await removeGrant(before);
    await store.update((now) => switchTool(now, id, name, tool, kind));
    setLapsed((now) => now.filter((other) => other.name !== name));
  };
  const switchOff = async (off: readonly SwitchedTool[]): Promise<void> => {
    for (const tool of off) await removeGrant(tool);
    await store.update((now) => switchOffTools(now, id, off, kind));
  };
  const switchOffLapsed = useEffectEvent((now: readonly ListedTool[]) => {
    const found = findLapsedTools(tools, now);
    if (found.length > 0) void report(switchOff(found), '');
  });
  useEffect(() => {
    if (listed !== null) switchOffLapsed(listed);
  }, [listed]);
  const save = (work: Promise<unknown>): Promise<boolean> => report(work, t.savedNote);
  const forget = async (name: string, from: HTMLElement): Promise<void> => {
    const edit = from.closest('.models > li')?.querySelector<HTMLElement>('[aria-expanded]');
    if (await save(change(name, null))) edit?.focus(); // the button disappears and would take the focus with it
  };
  const shown = listShownTools(tools, listed, lapsed);
  return (
    <>
      {kind === 'prompts' && shown.length > 0 && <p className="fine">{t.promptsHelp}</p>}
      <ul className="served-tools" aria-label={t.servedOn[kind](tools.length)}>
        {shown.map((tool) => {
          const { name, switchable } = tool;
          const stored = tools.find((each) => each.name === name);
          const grant = stored && toGrant(server, stored);
          return (
            <ToolRow
              key={name}
              kind={kind}
              tool={tool}
              isFull={tools.length >= MAX_TOOLS_ON && stored === undefined}
              onSwitch={(isOn) => void save(change(name, isOn ? switchable : null))}
              onForget={(from) => void forget(name, from)}
            >
              {kind === 'tools' && stored && grant && (
                <>
                  <Tick
                    name={`${name} unasked`}
                    label={t.unasked}
                    help={t.unaskedHelp}
                    checked={grants.some((each) => each.tool === grant.tool && each.origin === grant.origin)}
                    onTick={(isUnasked) => void save(isUnasked ? host.addGrant(grant) : host.removeGrant(grant))}
                  />
                  <Tick
                    name={`${name} repeatable`}
                    label={t.repeatable}
                    help={t.repeatableHelp}
                    checked={tool.repeatable}
                    onTick={(repeatable) => void save(change(name, { ...stored, repeatable }))}
                  />
                </>
              )}
            </ToolRow>
          );
        })}
      </ul>
      {tools.length >= MAX_TOOLS_ON && <p className="fine">{t.servedFull[kind](MAX_TOOLS_ON)}</p>}
      <Message {...message} />
    </>
  );
}
