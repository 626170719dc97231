/** The settings page; each section saves on its own. */
import type { OptionsHost } from './host.ts';
import { Limits } from './models/limits.tsx';
import { Models } from './models/models-section.tsx';
import { Roles } from './models/roles-section.tsx';
import { Places } from './places.tsx';
import { WebSearch } from './search/search-section.tsx';
import { History } from './sections/history.tsx';
import { Languages } from './sections/languages.tsx';
import { PhotoReader } from './sections/photo-reader.tsx';
import { AccessList, GrantList, PageToolSites } from './sections/permissions.tsx';
import { Spending } from './sections/spending.tsx';
import { Transfer } from './sections/transfer.tsx';
import { Schedules } from './schedules/schedules-section.tsx';
import { Presets } from './selections/presets-section.tsx';
import { Selections } from './selections/selections-section.tsx';
import { t } from './strings/strings.ts';
import { ToolServers } from './tools/tool-servers-section.tsx';
import { useSettings, type SettingsStore } from './use-settings.ts';
import { Section, Message, useMessage } from './parts/section.tsx';
import type { Appearance as AppearanceSettings } from '../lib/protocol/settings/appearance.ts';
import { ChipChoice, Choice, Tick } from './parts/field.tsx';
import type { Settings } from '../lib/protocol/settings/settings.ts';
import { listLanguages, type AnswerSettings } from '../lib/protocol/settings/answers.ts';

export function SettingsPage({ host }: { readonly host: OptionsHost }) {
  const { store, trouble } = useSettings(host);
  const contents = {
    model: store && (
      <>
        <Models host={host} store={store} />
        {store.settings.models.length > 0 && <Roles store={store} />}
      </>
    ),
    answers: store && <Answers store={store} />,
    privacy: (
      <>
        {store && <History host={host} store={store} />}
        <AccessList host={host} />
        <GrantList host={host} />
      </>
    ),
    selection: store && (
      <>
        <Selections host={host} store={store} />
        <Presets store={store} />
      </>
    ),
    web: store && <WebSearch host={host} store={store} />,
    tools: (
      <>
        {store && <ToolServers host={host} store={store} />}
        <PageToolSites host={host} />
      </>
    ),
    schedules: <Schedules host={host} />,
    pictures: store && (
      <>
        <Languages host={host} store={store} />
        <PhotoReader host={host} />
      </>
    ),
    limits: (
      <>
        {store && <Limits store={store} />}
        <Spending host={host} />
      </>
    ),
    appearance: store && <Appearance store={store} />,
    backup: store && <Transfer host={host} store={store} />,
    about: <About />,
  };
  return (
    <div className="settings">
      <header>
        <h1>{t.title}</h1>
        {trouble !== '' && (
          <p className="card error" role="alert">
            {trouble}
          </p>
        )}
      </header>
      <Places contents={contents} />
    </div>
  );
}

/** The product's version, and the papers that the build puts into the package (scripts/package). */
function About() {
  return (
    <Section id="about" title={t.about}>
      <p>{t.aboutProduct(__PRODUCT__)}</p>
      <ul className="access">
        {t.papers.map(([file, label]) => (
          <li key={file}>
            <a href={`/${file}`} target="_blank" rel="noreferrer">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Each choice is saved and seen at once. */
function Appearance({ store: { settings, update } }: { readonly store: SettingsStore }) {
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

/** How answers are written. Each choice is saved at once. */
function Answers({ store: { settings, update } }: { readonly store: SettingsStore }) {
  const { language, length, format } = settings.answers;
  const { message, report } = useMessage();
  const set = (change: (now: Settings) => Settings): void => void report(update(change), t.answersSaved);
  const save = (change: Partial<AnswerSettings>): void =>
    set((now) => ({ ...now, answers: { ...now.answers, ...change } }));
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
      <Tick
        name="secondOpinion"
        label={t.secondOpinion}
        help={t.secondOpinionHelp}
        checked={settings.secondOpinion}
        onTick={(on) => set((now) => ({ ...now, secondOpinion: on }))}
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
