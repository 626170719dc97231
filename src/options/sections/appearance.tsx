/** Each choice is saved and seen at once. */
import type { Appearance as AppearanceSettings } from '../../lib/protocol/settings/appearance.ts';
import { ChipChoice } from '../parts/field.tsx';
import { Message, Section, useMessage } from '../parts/section.tsx';
import { t } from '../strings/strings.ts';
import type { SettingsStore } from '../use-settings.ts';

export function Appearance({ store: { settings, update } }: { readonly store: SettingsStore }) {
  const { theme, textSize } = settings.appearance;
  const { message, report } = useMessage();
  const save = (change: Partial<AppearanceSettings>): void =>
    void report(
      update((now) => ({ ...now, appearance: { ...now.appearance, ...change } })),
      '', // it can be seen
    );
  return (
    <Section id="look" title={t.places.appearance} help={t.appearanceHelp}>
      <ChipChoice label={t.theme} value={theme} options={t.themes} onChoice={(next) => save({ theme: next })} />
      <ChipChoice
        label={t.textSize}
        value={textSize}
        options={t.textSizes}
        onChoice={(next) => save({ textSize: next })}
      />
      <Message {...message} />
    </Section>
  );
}
