/** A built-in agent is never changed; the user's version replaces it. */
import type { AgentEntry } from '../../lib/protocol/requests/agents.ts';
import { formatAgentName } from '../trace/agent-name.ts';
import { loadManifestCheck, getManifestFileName, MEDIA_TYPE, type ManifestCheck } from './manifest-check.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { t } from '../strings/strings.ts';
import { QuietButton } from '../parts/button.tsx';

export function AgentActions({ agent }: { readonly agent: AgentEntry }) {
  const { panel, host } = usePanel();
  const taken = (useModel((model) => model.agents.list) ?? []).map((entry) => entry.id);
  const { id, manifest, source, replaces, text } = agent;
  const name = formatAgentName(agent.name);
  const [isUsersOwn, words] = [source === 'own', t.agents.one];
  const runWithCheck = (work: (check: ManifestCheck) => void): void =>
    void loadManifestCheck().then(work, () => panel.agents.showError(t.agents.editor.checkFailed));
  /** As the user wrote it, if they did. */
  const provideText = (handleText: (text: string) => void): void => {
    if (text !== '') handleText(text);
    else runWithCheck(({ write }) => handleText(write(manifest)));
  };
  const edit = (): void =>
    provideText((now) => panel.agents.edit({ of: id, title: t.agents.editor.edit(name), text: now, before: now }));
  const duplicate = (): void =>
    runWithCheck(({ createId, write }) => {
      const copyId = createId(`${id.replace(/-copy(?:-\d+)?$/, '')}-copy`, taken);
      const now = write({ ...manifest, id: copyId, name: createCopyName(manifest.name) });
      panel.agents.edit({ of: '', title: t.agents.editor.new, text: now, before: now });
    });
  return (
    <div className="row actions">
      <QuietButton look="edged" title={isUsersOwn ? undefined : words.customiseHint} onClick={edit}>
        {isUsersOwn ? words.edit : words.customise}
      </QuietButton>
      <QuietButton look="edged" onClick={duplicate}>
        {words.duplicate}
      </QuietButton>
      <QuietButton
        look="edged"
        onClick={() => provideText((now) => host.save(getManifestFileName(id), now, MEDIA_TYPE))}
      >
        {words.export}
      </QuietButton>
      {isUsersOwn && (
        <QuietButton look="edged" onClick={() => void panel.agents.remove(agent)}>
          {replaces ? words.reset : words.remove}
        </QuietButton>
      )}
    </div>
  );
}

const MAX_NAME_LENGTH = 60;
const createCopyName = (name: string): string => {
  const suffix = ` (${t.agents.one.copy})`;
  return name.endsWith(suffix) ? name : `${name.slice(0, MAX_NAME_LENGTH - suffix.length)}${suffix}`;
};
