/** What can be done with one answer of the conversation in view, once nothing is under way. */
import { useRef, useState } from 'react';
import type { Citation, RunRequest } from '../../lib/agent/frames/frames.ts';
import type { ForkPlace } from '../../lib/agent/frames/spec.ts';
import type { AgentState } from '../../lib/agent/state/agent-state.ts';
import { EXTRACTIVE_ID } from '../../lib/models/config.ts';
import { isTooLong, MessageField } from '../parts/message-field.tsx';
import { focusSendButton } from '../composer/send-button.tsx';
import type { Question } from '../question/question.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { Button, QuietButton } from '../parts/button.tsx';
import { Confirmation } from '../../ui/confirmation.tsx';
import { Icon } from '../parts/icons.tsx';
import { Menu, type MenuItem } from '../parts/menu.tsx';
import { useModels } from '../parts/use-models.ts';
import { Form } from '../parts/submit-form.tsx';
import { t } from '../strings/strings.ts';
import { CostBadge } from '../receipt/cost-badge.tsx';
import type { AskedRequest } from '../run/requests.ts';
import { listExports } from '../run/exports.ts';
import { RatingNote } from './rating-note.tsx';
import { OtherModels } from './other-models.tsx';
import { markChange } from '../unsent.ts';
import { CopyAndRead } from './copy-and-read.tsx';
import type { RunModel } from '../run/run-model.ts';

interface AnswerActionsProps {
  readonly run: RunModel;
  /** In order of asking, from 0. */
  readonly index: number;
  readonly asked: AskedRequest | undefined;
  readonly status: AgentState['status'];
  /** '' for none. */
  readonly text: string;
  readonly citations: readonly Citation[];
}

export function AnswerActions({ run, index, asked, status, text, citations }: AnswerActionsProps) {
  const { panel } = usePanel();
  const place = `${run.runId}/${String(index)}`;
  /** Undefined until a form was open, null once it is closed. */
  const [edited, setEdited] = useState<string | null | undefined>(panel.edits.get(place));
  /** What would delete this answer or later questions, until that is agreed to. */
  const [risky, setRisky] = useState<(() => void) | null>(null);
  const row = useRef<HTMLDivElement>(null);
  const model = useModels()?.name ?? '';
  const isCurrent = index === run.state.exchanges.length;
  const badge = (isCurrent || asked?.expense) && <CostBadge run={run} cost={asked} />;
  const more = useMore({
    run,
    index,
    isRated: status === 'done' && text !== '' && asked?.request.job !== 'screenshot',
  });
  if (asked === undefined) return null;
  const { request } = asked;
  if (request.job === 'screenshot') {
    return (
      <div className="row answer-actions">
        <More items={more} />
        {badge}
      </div>
    );
  }
  const isPrivate = run.state.spec?.private ?? false;
  const begin = (act: () => void, keepsAnswer = false): void => {
    const isLossy = isPrivate && !(isCurrent && (keepsAnswer || text === ''));
    if (isLossy) setRisky(() => act);
    else act();
  };
  const fork = (from: ForkPlace, other?: string): void =>
    begin(() => {
      focusSendButton(); // these buttons go
      void panel.fork(index, from, other);
    }, from !== 'answer');
  const formatHint = (words: string): string => (isPrivate ? t.answer.privately(words) : words);
  const question = risky !== null && (
    <Confirmation
      {...(isCurrent ? t.answer.sure.answer : t.answer.sure.later)}
      act={() => {
        setRisky(null);
        risky();
      }}
      close={() => {
        setRisky(null);
        row.current?.querySelector<HTMLElement>('button, textarea')?.focus();
      }}
    />
  );
  if (typeof edited === 'string') {
    const write = (words: string): void => {
      panel.edits.set(place, words);
      setRisky(null); // it would send the older words
      setEdited(words);
    };
    const close = (): void => {
      panel.edits.delete(place);
      setEdited(null);
    };
    return (
      <>
        {question}
        <div ref={row}>
          <EditForm index={index} request={request} goal={edited} write={write} begin={begin} close={close} />
        </div>
      </>
    );
  }
  const branch = { key: 'branch', label: formatHint(t.answer.branch), act: () => fork('end') };
  const isOfModel = run.state.spec?.models.main.id !== EXTRACTIVE_ID;
  /** The card of an error offers the same. */
  const canRetry = asked.isRepeatable && !(status === 'failed' && isCurrent);
  const actions = (
    <div ref={row} className="row answer-actions">
      <CopyAndRead of={place} text={text} citations={citations} state={run.state} />
      {status === 'cancelled' && (
        <QuietButton onClick={() => fork('stop')}>
          <Icon name="play" />
          {t.answer.continue}
        </QuietButton>
      )}
      {canRetry && isOfModel && (
        <QuietButton title={formatHint(t.answer.retryHint(model))} onClick={() => fork('answer')}>
          <Icon name="retry" />
          <span className="in-wide">{t.answer.retry}</span>
        </QuietButton>
      )}
      {canRetry && isCurrent && <OtherModels state={run.state} retry={(other) => fork('answer', other)} />}
      {toQuestion(request) !== null && (
        <QuietButton
          look="round"
          autoFocus={edited === null}
          aria-label={t.answer.edit}
          title={formatHint(t.answer.editHint)}
          onClick={() => setEdited(request.goal)}
        >
          <Icon name="edit" />
        </QuietButton>
      )}
      <More items={status === 'done' ? [branch, ...more] : more} />
      {badge}
    </div>
  );
  return (
    <>
      {question}
      {actions}
      <RatingNote state={run.state} index={index} />
    </>
  );
}

