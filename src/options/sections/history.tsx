/** For how long conversations are kept. */
import { MAX_HISTORY_BYTES } from '../../lib/history/retention.ts';
import type { HistorySettings } from '../../lib/protocol/settings/settings.ts';
import { Choice, Tick } from '../parts/field.tsx';
import { Message, Section, useMessage } from '../parts/section.tsx';
import { t } from '../strings/strings.ts';
import type { SettingsStore } from '../use-settings.ts';

export function History({ store: { settings, update } }: { readonly store: SettingsStore }) {
  const { history } = settings;
  const { message, report } = useMessage();
  const save = (change: Partial<HistorySettings>): void =>
    void report(
      update((now) => ({ ...now, history: { ...now.history, ...change } })),
      t.historySaved,
    );
  return (
    <Section id="history" title={t.history} help={t.historyHelp}>
      <Choice
        label={t.keepFor}
        help={t.keepForHelp(MAX_HISTORY_BYTES)}
        name="keep"
        value={history.keep}
        options={t.keepTimes}
        onChoice={(keep) => save({ keep })}
      />
      <Tick
        name="private"
        label={t.private}
        help={t.privateHelp}
        checked={history.private}
        onTick={(on) => save({ private: on })}
      />
      <Message {...message} />
    </Section>
  );
}
