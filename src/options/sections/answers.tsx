/** How answers are written. Each choice is saved at once. */
import { listLanguages, type AnswerSettings } from '../../lib/protocol/settings/answers.ts';
import { ChipChoice, Choice } from '../parts/field.tsx';
import { Message, Section, useMessage } from '../parts/section.tsx';
import { t } from '../strings/strings.ts';
import type { SettingsStore } from '../use-settings.ts';

export function Answers({ store: { settings, update } }: { readonly store: SettingsStore }) {
  const { language, length, format } = settings.answers;
  const { message, report } = useMessage();
  const save = (change: Partial<AnswerSettings>): void =>
    void report(
      update((now) => ({ ...now, answers: { ...now.answers, ...change } })),
      t.answersSaved,
    );
  return (
    <Section id="answers-written" title={t.places.answers} help={t.answersHelp}>
      <Choice
        label={t.answerLanguage}
        help={t.answerLanguageHelp}
        name="language"
        value={language}
        options={listOptions(language)}
        onChoice={(next) => save({ language: next })}
      />
      <ChipChoice
        label={t.answerLength}
        value={length}
        options={t.answerLengths}
        onChoice={(next) => save({ length: next })}
      />
      <ChipChoice
        label={t.answerFormat}
        value={format}
        options={t.answerFormats}
        onChoice={(next) => save({ format: next })}
      />
      <Message {...message} />
    </Section>
  );
}

/** “Same as …” first. With the stored language, which may come from a file. */
const listOptions = (stored: string): Readonly<Record<string, string>> => ({
  ...t.answerLanguages,
  ...Object.fromEntries(listLanguages(Object.hasOwn(t.answerLanguages, stored) ? '' : stored)),
});
