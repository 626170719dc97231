/**
 * The languages that pictures are read for: which are looked for, and adding more from files. The one rule: data comes with
 * the package or from a file that the person chose, and its size stands beside it.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { messageOf, TroubleError } from '../../lib/base/errors.ts';
import { LANGUAGES, MAX_LANGUAGES, PACKAGED, type OcrLanguage } from '../../lib/protocol/ocr-languages.ts';
import type { Settings } from '../../lib/protocol/settings.ts';
import { t } from '../strings.ts';
import { languageTitle } from '../strings-languages.ts';
import { useLed } from '../use-led.ts';
import type { SectionProps } from '../use-settings.ts';
import { Tick } from './field.tsx';

export function Languages({ host, store: { settings, update } }: SectionProps) {
  const chosen = settings.ocr.languages;
  const [added, setAdded] = useState<readonly OcrLanguage[] | null>(null);
  const [message, setMessage] = useState({ text: '', bad: false });
  const [adding, setAdding] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const say = (text: string): void => setMessage({ text, bad: false });
  const fail = (thrown: unknown): void => setMessage({ text: wordsOf(thrown), bad: true });
  const look = useCallback(() => host.languages.list().then(setAdded), [host]);
  useEffect(() => {
    look().catch(fail);
  }, [look]);
  useLed(LANGUAGES, heading);

  const tick = (name: string, on: boolean): void => {
    if (on && chosen.length >= MAX_LANGUAGES) fail(t.languagesFull(MAX_LANGUAGES));
    else if (!on && chosen.length === 1) fail(t.languageNeeded);
    else update((now) => withLanguage(now, name, on)).then(() => say(''), fail);
  };
  const add = async (file: File): Promise<void> => {
    say(t.languageAdding(file.name));
    setAdding(true);
    try {
      const { name } = await host.languages.add(file);
      await look();
      say(t.languageThere(languageTitle(name)));
    } finally {
      setAdding(false);
    }
  };
  const remove = async (name: string): Promise<void> => {
    await update((now) => withLanguage(now, name, false));
    await host.languages.remove(name);
    await look();
    say(t.languageRemoved(languageTitle(name)));
    heading.current?.focus(); // the button that was pressed is gone
  };
  const known = [...PACKAGED, ...(added ?? [])];
  const missing = added === null ? [] : chosen.filter((name) => !known.some((language) => language.name === name));
  return (
    <section className="card" aria-labelledby={LANGUAGES}>
      <h2 id={LANGUAGES} ref={heading} tabIndex={-1}>
        {t.languages}
      </h2>
      <p className="fine">{t.languagesHelp(MAX_LANGUAGES)}</p>
      {added === null && !message.bad && <p role="status">{t.languagesLoading}</p>}
      <ul className="access" aria-label={t.languagesList}>
        {known.map(({ name, bytes }) => (
          <li key={name} className="row">
            <Tick
              name={name}
              label={languageTitle(name)}
              help={isPackaged(name) ? t.languagePackaged(bytes) : t.languageAdded(bytes)}
              checked={chosen.includes(name)}
              onTick={(on) => tick(name, on)}
            />
            {!isPackaged(name) && (
              <button
                type="button"
                className="button small"
                aria-label={t.removeLanguageLabel(languageTitle(name))}
                onClick={() => void remove(name).catch(fail)}
              >
                {t.remove}
              </button>
            )}
          </li>
        ))}
        {missing.map((name) => (
          <li key={name} className="row">
            <Tick
              name={name}
              label={languageTitle(name)}
              help={t.languageMissing}
              checked
              onTick={(on) => tick(name, on)}
            />
          </li>
        ))}
      </ul>
      <div className="part">
        <label className="button file">
          {t.addLanguage}
          <input
            className="unseen"
            type="file"
            accept=".traineddata,.gz"
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              if (file !== undefined && !adding) add(file).catch(fail);
              event.target.value = ''; // the same file again is a choice too
            }}
          />
        </label>
        <p className="fine">{t.addLanguageHelp}</p>
      </div>
      <p role={message.bad ? 'alert' : 'status'} className={message.bad ? 'warn' : ''}>
        {message.text}
      </p>
    </section>
  );
}

const isPackaged = (name: string): boolean => PACKAGED.some((language) => language.name === name);

/** Never none at all: then it is what it was to begin with. */
function withLanguage(now: Settings, name: string, on: boolean): Settings {
  if (now.ocr.languages.includes(name) === on) return now;
  const others = now.ocr.languages.filter((other) => other !== name);
  const languages = on ? [...others, name].slice(0, MAX_LANGUAGES) : others;
  return { ...now, ocr: { languages: languages.length === 0 ? ['eng'] : languages } };
}

function wordsOf(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown;
  if (thrown instanceof TroubleError) return `${thrown.trouble.message} ${thrown.trouble.cure}`;
  return t.languagesFailed(messageOf(thrown));
}
