import { useEffect, useRef } from 'react';
import './agents.css';
import { useModel, usePanel } from '../panel-context.ts';
import { BackButton, Button } from '../parts/button.tsx';
import { Placeholder } from '../parts/fine-print.tsx';
import { ErrorCard } from '../run/error-card.tsx';
import { t } from '../strings/strings.ts';
import { formatAgentName } from '../trace/agent-name.ts';
import { AgentEditor } from './agent-editor.tsx';
import { AgentPage } from './agent-page.tsx';
import { MAX_MANIFEST_LENGTH, type AgentEntry, type BrokenAgent } from '../../lib/protocol/requests/agents.ts';
import { BLANK_MANIFEST, isTooLargeForManifest } from './manifest-check.ts';
import { DraftForm } from './draft-form.tsx';
import { Group, Broken } from './agent-rows.tsx';

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

interface AgentsListProps {
  readonly list: readonly AgentEntry[];
  readonly broken: readonly BrokenAgent[];
}

function AgentsList({ list, broken }: AgentsListProps) {
  const own = list.filter(({ source, replaces }) => source === 'own' && !replaces);
  const builtIn = list.filter((agent) => !own.includes(agent));
  return (
    <>
      <p className="fine">{t.agents.list.intro}</p>
      <DraftForm />
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
      <Button onClick={() => startEditing(BLANK_MANIFEST)}>{t.agents.list.new}</Button>
      <Button title={t.agents.list.importHint} onClick={() => file.current?.click()}>
        {t.agents.list.import}
      </Button>
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
