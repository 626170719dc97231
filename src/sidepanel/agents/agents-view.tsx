import { useEffect, useRef } from 'react';
import '../agents.css';
import { useModel, usePanel } from '../panel-context.ts';
import { BackButton } from '../parts/button.tsx';
import { Placeholder } from '../parts/fine-print.tsx';
import { ErrorCard } from '../run/error-card.tsx';
import { t } from '../strings/strings.ts';
import { formatAgentName } from '../trace/agent-name.ts';
import { AgentEditor } from './agent-editor.tsx';
import { AgentPage } from './agent-page.tsx';
import { AgentsList } from './agents-list.tsx';

export function Agents() {
  const { panel } = usePanel();
  const page = useModel((model) => model.agentsPage);
  const { list, broken, error } = useModel((model) => model.agents);
  const title = useRef<HTMLHeadingElement>(null);
  const pageKey = page?.writing ? `write ${page.writing.of}` : (page?.open ?? '');
  useEffect(() => title.current?.focus(), [pageKey]);
  if (page === null) return null;
  const { open, writing } = page;
  const agent = list?.find(({ id }) => id === open) ?? null;
  const name = agent === null ? t.agents.title : formatAgentName(agent.name);
  return (
    <>
      <div className="row">
        <BackButton onClick={panel.agents.goBack} />
        <h2 ref={title} tabIndex={-1} className="page-title" dir="auto">
          {writing === null ? name : writing.title}
        </h2>
      </div>
      {error !== null && <ErrorCard error={error} />}
      {writing !== null ? (
        <AgentEditor key={writing.of} writing={writing} />
      ) : list === null ? (
        error === null && <Placeholder />
      ) : open === null ? (
        <AgentsList list={list} broken={broken} />
      ) : agent === null ? (
        <p className="note">{t.agents.one.gone}</p>
      ) : (
        <AgentPage key={agent.id} agent={agent} />
      )}
    </>
  );
}
