/** What an agent may use: groups of tools, single tools of them, and other agents. */
import { useId } from 'react';
import { EXTENSION_TOOLS } from '../../lib/agents/manifest/extension-tools.ts';
import { escapeInvisible, toLegibleText } from '../../lib/base/escape-invisible.ts';
import type { AgentEntry } from '../../lib/protocol/requests/agents.ts';
import { Tick } from '../../ui/field.tsx';
import { useModel } from '../panel-context.ts';
import { t } from '../strings/strings.ts';
import { findToolTitle } from '../strings/tools.ts';
import { formatAgentName } from '../trace/agent-name.ts';
import { getUses } from './definition.ts';
import type { DefinitionForm } from './use-definition.ts';

interface UseChoicesProps {
  readonly form: DefinitionForm;
  /** Of the agent itself. */
  readonly of: string;
}

const GROUPS = Object.entries<readonly string[]>(EXTENSION_TOOLS);
const OWN_NAMES: ReadonlySet<string> = new Set(GROUPS.flatMap(([id, tools]) => [id, ...tools]));

export function UseChoices({ form, of }: UseChoicesProps) {
  const agents = (useModel((model) => model.agents.list) ?? NO_AGENTS).filter(({ id }) => id !== of);
  const uses = getUses(form.definition);
  const words = t.agents.form;
  const errorId = useId();
  if (uses === null) return <p className="note">{words.usesOnlyText}</p>;
  const others = uses.filter((name) => !OWN_NAMES.has(name) && !agents.some(({ id }) => id === name));
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
          <ToolGroup key={id} id={id} tools={tools} uses={uses} setUse={form.setUse} />
        ))}
        {others.map((name) => (
          <UseTick key={name} name={name} label={escapeInvisible(name)} help={words.missing} uses={uses} {...form} />
        ))}
        {error !== undefined && (
          <p className="warn" id={errorId}>
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

interface ToolGroupProps extends UsesProps {
  readonly id: string;
  readonly tools: readonly string[];
}

/** A group stands for all its tools. */
function ToolGroup({ id, tools, uses, setUse }: ToolGroupProps) {
  const isWhole = uses.includes(id);
  const chosen = tools.filter((name) => uses.includes(name));
  const label = t.agents.extensions[id] ?? id;
  const [only = id] = isWhole ? [id] : chosen;
  if (tools.length === 1) return <UseTick name={only} label={label} uses={uses} setUse={setUse} />;
  return (
    <div className="tool-group">
      <UseTick name={id} label={label} uses={uses} setUse={setUse} />
      <details className="folded">
        <summary>{t.agents.form.singleTools(isWhole ? tools.length : chosen.length, tools.length)}</summary>
        {tools.map((name) => (
          <UseTick
            key={name}
            name={name}
            label={findToolTitle(name) ?? name}
            uses={isWhole ? tools : uses}
            disabled={isWhole}
            setUse={setUse}
          />
        ))}
      </details>
    </div>
  );
}

interface UseTickProps extends UsesProps {
  readonly name: string;
  readonly label: string;
  readonly help?: string;
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
