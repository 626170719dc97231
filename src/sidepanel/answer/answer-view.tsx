/** The request and its answer. */
import type { Ref } from 'react';
import type { JobName, RequestFile, RequestPicture, RunSpec } from '../../lib/agent/frames/frames.ts';
import { isPageless } from '../../lib/agent/frames/pageless.ts';
import { DEFAULT_STYLE, findChosenLanguage, type AnswerStyle } from '../../lib/agent/frames/style.ts';
import type { AgentState } from '../../lib/agent/state/agent-state.ts';
import type { RequestState } from '../../lib/agent/state/request-state.ts';
import { AnswerText } from '../quotes/answer-text.tsx';
import { RequestHeader } from '../run/request-header.tsx';
import { findRequestedAgentName, isWaitingForUser } from '../trace/active-agents.ts';
import { findSelectedText } from '../run/request-words.ts';
import { listRequests } from '../run/requests.ts';
import { getDisplayedAnswer, type RunModel } from '../run/run-model.ts';
import { findSource, findSubject } from '../run/source.ts';
import { t } from '../strings/strings.ts';
import { PictureResults } from '../pictures/picture-result.tsx';
import { isAnyRead } from '../pictures/run-pictures.ts';
import { Placeholder } from '../parts/fine-print.tsx';

export function CurrentRequest({ state }: { readonly state: AgentState }) {
  const { spec, exchanges } = state;
  if (spec === null || (spec.job === 'summarise' && exchanges.length === 0)) return null;
  const words = findSelectedText(state, spec.selection);
  return (
    <RequestHeader
      {...{ job: spec.job, goal: spec.goal, action: spec.action, language: spec.language }}
      selected={words?.text ?? ''}
      cut={words?.cut === true}
      pictures={isReadingShown(state) ? NO_PICTURES : spec.pictures}
      files={isNamedAbove(state) ? NO_FILES : (spec.files ?? NO_FILES)}
      sources={spec.sources}
      to={findRequestedAgentName(state, exchanges.length)}
    />
  );
}

/** Whether the request is to read pictures, and there is something of their text. */
const isReadingShown = ({ spec, objects, request }: AgentState): boolean =>
  spec?.job === 'screenshot' && (request.answer !== null || isAnyRead(objects, spec.pictures));

const NO_PICTURES: readonly RequestPicture[] = [];
const NO_FILES: readonly RequestFile[] = [];

/** Whether the heading of the conversation names the file of this question, and nothing stands between them. */
const isNamedAbove = (state: AgentState): boolean =>
  state.exchanges.length === 0 &&
  state.spec?.files?.length === 1 &&
  findSubject(state)?.file === state.spec.files[0]?.hash;

interface AnswerProps {
  readonly run: RunModel;
  readonly growing: boolean;
  /** Nothing else shows that it is coming. */
  readonly isAwaited?: boolean;
  readonly isInConversation: boolean;
  readonly end?: Ref<HTMLElement>;
}

export function Answer({ run, growing, isAwaited = false, isInConversation, end }: AnswerProps) {
  const text = getDisplayedAnswer(run);
  const { spec } = run.state;
  const { answer } = run.state.request;
  const language =
    spec === null ? '' : findAnswerLanguage(spec, spec.style ?? DEFAULT_STYLE, findSource(run.state)?.language ?? '');
  if (spec !== null && isReadingShown(run.state))
    return <PictureResults pictures={spec.pictures} objects={run.state.objects} growing={growing} />;
  if (isInConversation) return null;
  if (text === '') return isAwaited && !isWaitingForUser(run.state) ? <Placeholder /> : null;
  return (
    <>
      {answer?.impossible === true && <p className="note">{t.impossibleNote}</p>}
      {spec && listRequests(run)[run.state.exchanges.length]?.isByEngine && (
        <MadeByEngine job={spec.job} answer={answer} />
      )}
      <AnswerText
        key={`${run.runId}/${String(run.state.exchanges.length)}`}
        text={text}
        citations={growing ? null : answer?.citations}
        nearest={answer?.nearest}
        label={t.summary[spec?.job ?? 'summarise']}
        language={language}
        expectsQuotes={spec === null || shouldQuote(spec.job)}
        {...(end && { end })}
      />
    </>
  );
}

interface MadeByEngineProps {
  readonly job: JobName;
  readonly answer: RequestState['answer'];
}

export function MadeByEngine({ job, answer }: MadeByEngineProps) {
  if (answer?.nearest !== undefined) return null;
  return <p className="fine made-by">{job === 'summarise' ? t.madeBy.summary : t.madeBy.answer}</p>;
}

/** Whether it says so if it has no quotes. */
export const shouldQuote = (job: JobName): boolean => !['rewrite', 'translate', 'chat'].includes(job);

/** BCP 47; '' for the user's own. */
export function findAnswerLanguage(
  { job, action, language }: Pick<RunSpec, 'job' | 'action' | 'language'>,
  style: AnswerStyle,
  ofPage: string,
): string {
  if (job === 'translate' || action === 'translate') return language;
  const isOfPage = job === 'summarise' || (style.language === 'page' && !isPageless(job));
  return findChosenLanguage(style) ?? (isOfPage ? ofPage : '');
}

export function Ending({ run }: { readonly run: RunModel }) {
  const { status } = run.state;
  const { answer } = run.state.request;
  const note = answer?.note ?? '';
  if (status === 'done') return note === '' ? null : <p className="note">{note}</p>;
  if ((status !== 'cancelled' && status !== 'failed') || isReadingShown(run.state)) return null;
  const none = run.state.objects.length > 0 ? `${t.noneYet} ${t.foundKept}` : t.noneYet;
  return <p className="note">{getDisplayedAnswer(run) === '' ? none : t.kept}</p>;
}