interface MoreUse {
  readonly run: RunModel;
  readonly index: number;
  readonly isRated: boolean;
}

/** What is done with few answers: a rating, and with the last one what is done with the whole conversation. */
function useMore({ run, index, isRated }: MoreUse): readonly MenuItem[] {
  const { panel, host } = usePanel();
  const pinned = useModel((model) => model.pinned);
  const { runId, state } = run;
  const given = state.ratings.get(index);
  const ratings = (['good', 'bad'] as const).map((rating) => ({
    key: rating,
    label: t.answer.ratings[rating],
    chosen: given === rating,
    startsGroup: rating === 'good',
    act: () => void panel.rate(runId, index, given === rating ? 'none' : rating),
  }));
  const pin = {
    key: 'pin',
    label: pinned ? t.history.unpin : t.history.pin,
    startsGroup: true,
    act: () => void panel.pin(runId, !pinned),
  };
  const ofConversation = index === state.exchanges.length;
  return [
    ...(isRated ? ratings : []),
    ...(ofConversation && state.spec?.private === false ? [pin] : []),
    ...(ofConversation ? listExports(run, host.save) : []),
  ];
}

function More({ items }: { readonly items: readonly MenuItem[] }) {
  if (items.length === 0) return null;
  return (
    <Menu items={items} hint={t.answer.more} look="round">
      <Icon name="dots" />
    </Menu>
  );
}

/** Null if it was not typed. */
function toQuestion({ job, action, agent, goal, also, selection, pictures, files = [] }: RunRequest): Question | null {
  if (action !== '') return null;
  const question = { goal, also, selection, pictures, files, sources: null };
  if (job === 'agent') return { ...question, job, agent };
  return job === 'ask' || job === 'chat' || job === 'research' ? { ...question, job } : null;
}

interface EditFormProps {
  readonly index: number;
  readonly request: RunRequest;
  readonly goal: string;
  readonly write: (goal: string) => void;
  readonly begin: (act: () => void) => void;
  readonly close: () => void;
}

function EditForm({ index, request, goal, write, begin, close }: EditFormProps) {
  const { panel } = usePanel();
  const field = useRef<HTMLTextAreaElement>(null);
  const send = (): void => {
    const question = toQuestion({ ...request, goal: goal.trim() });
    if (question === null || question.goal === '' || isTooLong(goal)) return;
    begin(() => {
      focusSendButton(); // the form goes
      void panel.askEdited(index, question).then((accepted) => (accepted ? close() : field.current?.focus()));
    });
  };
  return (
    <Form
      className="stack edit-question"
      submit={send}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        event.preventDefault(); // it would stop the run
        if (goal === request.goal) close(); // what was entered goes by a press alone
      }}
    >
      <MessageField
        ref={field}
        autoFocus
        value={goal}
        onText={write}
        send={send}
        aria-label={t.answer.editLabel}
        {...markChange(goal !== request.goal)}
      />
      <div className="row">
        <Button type="submit" className="button small" aria-disabled={goal.trim() === ''}>
          {t.answer.ask}
        </Button>
        <QuietButton look="edged" onClick={close}>
          {t.answer.cancel}
        </QuietButton>
      </div>
    </Form>
  );
}
