/**
 * Whether Chrome's built-in model is there, and its download. The one rule: the download begins in the click itself, since
 * Chrome asks for a gesture, and never by itself.
 */
import { useEffect, useId, useRef, useState } from 'react';
import { messageOf, TroubleError } from '../../lib/base/errors.ts';
import type { ChromeModelApi, Loaded } from '../../lib/models/prompt-api/about.ts';
import type { Availability } from '../../lib/models/prompt-api/api.ts';
import { t } from '../strings.ts';

const words = t.chromeModel;

type View =
  | { readonly type: 'asking' }
  | { readonly type: 'known'; readonly state: Availability; readonly loaded: Loaded }
  /** `part` of the download that is there, from 0 to 1. */
  | { readonly type: 'coming'; readonly part: number };

export interface ChromeModelProps {
  readonly api: ChromeModelApi;
  /** After a download, with what the model said of itself. */
  readonly onLoaded?: (loaded: Loaded) => void;
}

export function ChromeModel({ api, onLoaded }: ChromeModelProps) {
  const [view, setView] = useState<View>({ type: 'asking' });
  const [trouble, setTrouble] = useState<readonly string[]>([]);
  const [asked, setAsked] = useState(0);
  const under = useRef<AbortController | null>(null);
  const title = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  /** What was pressed goes, and the focus would go with it. */
  const stay = (): void => heading.current?.focus();

  useEffect(() => {
    let current = true;
    const show = (state: Availability): void => {
      if (current) setView({ type: 'known', state, loaded: {} });
    };
    api.availability().then(
      (state) => show(state === 'absent' ? 'unavailable' : state),
      (thrown: unknown) => {
        show('unavailable');
        if (current) setTrouble([messageOf(thrown)]);
      },
    );
    return () => {
      current = false;
    };
  }, [api, asked]);
  useEffect(() => () => under.current?.abort(), []);

  const ask = (): void => {
    setView({ type: 'asking' });
    setAsked((times) => times + 1);
  };
  const again = (): void => {
    stay();
    ask();
  };

  const download = (): void => {
    const run = new AbortController();
    under.current = run;
    stay();
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
          setTrouble(
            thrown instanceof TroubleError ? [thrown.trouble.message, thrown.trouble.cure] : [messageOf(thrown)],
          );
          ask();
        },
      );
  };

  const cancel = (): void => {
    under.current?.abort();
    setTrouble([words.stopped]);
    again();
  };

  return (
    <section className="card" aria-labelledby={title}>
      <h3 id={title} ref={heading} tabIndex={-1}>
        {words.title}
      </h3>
      <p className="fine">{words.help}</p>
      {view.type === 'coming' ? <Coming part={view.part} onCancel={cancel} /> : <p role="status">{stateOf(view)}</p>}
      {view.type === 'known' && <Next state={view.state} onDownload={download} onAsk={again} />}
      {trouble.length > 0 && (
        <p className="warn" role="alert">
          {trouble.join(' ')}
        </p>
      )}
    </section>
  );
}

function stateOf(view: Exclude<View, { type: 'coming' }>): string {
  if (view.type === 'asking') return words.asking;
  const { contextTokens } = view.loaded;
  return contextTokens === undefined ? words[view.state] : `${words[view.state]} ${words.window(contextTokens)}`;
}

function Coming({ part, onCancel }: { readonly part: number; readonly onCancel: () => void }) {
  const percent = Math.floor(part * 100);
  return (
    <div className="row">
      <progress aria-label={words.progress} max={100} value={percent} />
      <span>{percent < 100 ? words.part(percent) : words.loading}</span>
      <button type="button" className="button" onClick={onCancel}>
        {words.cancel}
      </button>
    </div>
  );
}

interface NextProps {
  readonly state: Availability;
  readonly onDownload: () => void;
  readonly onAsk: () => void;
}

/** What a person can do in that state. */
function Next({ state, onDownload, onAsk }: NextProps) {
  switch (state) {
    case 'available':
      return null;
    case 'downloadable':
    case 'downloading':
      return (
        <button type="button" className="button" onClick={onDownload}>
          {state === 'downloadable' ? words.download : words.follow}
        </button>
      );
    case 'unavailable':
      return (
        <>
          <details>
            <summary>{words.needs}</summary>
            <ul>
              {words.needsList.map((need) => (
                <li key={need}>{need}</li>
              ))}
            </ul>
          </details>
          <button type="button" className="button" onClick={onAsk}>
            {words.again}
          </button>
        </>
      );
  }
}
