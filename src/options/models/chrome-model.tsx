/** Chrome's built-in model. Its download requires a user gesture and starts in the click. */
import { useEffect, useId, useRef, useState } from 'react';
import { formatError } from '../../lib/base/errors.ts';
import type { ChromeModelApi, LoadedModel } from '../../lib/models/prompt-api/prompt-state.ts';
import type { Availability } from '../../lib/models/prompt-api/api.ts';
import { t } from '../strings/strings.ts';
import { Button } from '../parts/button.tsx';

const strings = t.chromeModel;

type View =
  | { readonly type: 'asking' }
  | { readonly type: 'known'; readonly state: Availability; readonly loaded: LoadedModel }
  /** From 0 to 1. */
  | { readonly type: 'coming'; readonly part: number };

interface ChromeModelProps {
  readonly api: ChromeModelApi;
  readonly onLoaded?: (loaded: LoadedModel) => void;
}

export function ChromeModel({ api, onLoaded }: ChromeModelProps) {
  const [view, setView] = useState<View>({ type: 'asking' });
  const [error, setTrouble] = useState<readonly string[]>([]);
  const [attempts, setAsked] = useState(0);
  const download = useRef<AbortController | null>(null);
  const title = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  /** The pressed button disappears and would take the focus with it. */
  const focusHeading = (): void => heading.current?.focus();

  useEffect(() => {
    let current = true;
    const show = (state: Availability): void => {
      if (current) setView({ type: 'known', state, loaded: {} });
    };
    api.availability().then(
      (state) => show(state === 'absent' ? 'unavailable' : state),
      (thrown: unknown) => {
        show('unavailable');
        if (current) setTrouble([formatError(thrown)]);
      },
    );
    return () => {
      current = false;
    };
  }, [api, attempts]);
  useEffect(() => () => download.current?.abort(), []);

  const checkAgain = (): void => {
    setView({ type: 'asking' });
    setAsked((times) => times + 1);
  };
  const restart = (): void => {
    focusHeading();
    checkAgain();
  };

  const startDownload = (): void => {
    const run = new AbortController();
    download.current = run;
    focusHeading();
    setTrouble([]);
    setView({ type: 'coming', part: 0 });
    api
      .download((part) => setView({ type: 'coming', part }), run.signal)
      .then(
        (loaded) => {
          if (run.signal.aborted) return;
          setView({ type: 'known', state: 'available', loaded });
          onLoaded?.(loaded);
        },
        (thrown: unknown) => {
          if (run.signal.aborted) return;
          setTrouble([formatError(thrown)]);
          checkAgain();
        },
      );
  };

  const cancel = (): void => {
    download.current?.abort();
    setTrouble([strings.stopped]);
    restart();
  };

  return (
    <section className="card" aria-labelledby={title}>
      <h3 id={title} ref={heading} tabIndex={-1}>
        {strings.title}
      </h3>
      <p className="fine">{strings.help}</p>
      {view.type === 'coming' ? (
        <Coming part={view.part} onCancel={cancel} />
      ) : (
        <p role="status">{describeState(view)}</p>
      )}
      {view.type === 'known' && <NextAction state={view.state} onDownload={startDownload} onAsk={restart} />}
      {error.length > 0 && (
        <p className="warn" role="alert">
          {error.join(' ')}
        </p>
      )}
    </section>
  );
}

function describeState(view: Exclude<View, { type: 'coming' }>): string {
  if (view.type === 'asking') return strings.asking;
  const { contextTokens } = view.loaded;
  return contextTokens === undefined ? strings[view.state] : `${strings[view.state]} ${strings.window(contextTokens)}`;
}

function Coming({ part, onCancel }: { readonly part: number; readonly onCancel: () => void }) {
  const percent = Math.floor(part * 100);
  return (
    <div className="row">
      <progress aria-label={strings.progress} max={100} value={percent} />
      <span>{percent < 100 ? strings.part(part) : strings.loading}</span>
      <Button onClick={onCancel}>{t.cancel}</Button>
    </div>
  );
}

interface NextProps {
  readonly state: Availability;
  readonly onDownload: () => void;
  readonly onAsk: () => void;
}

function NextAction({ state, onDownload, onAsk }: NextProps) {
  switch (state) {
    case 'available':
      return null;
    case 'downloadable':
    case 'downloading':
      return <Button onClick={onDownload}>{state === 'downloadable' ? strings.download : strings.follow}</Button>;
    case 'unavailable':
      return (
        <>
          <details>
            <summary>{strings.needs}</summary>
            <ul>
              {strings.needsList.map((need) => (
                <li key={need}>{need}</li>
              ))}
            </ul>
          </details>
          <Button onClick={onAsk}>{strings.again}</Button>
        </>
      );
  }
}
