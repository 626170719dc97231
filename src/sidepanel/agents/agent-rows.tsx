/** The rows of the list of agents. */
import { useState } from 'react';
import { toLegibleText, escapeInvisible } from '../../lib/base/escape-invisible.ts';
import type { AgentEntry, BrokenAgent } from '../../lib/protocol/requests/agents.ts';
import { formatAgentName } from '../trace/agent-name.ts';
import { Facts } from '../parts/fine-print.tsx';
import { usePanel } from '../panel-context.ts';
import { t } from '../strings/strings.ts';
import { Switch, Faults } from './agent-parts.tsx';
import { Confirmation } from '../../ui/confirmation.tsx';
import { QuietButton } from '../parts/button.tsx';

interface GroupProps {
  readonly title: string;
  readonly agents: readonly AgentEntry[];
  /** '' for none. */
  readonly none: string;
}

export function Group({ title, agents, none }: GroupProps) {
  if (agents.length === 0 && none === '') return null;
  return (
    <section className="stack group" aria-label={title}>
      <h3 className="fine">{title}</h3>
      {agents.length === 0 ? (
        <p className="note">{none}</p>
      ) : (
        <ul className="stack agents">
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
    <li className="row tight top gap-3 listed agent">
      <button type="button" className="stack gap-1 spring" onClick={() => panel.agents.show(id)}>
        <span className={enabled ? 'agent-title strong' : 'agent-title strong muted'} dir="auto">
          {name}
        </span>
        <span className="fine" dir="auto">
          {toLegibleText(description)}
        </span>
        <span className="fine">
          <Facts facts={[t.agents.list.mode[mode], replaces ? t.agents.list.yours : '']} />
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

export function Broken({ broken }: { readonly broken: readonly BrokenAgent[] }) {
  return (
    <section className="stack group" aria-label={t.agents.list.unreadable}>
      <h3 className="fine">{t.agents.list.unreadable}</h3>
      <ul className="stack agents">
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
    <li className="card stack broken">
      {name !== '' && <p className="agent-title strong">{name}</p>}
      <Faults faults={faults} go={null} />
      {asking ? (
        <Confirmation
          question={t.agents.one.removeAsk(name)}
          yes={t.agents.one.yes}
          no={t.agents.one.no}
          act={() => void panel.agents.removeBroken(id)}
          close={() => setAsking(false)}
        />
      ) : (
        <div className="row">
          {text !== '' && (
            <QuietButton
              look="edged"
              onClick={() => panel.agents.edit({ of: id, title: t.agents.editor.edit(name), text, before: text })}
            >
              {t.agents.one.edit}
            </QuietButton>
          )}
          {id !== '' && (
            <QuietButton look="edged" onClick={() => setAsking(true)}>
              {t.agents.one.remove}
            </QuietButton>
          )}
        </div>
      )}
    </li>
  );
}
