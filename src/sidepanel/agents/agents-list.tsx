import { useRef, useState } from 'react';
import { toLegibleText, escapeInvisible } from '../../lib/base/escape-invisible.ts';
import { MAX_MANIFEST_LENGTH, type AgentEntry, type BrokenAgent } from '../../lib/protocol/requests/agents.ts';
import { formatAgentName } from '../trace/active-agents.ts';
import { EXAMPLE_MANIFEST, isTooLargeForManifest } from './manifest-check.ts';
import { Facts } from '../parts/fine-print.tsx';
import { usePanel } from '../panel-context.ts';
import { t } from '../strings/strings.ts';
import { Switch, Faults } from './agent-parts.tsx';
import { Confirmation } from '../parts/confirmation.tsx';

interface AgentsListProps {
  readonly list: readonly AgentEntry[];
  readonly broken: readonly BrokenAgent[];
}

export function AgentsList({ list, broken }: AgentsListProps) {
  const own = list.filter(({ source, replaces }) => source === 'own' && !replaces);
  const builtIn = list.filter((agent) => !own.includes(agent));
  return (
    <>
      <p className="fine">{t.agents.list.intro}</p>
      <NewAgent />
      <Group title={t.agents.list.own} agents={own} none={t.agents.list.none} />
      {broken.length > 0 && <Broken broken={broken} />}
      <Group title={t.agents.list.builtIn} agents={builtIn} none="" />
    </>
  );
}

function NewAgent() {
  const { panel } = usePanel();
  const file = useRef<HTMLInputElement>(null);
  const startEditing = (text: string): void =>
    panel.agents.edit({ of: '', title: t.agents.editor.new, text, before: text });
  const readFile = (files: FileList | null): void => {
    const [chosen] = files ?? [];
    if (chosen === undefined) return;
    if (isTooLargeForManifest(chosen)) {
      panel.agents.showError(t.agents.editor.tooLong(MAX_MANIFEST_LENGTH));
      return;
    }
    chosen.text().then(startEditing, () => panel.agents.showError(t.agents.editor.unreadable));
  };
  return (
    <div className="row">
      <button type="button" className="button" onClick={() => startEditing(EXAMPLE_MANIFEST)}>
        {t.agents.list.new}
      </button>
      <button type="button" className="button" title={t.agents.list.importHint} onClick={() => file.current?.click()}>
        {t.agents.list.import}
      </button>
      <input
        ref={file}
        type="file"
        hidden
        accept=".yaml,.yml,.json,application/yaml,application/json,text/plain"
        aria-label={t.agents.list.importHint}
        onChange={({ target }) => {
          readFile(target.files);
          target.value = ''; // so that choosing the same file again fires a change
        }}
      />
    </div>
  );
}

interface GroupProps {
  readonly title: string;
  readonly agents: readonly AgentEntry[];
  /** '' for none. */
  readonly none: string;
}

function Group({ title, agents, none }: GroupProps) {
  if (agents.length === 0 && none === '') return null;
  return (
    <section className="group" aria-label={title}>
      <h3>{title}</h3>
      {agents.length === 0 ? (
        <p className="note">{none}</p>
      ) : (
        <ul className="agents">
          {agents.map((agent) => (
            <Row key={agent.id} agent={agent} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ agent }: { readonly agent: AgentEntry }) {
  const { panel } = usePanel();
  const { id, description, mode, enabled, faults, replaces } = agent;
  const name = formatAgentName(agent.name);
  const [fault] = faults;
  return (
    <li className="card agent" data-on={enabled}>
      <button type="button" className="agent-open" onClick={() => panel.agents.show(id)}>
        <span className="agent-title" dir="auto">
          {name}
        </span>
        <span className="agent-purpose" dir="auto">
          {toLegibleText(description)}
        </span>
        <span className="fine">
          <Facts
            facts={[t.agents.list.mode[mode], replaces ? t.agents.list.yours : '', enabled ? '' : t.agents.list.off]}
          />
        </span>
        {fault !== undefined && (
          <span className="warn fine">
            {t.agents.list.broken}: {toLegibleText(fault.problem)}.
          </span>
        )}
      </button>
      <Switch label={t.agents.list.on(name)} on={enabled} change={(on) => void panel.agents.enable(id, on)} />
    </li>
  );
}

function Broken({ broken }: { readonly broken: readonly BrokenAgent[] }) {
  return (
    <section className="group" aria-label={t.agents.list.unreadable}>
      <h3>{t.agents.list.unreadable}</h3>
      <ul className="agents">
        {broken.map((agent) => (
          <BrokenRow key={agent.id} agent={agent} />
        ))}
      </ul>
    </section>
  );
}

function BrokenRow({ agent: { id, text, faults } }: { readonly agent: BrokenAgent }) {
  const { panel } = usePanel();
  const [asking, setAsking] = useState(false);
  const name = escapeInvisible(id);
  return (
    <li className="card broken">
      {name !== '' && <p className="agent-title">{name}</p>}
      <Faults faults={faults} go={null} />
      {asking ? (
        <Confirmation
          question={t.agents.one.removeAsk(name)}
          yes={t.agents.one.yes.remove}
          no={t.agents.one.no}
          act={() => void panel.agents.remove(id)}
          close={() => setAsking(false)}
        />
      ) : (
        <div className="row">
          {text !== '' && (
            <button
              type="button"
              className="quiet edged"
              onClick={() => panel.agents.edit({ of: id, title: t.agents.editor.edit(name), text, before: text })}
            >
              {t.agents.one.edit}
            </button>
          )}
          {id !== '' && (
            <button type="button" className="quiet edged" onClick={() => setAsking(true)}>
              {t.agents.one.remove}
            </button>
          )}
        </div>
      )}
    </li>
  );
}
