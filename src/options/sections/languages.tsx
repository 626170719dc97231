/** Selects OCR languages; data comes only from the package or a file the user chose. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { MAX_LANGUAGES, PACKAGED_LANGUAGES, type OcrLanguage } from '../../lib/protocol/settings/ocr-languages.ts';
import type { Settings } from '../../lib/protocol/settings/settings.ts';
import { t } from '../strings/strings.ts';
import { formatFileError, Message, Section, useMessage } from '../parts/section.tsx';
import type { SectionProps } from '../use-settings.ts';
import { Tick } from '../parts/field.tsx';
import { formatLanguageTitle } from '../strings/sections.ts';
import { Button, FilePicker } from '../parts/button.tsx';

export function Languages({ host, store: { settings, update } }: SectionProps) {
  const chosen = settings.ocr.languages;
  const [added, setAdded] = useState<readonly OcrLanguage[] | null>(null);
  const { message, showMessage, showError } = useMessage();
  const [adding, setAdding] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const showFailure = useCallback((thrown: unknown) => showError(formatFileError(thrown)), [showError]);
  const loadAdded = useCallback(() => host.languages.list().then(setAdded), [host]);
  useEffect(() => {
    loadAdded().catch(showFailure);
  }, [loadAdded, showFailure]);

  const toggleLanguage = (name: string, on: boolean): void => {
    if (on && chosen.length >= MAX_LANGUAGES) showError(t.languagesFull(MAX_LANGUAGES));
    else if (!on && chosen.length === 1) showError(t.languageNeeded);
    else update((now) => setLanguage(now, name, on)).then(() => showMessage(''), showFailure);
  };
  const add = async (file: File): Promise<void> => {
    showMessage(t.languageAdding(file.name));
    setAdding(true);
    try {
      const { name } = await host.languages.add(file);
      await loadAdded();
      showMessage(t.languageThere(formatLanguageTitle(name)));
    } finally {
      setAdding(false);
    }
  };
  const remove = async (name: string): Promise<void> => {
    await update((now) => setLanguage(now, name, false));
    await host.languages.remove(name);
    await loadAdded();
    showMessage(t.removed(formatLanguageTitle(name)));
    heading.current?.focus(); // the pressed button is gone
  };
  const known = [
    ...PACKAGED_LANGUAGES.map(({ name, bytes }) => ({ name, help: t.languagePackaged(bytes), isAdded: false })),
    ...(added ?? []).map(({ name, bytes }) => ({ name, help: t.languageAdded(bytes), isAdded: true })),
  ];
  const missing = added === null ? [] : chosen.filter((name) => !known.some((language) => language.name === name));
  const rows = [...known, ...missing.map((name) => ({ name, help: t.languageMissing, isAdded: false }))];
  return (
    <Section id="languages" title={t.languages} help={t.languagesHelp(MAX_LANGUAGES)} heading={heading}>
      {added === null && !message.bad && <p role="status">{t.languagesLoading}</p>}
      <ul className="access" aria-label={t.languagesList}>
        {rows.map(({ name, help, isAdded }) => (
          <li key={name} className="row">
            <Tick
              name={name}
              label={formatLanguageTitle(name)}
              help={help}
              checked={chosen.includes(name)}
              onTick={(on) => toggleLanguage(name, on)}
            />
            {isAdded && (
              <Button
                look="small"
                aria-label={t.removeLabel(formatLanguageTitle(name))}
                onClick={() => void remove(name).catch(showFailure)}
              >
                {t.remove}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className="part">
        <FilePicker
          label={t.addLanguage}
          accept=".traineddata,.gz"
          onFile={(file) => adding || void add(file).catch(showFailure)}
        />
        <p className="fine">{t.addLanguageHelp}</p>
      </div>
      <Message {...message} />
    </Section>
  );
}

/** Falls back to English, never empty. */
function setLanguage(now: Settings, name: string, on: boolean): Settings {
  if (now.ocr.languages.includes(name) === on) return now;
  const others = now.ocr.languages.filter((other) => other !== name);
  const languages = on ? [...others, name].slice(0, MAX_LANGUAGES) : others;
  return { ...now, ocr: { languages: languages.length === 0 ? ['eng'] : languages } };
}
