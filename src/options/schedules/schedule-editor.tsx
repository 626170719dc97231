/** Adds a schedule, or changes one. */
import { useEffect, useState } from 'react';
import { UserFacingError } from '../../lib/base/errors.ts';
import type { AgentEntry } from '../../lib/protocol/requests/agents.ts';
import type { Schedule } from '../../lib/protocol/schedules.ts';
import type { OptionsHost } from '../host.ts';
import { Chip } from '../parts/button.tsx';
import { Area, ChipChoice, Choice, Field, Tick, URL_INPUT } from '../parts/field.tsx';
import { bindField, EditorForm, SaveButtons, useForm, useSaving } from '../parts/form.tsx';
import { Message, useMessage } from '../parts/section.tsx';
import { WEEK } from '../strings/schedules.ts';
import { t } from '../strings/strings.ts';
import { getZone, NEW_SCHEDULE, toSchedule, toScheduleForm, validateSchedule } from './schedule-form.ts';

interface ScheduleEditorProps {
  readonly label: string;
  readonly host: OptionsHost;
  /** Null for a new one. */
  readonly schedule: Schedule | null;
  readonly onDone: () => void;
}

export function ScheduleEditor({ label, host, schedule, onDone }: ScheduleEditorProps) {
  const state = useForm(schedule ? toScheduleForm(schedule) : NEW_SCHEDULE, validateSchedule);
  const { form, edit, element, checkFields, errors } = state;
  const { message, showMessage, showFailure } = useMessage();
  const { isSaving, save } = useSaving(showFailure);
  const submit = (): void => {
    if (isSaving || !checkFields()) return;
    const next = toSchedule(form, schedule?.id ?? crypto.randomUUID());
    const isListed = next.when.kind === 'list';
    // in the user gesture, before any await
    const access = isListed ? host.requestReadingList() : host.requestSite(next.address);
    save(async () => {
      if (!(await access)) throw new Error(isListed ? t.listDeclined : t.declined(new URL(next.address).origin));
      const reply = await host.saveSchedule(next);
      if (!reply.ok) throw new UserFacingError(reply.error);
      onDone();
    });
  };
  const setNotify = (on: boolean): void => {
    if (!on) {
      edit({ notify: false });
      return;
    }
    void host.requestNotifications().then((granted) => {
      edit({ notify: granted });
      showMessage(granted ? '' : t.notifyDeclined);
    }, showFailure);
  };
  return (
    <EditorForm label={label} element={element} onSubmit={submit} onCancel={onDone}>
      <ChipChoice label={t.scheduleJob} value={form.job} options={t.scheduleJobs} onChoice={(job) => edit({ job })} />
      {form.job === 'agent' && (
        <AgentChoice host={host} value={form.agent} error={errors.agent} onAgent={(agent) => edit({ agent })} />
      )}
      {form.job !== 'summarise' && <Area {...bindField(state, 'goal')} label={t.scheduleGoal[form.job]} rows={2} />}
      <ChipChoice
        label={t.scheduleWhen}
        value={form.kind}
        options={t.scheduleKinds}
        onChoice={(kind) => edit({ kind })}
      />
      {form.kind === 'list' ? (
        <p className="fine">{t.scheduleListHelp}</p>
      ) : (
        <Field
          {...bindField(state, 'address')}
          label={t.scheduleAddress}
          help={t.scheduleAddressHelp}
          {...URL_INPUT}
          maxLength={2000}
        />
      )}
      <Field {...bindField(state, 'name')} label={t.scheduleName} help={t.scheduleNameHelp} maxLength={80} />
      {form.kind === 'once' && <Field {...bindField(state, 'date')} label={t.scheduleDate} type="date" />}
      {form.kind === 'days' && <Days days={form.days} error={errors.days} onDays={(days) => edit({ days })} />}
      {form.kind === 'changed' && (
        <Field {...bindField(state, 'hours')} label={t.scheduleHours} help={t.scheduleHoursHelp} inputMode="numeric" />
      )}
      {(form.kind === 'once' || form.kind === 'days') && (
        <Field {...bindField(state, 'time')} label={t.scheduleTime} help={t.scheduleZone(getZone())} type="time" />
      )}
      <Field {...bindField(state, 'tokensPerRun')} label={t.tokensPerRun} inputMode="numeric" />
      <Field {...bindField(state, 'tokensPerMonth')} label={t.tokensPerMonth} inputMode="numeric" />
      <Tick
        name="notify"
        label={t.scheduleNotify}
        help={t.scheduleNotifyHelp}
        checked={form.notify}
        onTick={setNotify}
      />
      <SaveButtons label={t.saveSchedule} isSaving={isSaving} />
      <Message {...message} />
    </EditorForm>
  );
}

interface AgentChoiceProps {
  readonly host: OptionsHost;
  readonly value: string;
  readonly error: string | undefined;
  readonly onAgent: (id: string) => void;
}

function AgentChoice({ host, value, error, onAgent }: AgentChoiceProps) {
  /** Null until they are listed; of all agents, not of those alone that are on. */
  const [agents, setAgents] = useState<readonly AgentEntry[] | null>(null);
  useEffect(() => {
    let isShown = true;
    void host.listAgents().then((reply) => {
      if (isShown) setAgents(reply.ok ? reply.value.agents : []);
    });
    return () => void (isShown = false);
  }, [host]);
  if (agents === null) return null;
  const enabled = agents.filter((agent) => agent.enabled);
  const other = agents.find(({ id }) => id === value)?.name;
  const stored = value === '' ? '–' : other === undefined ? t.agentGone(value) : t.agentOff(other);
  const options = { [value]: stored, ...Object.fromEntries(enabled.map(({ id, name }) => [id, name])) };
  return (
    <>
      <Choice label={t.scheduleAgent} error={error} name="agent" value={value} options={options} onChoice={onAgent} />
      {enabled.length === 0 && <p className="fine">{t.noAgents}</p>}
    </>
  );
}

interface DaysProps {
  readonly days: readonly number[];
  readonly error: string | undefined;
  readonly onDays: (days: readonly number[]) => void;
}

function Days({ days, error, onDays }: DaysProps) {
  const toggle = (day: number): void =>
    onDays(days.includes(day) ? days.filter((other) => other !== day) : [...days, day]);
  return (
    <div className="stack gap-1 field choices" role="group" aria-label={t.scheduleDays}>
      <span aria-hidden>{t.scheduleDays}</span>
      <div className="row">
        {WEEK.map((day) => (
          <Chip key={day} aria-pressed={days.includes(day)} onClick={() => toggle(day)}>
            {t.weekday(day)}
          </Chip>
        ))}
      </div>
      {error !== undefined && (
        <p className="warn" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
