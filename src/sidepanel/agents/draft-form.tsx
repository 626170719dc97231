/** An agent made by words: drafted by the model, and put into the form, unsaved. */
import { useCallback, useId, useRef } from 'react';
import { isolateLine } from '../../lib/base/one-line.ts';
import { MAX_TASK_CHARS } from '../../lib/protocol/requests/agents.ts';
import type { Reply } from '../../lib/protocol/requests/requests.ts';
import { MessageField } from '../parts/message-field.tsx';
import { isSecondClick } from '../composer/send-button.tsx';
import { useModel, usePanel } from '../panel-context.ts';
import { Button } from '../parts/button.tsx';
import { ModelNote, useHasModel } from '../parts/connect-model.tsx';
import { FinePrint } from '../parts/fine-print.tsx';
import { Form } from '../parts/submit-form.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import { formatLikelyCost, listMostFacts } from '../receipt/estimate-facts.ts';
import { ErrorCard, SettingsButton } from '../run/error-card.tsx';
import { t } from '../strings/strings.ts';
import { formatAgentName } from '../trace/agent-name.ts';

export function DraftForm() {
  const { panel, host } = usePanel();
  const { task, commandId, error, result } = useModel((model) => model.agents.draft);
  const hasModel = useHasModel();
  const note = useId();
  const button = useRef<HTMLButtonElement>(null);
  const words = t.agents.draft;
  const isDrafting = commandId !== '';
  const load = useCallback(() => host.request('agents.estimate-draft', {}), [host]);
  const outlook = useLoaded(load, host.watchSettings);
  const canDraft = hasModel && outlook?.ok === true && task.trim() !== '';
  const start = (): void => {
    if (canDraft && !isDrafting) void panel.agents.startDraft();
  };
  return (
    <Form className="card stack fit ask attempt" aria-label={words.title} submit={start}>
      <h3>{words.title}</h3>
      <MessageField
        ref={null}
        rows={2}
        value={task}
        onText={panel.agents.setTask}
        send={start}
        maxLength={MAX_TASK_CHARS}
        placeholder={words.placeholder}
        aria-label={words.label}
        aria-describedby={note}
        readOnly={isDrafting}
      />
      <button
        ref={button}
        type={isDrafting ? 'button' : 'submit'}
        className={isDrafting ? 'button' : 'button accent'}
        aria-disabled={!isDrafting && !canDraft}
        onClick={(event) => {
          if (!isDrafting) return;
          event.preventDefault(); // the button submits again as soon as it is stopped
          if (!isSecondClick(event)) panel.agents.stopDraft();
        }}
      >
        {isDrafting ? t.stop : words.start}
      </button>
      <div id={note}>
        {hasModel ? <Price outlook={outlook} /> : <ModelNote id={`${note}-model`} text={t.agents.ask.needModel} />}
      </div>
      <p className={isDrafting ? 'fine' : 'unseen'} role="status">
        {isDrafting && words.drafting}
      </p>
      {error !== null && (
        <ErrorCard error={error} title={words.failed}>
          <div className="row">
            <Button
              onClick={() => {
                button.current?.focus(); // the card goes
                start();
              }}
            >
              {t.answer.retry}
            </Button>
            <SettingsButton error={error} />
          </div>
        </ErrorCard>
      )}
      {result !== null && (
        <p className="row">
          {words.ready(formatAgentName(result.name))}{' '}
          <Button onClick={() => void panel.agents.openDraft()}>{words.open}</Button>
        </p>
      )}
    </Form>
  );
}

/** The price of one draft, before it is asked for. */
function Price({ outlook }: { readonly outlook: Reply<'agents.estimate-draft'> | undefined }) {
  if (outlook === undefined) return null;
  if (!outlook.ok) return <p className="fine">{outlook.error.message}</p>;
  const { estimate, modelLabel } = outlook.value;
  const most = estimate.metered ? listMostFacts(estimate) : [];
  return <FinePrint facts={[isolateLine(modelLabel), formatLikelyCost(estimate), ...most]} />;
}
