/** What an agent may use: groups of tools, tool servers, single tools of them, and other agents. */
import { useId } from 'react';
import { EXTENSION_TOOLS } from '../../lib/agents/manifest/extension-tools.ts';
import { escapeInvisible, toLegibleText } from '../../lib/base/escape-invisible.ts';
import { SERVER_TOOL_MARK } from '../../lib/agent/frames/server-tool.ts';
import type { AgentEntry } from '../../lib/protocol/requests/agents.ts';
import { Tick } from '../../ui/field.tsx';
import { useModel } from '../panel-context.ts';
import { t } from '../strings/strings.ts';
import { findToolTitle } from '../strings/tools.ts';
import { formatAgentName } from '../trace/agent-name.ts';
import { getUses } from './definition.ts';
import type { DefinitionForm, FieldsProps } from './use-definition.ts';

const GROUPS = Object.entries<readonly string[]>(EXTENSION_TOOLS);
const OWN_NAMES: ReadonlySet<string> = new Set(GROUPS.flatMap(([id, tools]) => [id, ...tools]));

export function UseChoices({ form, of }: FieldsProps) {
  const all = useModel((model) => model.agents.list) ?? NO_AGENTS;
  const servers = useModel((model) => model.agents.servers);
  const agents = all.filter(({ id }) => id !== of);
  const uses = getUses(form.definition);
  const words = t.agents.form;
  const errorId = useId();
  if (uses === null) return <p className="note">{words.usesOnlyText}</p>;
  const served = servers.flatMap(({ id, tools }) => [id, ...tools.map(({ name }) => name)]);
  const others = uses.filter(
    (name) => !OWN_NAMES.has(name) && !served.includes(name) && !agents.some(({ id }) => id === name),
  );
  const isTaken = (server: string): boolean => OWN_NAMES.has(server) || all.some(({ id }) => id === server);
  const error = form.getError('uses');
  return (
    <>
      <fieldset
        className="stack choices-set"
        data-invalid={error !== undefined}
        tabIndex={-1}
        aria-describedby={error === undefined ? undefined : errorId}
      >
        <legend>{words.tools}</legend>
        {GROUPS.map(([id, tools]) => (
          <Extension key={id} id={id} tools={tools} uses={uses} setUse={form.setUse} />
        ))}
        {servers.map(({ id, tools }) => (
          <ToolGroup
            key={`server ${id}`}
            id={id}
            label={id}
            tools={tools.map(({ name, title }) => ({ name, label: escapeInvisible(title) }))}
            help={isTaken(id) ? words.serverTaken : tools.length === 0 ? words.serverEmpty : words.serverHelp}
            isTaken={isTaken(id)}
            uses={uses}
            setUse={form.setUse}
          />
        ))}
        {others.map((name) => (
          <UseTick
            key={name}
            name={name}
            label={escapeInvisible(name)}
            help={name.includes(SERVER_TOOL_MARK) ? words.serverOff : words.missing}
            uses={uses}
            setUse={form.setUse}
          />
        ))}
        {error !== undefined && (
          <p className="small warn" id={errorId}>
            {error}
          </p>
        )}
      </fieldset>
      {agents.length > 0 && (
        <fieldset className="stack choices-set">
          <legend>{words.agents}</legend>
          {agents.map(({ id, name, description }) => (
            <UseTick
              key={id}
              name={id}
              label={formatAgentName(name)}
              help={toLegibleText(description)}
              uses={uses}
              setUse={form.setUse}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

const NO_AGENTS: readonly AgentEntry[] = [];

interface UsesProps extends Pick<DefinitionForm, 'setUse'> {
  readonly uses: readonly string[];
}

interface ExtensionProps extends UsesProps {
  readonly id: string;
  readonly tools: readonly string[];
}

function Extension({ id, tools, uses, setUse }: ExtensionProps) {
  const label = t.agents.extensions[id] ?? id;
  if (tools.length > 1) {
    const labelled = tools.map((name) => ({ name, label: findToolTitle(name) ?? name }));
    return <ToolGroup id={id} label={label} tools={labelled} uses={uses} setUse={setUse} />;
  }
  const only = [id, ...tools].find((name) => uses.includes(name)) ?? id;
  return <UseTick name={only} label={label} uses={uses} setUse={setUse} />;
}

interface ToolGroupProps extends UsesProps {
  readonly id: string;
  readonly label: string;
  readonly help?: string;
  readonly tools: readonly { readonly name: string; readonly label: string }[];
  /** Its name stands for something else. */
  readonly isTaken?: boolean;
}

/** A group stands for all its tools. */
function ToolGroup({ id, label, help, tools, isTaken = false, uses, setUse }: ToolGroupProps) {
  const isWhole = uses.includes(id) && !isTaken;
  const names = tools.map(({ name }) => name);
  const chosen = isWhole ? names : names.filter((name) => uses.includes(name));
  return (
    <div className="tool-group">
      <UseTick name={id} label={label} help={help} uses={isTaken ? [] : uses} disabled={isTaken} setUse={setUse} />
      {tools.length > 0 && (
        <details className="folded">
          <summary>{t.agents.form.singleTools(chosen.length, tools.length)}</summary>
          {tools.map((tool) => (
            <UseTick key={tool.name} {...tool} uses={chosen} disabled={isWhole} setUse={setUse} />
          ))}
        </details>
      )}
    </div>
  );
}

interface UseTickProps extends UsesProps {
  readonly name: string;
  readonly label: string;
  readonly help?: string | undefined;
  readonly disabled?: boolean;
}

const UseTick = ({ name, label, help, uses, disabled = false, setUse }: UseTickProps) => (
  <Tick
    name={name}
    label={label}
    help={help}
    checked={uses.includes(name)}
    disabled={disabled}
    onTick={(used) => setUse(name, used)}
  />
);
