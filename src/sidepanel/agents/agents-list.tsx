import { useRef } from 'react';
import { MAX_MANIFEST_LENGTH, type AgentEntry, type BrokenAgent } from '../../lib/protocol/requests/agents.ts';
import { BLANK_MANIFEST, isTooLargeForManifest } from './manifest-check.ts';
import { usePanel } from '../panel-context.ts';
import { t } from '../strings/strings.ts';
import { DraftForm } from './draft-form.tsx';
import { Group, Broken } from './agent-rows.tsx';
import { Button } from '../parts/button.tsx';

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
