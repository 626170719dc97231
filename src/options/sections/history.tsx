/** The choice of how long conversations are kept. */
import { useRef, useState } from 'react';
import { isShorter, MAX_HISTORY_BYTES } from '../../lib/history/retention.ts';
import type { HistorySettings } from '../../lib/protocol/settings/settings.ts';
import { Choice, Tick } from '../parts/field.tsx';
import { Message, Section, useMessage } from '../parts/section.tsx';
import { t } from '../strings/strings.ts';
import type { SectionProps } from '../use-settings.ts';
import { Confirmation } from '../../ui/confirmation.tsx';

type Keep = HistorySettings['keep'];

export function History({ host, store: { settings, update } }: SectionProps) {
  const { history } = settings;
  const { message, report, showMessage, showFailure } = useMessage();
  /** What is chosen and not saved: it would delete so many conversations; null until they are counted. */
  const [pending, setPending] = useState<{ readonly keep: Keep; readonly count: number | null } | null>(null);
  const chosen = useRef(history.keep);
  const heading = useRef<HTMLHeadingElement>(null);
  const save = (change: Partial<HistorySettings>, done: string = t.settingSaved): void =>
    void report(
      update((now) => ({ ...now, history: { ...now.history, ...change } })),
      done,
    );
  const saveKeep = (keep: Keep, done?: string): void => {
    setPending(null);
    save({ keep }, done);
  };
  const choose = async (keep: Keep): Promise<void> => {
    chosen.current = keep;
    showMessage('');
    if (keep === history.keep) setPending(null);
    else if (!isShorter(keep, history.keep)) saveKeep(keep);
    else {
      setPending({ keep, count: null });
      const count = await host.countExpired(keep);
      if (chosen.current !== keep) return;
      if (count > 0) setPending({ keep, count });
      else saveKeep(keep);
    }
  };
  /** The buttons disappear and would take the focus with them. */
  const closeQuestion = (): void => {
    chosen.current = history.keep;
    setPending(null);
    heading.current?.focus();
  };
  return (
    <Section id="history" title={t.history} help={t.historyHelp} heading={heading}>
      <Choice
        label={t.keepFor}
        help={t.keepForHelp(MAX_HISTORY_BYTES)}
        name="keep"
        value={pending?.keep ?? history.keep}
        options={t.keepTimes}
        onChoice={(keep) =>
          void choose(keep).catch((thrown: unknown) => {
            if (chosen.current !== keep) return;
            setPending(null);
            showFailure(thrown, t.notSaved);
          })
        }
      />
      {pending !== null && pending.count !== null && (
        <Confirmation
          question={t.keepSure(pending.count, t.keepTimes[pending.keep])}
          yes={t.keepLess}
          no={t.cancel}
          act={() => {
            heading.current?.focus();
            saveKeep(pending.keep, t.historySaved);
          }}
          close={closeQuestion}
        />
      )}
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
