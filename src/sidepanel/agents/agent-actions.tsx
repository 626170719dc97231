/** A built-in agent is never changed; the user's version replaces it. */
import { useState } from 'react';
import type { AgentManifest } from '../../lib/agent/frames/frames.ts';
import type { AgentEntry } from '../../lib/protocol/requests/agents.ts';
import { formatAgentName } from '../trace/active-agents.ts';
import { loadManifestCheck, getManifestFileName, createCopyId, MEDIA_TYPE } from './manifest-check.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { t } from '../strings/strings.ts';
import { Confirmation } from '../parts/confirmation.tsx';
import { QuietButton } from '../parts/button.tsx';

export function AgentActions({ agent }: { readonly agent: AgentEntry }) {
  const { panel, host } = usePanel();
  const list = useModel((model) => model.agents.list) ?? [];
  const [asking, setAsking] = useState(false);
  const { id, manifest, source, replaces, text } = agent;
  const name = formatAgentName(agent.name);
  const [isUsersOwn, words] = [source === 'own', t.agents.one];
  const provideText = (
    handleText: (text: string) => void,
    manifestToWrite: AgentManifest = manifest,
    storedText = text,
  ): void => {
    if (storedText !== '') handleText(storedText);
    else
      void loadManifestCheck().then(
        ({ write }) => handleText(write(manifestToWrite)),
        () => panel.agents.showError(t.agents.editor.checkFailed),
      );
  };
  const edit = (): void =>
    provideText((now) => panel.agents.edit({ of: id, title: t.agents.editor.edit(name), text: now, before: now }));
  const duplicate = (): void => {
    const copy = {
      ...manifest,
      id: createCopyId(
        id,
        list.map((entry) => entry.id),
      ),
      name: createCopyName(manifest.name),
    };
    provideText((now) => panel.agents.edit({ of: '', title: t.agents.editor.new, text: now, before: now }), copy, '');
  };
  const remove = (): void => {
    void panel.agents.remove(id).then((removed) => {
      setAsking(false);
      if (removed && !replaces) panel.agents.show(null);
    });
  };
  return (
    <>
      <div className="row actions">
        <QuietButton look="edged" title={isUsersOwn ? undefined : words.mineHint} onClick={edit}>
          {isUsersOwn ? words.edit : words.mine}
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
          <QuietButton look="edged" onClick={() => setAsking(true)}>
            {replaces ? words.restore : words.remove}
          </QuietButton>
        )}
      </div>
      {asking && (
        <Confirmation
          question={replaces ? words.restoreAsk : words.removeAsk(name)}
          yes={replaces ? words.yes.restore : words.yes.remove}
          no={words.no}
          act={remove}
          close={() => setAsking(false)}
        />
      )}
    </>
  );
}

const MAX_NAME_LENGTH = 60;
const createCopyName = (name: string): string => {
  const suffix = ` (${t.agents.one.copy})`;
  return name.endsWith(suffix) ? name : `${name.slice(0, MAX_NAME_LENGTH - suffix.length)}${suffix}`;
};
