/** What can be done with an agent. A built-in one stays as it is: a person's own takes its place. */
import { useState } from 'react';
import type { AgentManifest } from '../../lib/agent/frames.ts';
import type { AgentEntry } from '../../lib/protocol/agents.ts';
import { fileName, freeId, MEDIA_TYPE } from '../agent-files.ts';
import { shownName } from '../at-work.ts';
import { loadManifestCheck } from '../manifest-check.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { t } from '../strings.ts';
import { Sure } from './sure.tsx';

export function AgentActions({ agent }: { readonly agent: AgentEntry }) {
  const { panel, host } = usePanel();
  const list = useModel((model) => model.agents.list) ?? [];
  const [asking, setAsking] = useState(false);
  const { id, manifest, source, replaces, text } = agent;
  const name = shownName(agent.name);
  const [isOwn, words] = [source === 'own', t.agents.one];
  /** With the text that it has, or would be written with. */
  const written = (take: (text: string) => void, what: AgentManifest = manifest, kept = text): void => {
    if (kept !== '') take(kept);
    else
      void loadManifestCheck().then(
        ({ write }) => take(write(what)),
        () => panel.agents.hinder(t.agents.editor.checkFailed),
      );
  };
  const edit = (): void =>
    written((now) => panel.agents.edit({ of: id, title: t.agents.editor.edit(name), text: now, before: now }));
  const duplicate = (): void => {
    const copy = {
      ...manifest,
      id: freeId(
        id,
        list.map((each) => each.id),
      ),
      name: copyName(manifest.name),
    };
    written((now) => panel.agents.edit({ of: '', title: t.agents.editor.new, text: now, before: now }), copy, '');
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
        <button type="button" className="quiet edged" title={isOwn ? undefined : words.mineHint} onClick={edit}>
          {isOwn ? words.edit : words.mine}
        </button>
        <button type="button" className="quiet edged" onClick={duplicate}>
          {words.duplicate}
        </button>
        <button
          type="button"
          className="quiet edged"
          onClick={() => written((now) => host.save(fileName(id), now, MEDIA_TYPE))}
        >
          {words.export}
        </button>
        {isOwn && (
          <button type="button" className="quiet edged" onClick={() => setAsking(true)}>
            {replaces ? words.restore : words.remove}
          </button>
        )}
      </div>
      {asking && (
        <Sure
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

/** Longest name that a manifest may have. */
const MOST_NAME = 60;
const copyName = (name: string): string => {
  const mark = ` (${t.agents.one.copy})`;
  return name.endsWith(mark) ? name : `${name.slice(0, MOST_NAME - mark.length)}${mark}`;
};
