/** What is said below the question field before it is sent. */
import type { About } from '../../chrome/panel/panel-host.ts';
import type { AgentEntry } from '../../lib/protocol/requests/agents.ts';
import { resolveDestination } from './conversation.ts';
import { useModel, usePanel } from '../panel-context.ts';
import type { Question } from './question.ts';
import { t } from '../strings/strings.ts';
import { listAgentFacts } from './agent-choice.tsx';
import { Facts } from '../parts/fine-print.tsx';
import { listCostFacts } from '../receipt/estimate-facts.ts';
import { WebNote } from '../research/web-note.tsx';
import { ForeignText } from '../parts/foreign-text.tsx';
import { CloseButton, QuietButton } from '../parts/button.tsx';
import { AgentModelNote, useHasModel } from '../parts/connect-model.tsx';

export type Kind = 'page' | 'picture' | 'web' | 'agent';

/** Web questions ignore selection, tabs and pictures. */
export const WEB_QUESTION: Omit<Question, 'goal'> = {
  job: 'research',
  also: [],
  selection: null,
  pictures: [],
  sources: null,
};

interface NoteProps {
  readonly id: string;
  readonly obstacle: string;
  readonly kind: Kind;
  readonly ignoresContext: boolean;
  readonly agent: AgentEntry | null;
}

export function Note({ id, obstacle, kind, ignoresContext, agent }: NoteProps) {
  const hasModel = useHasModel();
  const access = useModel((model) => model.access);
  const destination = useModel((model) => {
    const to = resolveDestination(model);
    return to.type === 'follow' || to.why === 'first' ? '' : t.destination[to.why];
  });
  if (kind === 'web')
    return <WebNote id={id} obstacle={obstacle} destination={destination} ignoresContext={ignoresContext} />;
  if (kind === 'agent' && !hasModel && agent !== null) return <AgentModelNote id={id} />;
  if (obstacle !== '') {
    return (
      <p id={id} className="unseen">
        {obstacle}
      </p>
    );
  }
  return (
    <p id={id} className="fine">
      {destination !== '' && <span className="destination">{destination} </span>}
      {kind === 'agent' && agent !== null && <Facts facts={listAgentFacts(agent)} />}
      {kind !== 'agent' && access.type === 'ready' && (
        <Facts
          facts={listCostFacts(
            kind === 'picture' ? access.estimate.askOfPictures : access.estimate.ask,
            t.askBox.free,
            t.askBox.likely,
          )}
        />
      )}
    </p>
  );
}

interface ChipProps {
  readonly text: string;
  readonly dropLabel: string;
  readonly drop: () => void;
}

export function Chip({ text, dropLabel, drop }: ChipProps) {
  return (
    <li className="chip">
      <ForeignText text={text} />
      <CloseButton aria-label={dropLabel} title={dropLabel} onClick={drop} />
    </li>
  );
}

/** The selection that the question is about, or that a press in the page would have searched for: that is said yes to here. */
export function AboutChip({ about, closed }: { readonly about: About; readonly closed: boolean }) {
  const { panel } = usePanel();
  return (
    <>
      <ul className="chips" aria-label={t.about.label}>
        <Chip text={`“${about.preview}”`} dropLabel={t.about.drop} drop={panel.dropAbout} />
      </ul>
      {about.isSearch && (
        <div className="choosing">
          <p role="status">{t.about.search}</p>
          <QuietButton aria-disabled={closed} onClick={() => closed || void panel.searchAbout(about)}>
            {t.about.searchNow}
          </QuietButton>
        </div>
      )}
    </>
  );
}

export function RegionChoiceNote() {
  const { panel } = usePanel();
  const choosing = useModel((model) => model.choosing);
  return (
    <div className={choosing ? 'choosing' : 'unseen'}>
      <p role="status">{choosing && t.pictures.choosing}</p>
      {choosing && <QuietButton onClick={() => void panel.pictures.cancelRegionChoice()}>{t.stop}</QuietButton>}
    </div>
  );
}
