import { useState } from 'react';
import { escapeInvisible } from '../../lib/base/visible.ts';
import type { BrokenAgent } from '../../lib/protocol/agents.ts';
import { Faults } from './manifest-faults.tsx';
import { Confirmation } from '../parts/sure.tsx';
import { usePanel } from '../panel-context.ts';
import { t } from '../strings/strings.ts';

export function Broken({ broken }: { readonly broken: readonly BrokenAgent[] }) {
  return (
    <section className="group" aria-label={t.agents.list.unreadable}>
      <h3>{t.agents.list.unreadable}</h3>
      <ul className="agents">
        {broken.map((agent) => (
          <Row key={agent.id} agent={agent} />
        ))}
      </ul>
    </section>
  );
}

function Row({ agent: { id, text, faults } }: { readonly agent: BrokenAgent }) {
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
