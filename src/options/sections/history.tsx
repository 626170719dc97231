/** For how long conversations are kept. */
import { useRef } from 'react';
import { MAX_HISTORY_BYTES } from '../../lib/history/retention.ts';
import { HISTORY_ANCHOR, type HistorySettings } from '../../lib/protocol/settings/settings.ts';
import { Choice, Tick } from '../parts/field.tsx';
import { Message, Section, useMessage, useScrollToSection } from '../parts/section.tsx';
import { t } from '../strings/strings.ts';
import type { SettingsStore } from '../use-settings.ts';

export function History({ store: { settings, update } }: { readonly store: SettingsStore }) {
  const { history } = settings;
  const heading = useRef<HTMLHeadingElement>(null);
  const { message, report } = useMessage();
  useScrollToSection(HISTORY_ANCHOR, heading);
  const save = (change: Partial<HistorySettings>): void =>
    void report(
      update((now) => ({ ...now, history: { ...now.history, ...change } })),
      t.historySaved,
    );
  return (
    <Section id={HISTORY_ANCHOR} title={t.history} help={t.historyHelp} heading={heading}>
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
