/** The pages of agents: the list, one of them, and the text of one. */
import { useEffect, useRef } from 'react';
import { shownName } from '../at-work.ts';
import { Placeholder } from '../parts/placeholder.tsx';
import { TroubleCard, troubleTitle } from '../parts/trouble-card.tsx';
import { useModel, usePanel } from '../panel-context.ts';
import { t } from '../strings.ts';
import { AgentEditor } from './agent-editor.tsx';
import { AgentPage } from './agent-page.tsx';
import { AgentsList } from './agents-list.tsx';

export function Agents() {
  const { panel } = usePanel();
  const page = useModel((model) => model.agentsPage);
  const { list, broken, trouble } = useModel((model) => model.agents);
  const title = useRef<HTMLHeadingElement>(null);
  const place = page?.writing ? `write ${page.writing.of}` : (page?.open ?? '');
  useEffect(() => title.current?.focus(), [place]);
  if (page === null) return null;
  const { open, writing } = page;
  const agent = list?.find(({ id }) => id === open) ?? null;
  const name = agent === null ? t.agents.title : shownName(agent.name);
  return (
    <>
      <div className="row">
        <button type="button" className="button" onClick={panel.agents.back}>
          {t.back}
        </button>
        <h2 ref={title} tabIndex={-1} className="page-title" dir="auto">
          {writing === null ? name : writing.title}
        </h2>
      </div>
      {trouble !== null && <TroubleCard title={troubleTitle(trouble)} trouble={trouble} />}
      {writing !== null ? (
        <AgentEditor key={writing.of} writing={writing} agents={list ?? []} />
      ) : list === null ? (
        trouble === null && <Placeholder />
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
