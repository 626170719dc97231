/** A run, from its first frame to its end: one layout for all of them, so that nothing jumps when it ends. */
import type { Citation, Wish as Wished, WishedPicture } from '../../lib/agent/frames.ts';
import type { AgentState } from '../../lib/agent/state.ts';
import { AnswerText } from '../parts/answer-text.tsx';
import { ChangeModel } from '../parts/change-model.tsx';
import { Placeholder } from '../parts/placeholder.tsx';
import { Receipt } from '../parts/receipt.tsx';
import { Export, Keep } from '../parts/run-actions.tsx';
import { Source } from '../parts/source.tsx';
import { Now, Trace } from '../parts/trace.tsx';
import { TakenOver } from '../parts/taken-over.tsx';
import { TroubleCard } from '../parts/trouble-card.tsx';
import { Unavailable } from '../parts/unavailable.tsx';
import { Wish } from '../parts/wish.tsx';
import { askedAgent, atHand } from '../at-work.ts';
import { selectedWords } from '../conversation.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { shownText, sourceOf, writtenTokens, type RunModel } from '../run.ts';
import { hasMovedOn, isAsking, isBeginning, mayGoOn, stageOf } from '../stage.ts';
import type { Question } from '../question.ts';
import { isTold } from '../searches.ts';
import { isInTalk, talkAtHand, talksOf } from '../talk.ts';
import { t } from '../strings.ts';
import { AccessTrouble } from './access-trouble.tsx';
import { Asks } from './asks.tsx';
import { Earlier } from './earlier.tsx';
import { PictureResults } from './picture-result.tsx';
import { OnSnippets, Searches } from './searches.tsx';
import { Talks } from './talks.tsx';
import { usePresent } from './use-present.ts';

export function RunView() {
  const run = useModel((model) => model.run);
  const others = useModel((model) => model.others);
  const stage = useModel((model) => (isBeginning(model) ? 'done' : stageOf(model)));
  const { panel } = usePanel();
  const present = usePresent(run);
  if (run === null) return null;
  const { state } = run;
  const restore = mayGoOn(state.status) ? panel.restore : null;
  const live = stage === 'running';
  // beside what a person has to agree to stand no words of the model but those that are called so
  const talks = talksOf(state, run.frames);
  const talking = talkAtHand(state) !== null;
  const showsNow =
    live && state.status !== 'waiting' && !isAsking(run) && shownText(run) === '' && !isTold(state) && !talking;
  return (
    <>
      <Heading run={run} />
      <Earlier state={state} talks={talks} />
      <section className="present" ref={present} aria-label={t.present} data-after={state.exchanges.length > 0}>
        <PresentWish state={state} />
        {state.resumes > 0 && live && <p className="note">{t.restarted}</p>}
        {state.recovered && live && <p className="note">{t.backAgain}</p>}
        {stage === 'failed' && <Failure run={run} />}
        {live && <Unavailable state={atHand(run).state} />}
        <TakenOver state={state} />
        <Searches run={run} />
        <Talks talks={talks.get(state.exchanges.length)} drafts={run.drafts} />
        {showsNow && <Now frames={run.frames} state={state} restore={restore} />}
        {!talking && <Answer run={run} growing={live} told={isInTalk(state, talks)} />}
        <Asks />
        <Ending run={run} />
        <OnSnippets run={run} />
        <MovedOn />
        {!live && <Actions run={run} />}
        <Receipt state={state} frames={run.frames} others={others} written={writtenTokens(run)} />
        <Trace frames={run.frames} state={state} butPresent={showsNow} restore={restore} />
        {live && <Actions run={run} />}
      </section>
    </>
  );
}

/** The page it is about: the tab's as long as the run has read none; nothing where all of it is about pictures or the web. */
function Heading({ run }: { readonly run: RunModel }) {
  const url = useModel(({ tab }) => tab?.url ?? '');
  const title = useModel(({ tab }) => tab?.title ?? '');
  const source = sourceOf(run.state) ?? { title, url, words: 0 };
  const isElsewhere = (run.state.spec?.pictures.length ?? 0) > 0 || run.state.spec?.job === 'research';
  if (sourceOf(run.state) === null && isElsewhere) return null;
  return (
    <Source {...source} tabUrl={sourceOf(run.state) === null ? '' : url} also={run.state.spec?.also.length ?? 0} />
  );
}

/** What is wanted now; a summary that stands alone needs no word for it. */
export function PresentWish({ state }: { readonly state: AgentState }) {
  const { spec, exchanges } = state;
  if (spec === null || (spec.job === 'summarise' && exchanges.length === 0)) return null;
  const words = selectedWords(state, spec.selection);
  return (
    <Wish
      job={spec.job}
      goal={spec.goal}
      selected={words?.text ?? ''}
      cut={words?.cut === true}
      pictures={spec.job === 'screenshot' && state.answer !== null ? NO_PICTURES : spec.pictures}
      sources={spec.sources}
      to={askedAgent(state, exchanges.length)}
    />
  );
}

/** What was read in them stands right below, each beside its picture. */
const NO_PICTURES: readonly WishedPicture[] = [];

/** Of a text that nobody has checked: its marks stay words. */
const NONE: readonly Citation[] = [];

interface AnswerProps {
  readonly run: RunModel;
  readonly growing: boolean;
  /** It repeats a conversation that stands above it. */
  readonly told: boolean;
}

export function Answer({ run, growing, told }: AnswerProps) {
  const text = shownText(run);
  const { spec, answer } = run.state;
  const language = spec?.job !== 'summarise' ? '' : (sourceOf(run.state)?.language ?? ''); // other answers follow the person's
  if (spec?.job === 'screenshot' && answer !== null)
    return <PictureResults pictures={spec.pictures} objects={run.state.objects} />;
  if (told) return null;
  if (text === '') return growing && !isAsking(run) ? <Placeholder /> : null;
  return (
    <>
      {answer?.impossible === true && <p className="note">{t.impossibleNote}</p>}
      <AnswerText
        key={`${run.runId}/${String(run.state.exchanges.length)}`}
        text={text}
        citations={growing ? null : (answer?.citations ?? NONE)}
        label={t.summary[spec?.job ?? 'summarise']}
        language={language}
      />
    </>
  );
}

function Failure({ run }: { readonly run: RunModel }) {
  const { panel } = usePanel();
  const { trouble, spec } = run.state;
  if (trouble === null) return null;
  const title = t.troubles[trouble.code] ?? t.failedTitle[spec?.job ?? 'summarise'];
  return (
    <TroubleCard title={title} trouble={trouble}>
      <Unavailable state={run.state} />
      <ChangeModel trouble={trouble} />
      {trouble.code === 'page.no-access' && (
        <div className="row">
          <button type="button" className="button" onClick={() => void panel.allowAllSites()}>
            {t.allow}
          </button>
        </div>
      )}
    </TroubleCard>
  );
}

/** What a reader should know about a text that is not the whole answer. */
export function Ending({ run }: { readonly run: RunModel }) {
  const { status, answer } = run.state;
  const note = answer?.note ?? '';
  if (status === 'done') return note === '' ? null : <p className="note">{note}</p>;
  if (status !== 'cancelled' && status !== 'failed') return null;
  const none = run.state.objects.length > 0 ? `${t.noneYet} ${t.foundKept}` : t.noneYet;
  return <p className="note">{shownText(run) === '' ? none : t.kept}</p>;
}

function Actions({ run }: { readonly run: RunModel }) {
  const { panel } = usePanel();
  const kept = useModel((model) => model.kept);
  const stage = useModel(stageOf);
  const ready = useModel((model) => model.access.type === 'ready' && !hasMovedOn(model));
  const { spec, exchanges } = run.state;
  const over = exchanges.length === 0 && (stage === 'done' || stage === 'stopped');
  const again = over && spec !== null ? questionAgain(spec, ready) : null;
  return (
    <div className="row actions">
      {stage !== 'running' && <Keep runId={run.runId} kept={kept} />}
      <Export run={run} />
      {again !== null && (
        <button type="button" className="quiet edged" onClick={() => void panel.askAgain(again)}>
          {t.askAgain}
        </button>
      )}
    </div>
  );
}

/** What a person typed, to be asked once more: of a page while it is there, of the web anywhere. */
function questionAgain(
  { job, goal, pictures, selection }: Wished,
  ready: boolean,
): Pick<Question, 'job' | 'goal' | 'pictures'> | null {
  if (job === 'ask') return ready ? { job, goal, pictures } : null;
  return job === 'research' && selection === null ? { job, goal, pictures: [] } : null;
}

/** The tab went elsewhere since: what can be done there. */
function MovedOn() {
  const moved = useModel(hasMovedOn);
  const isOfWeb = useModel(({ run }) => run?.state.spec?.job === 'research' && sourceOf(run.state) === null);
  const access = useModel((model) => model.access);
  const { panel } = usePanel();
  const stage = useModel(stageOf);
  if (stage !== 'done' && stage !== 'stopped') return null;
  if (moved && access.type === 'ready') {
    return (
      <p className="note" dir="auto">
        {t.movedOn} <strong>{access.estimate.title || t.untitled}</strong>
      </p>
    );
  }
  if (access.type !== 'trouble' || isOfWeb) return null;
  const { code, message, cure } = access.trouble;
  return code === 'page.no-access' ? (
    <AccessTrouble trouble={access.trouble}>
      <button type="button" className="button" onClick={() => void panel.allowAllSites()}>
        {t.allow}
      </button>
    </AccessTrouble>
  ) : (
    <p className="note">
      {message} {cure}
    </p>
  );
}
