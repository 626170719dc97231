/** Tests a search engine. Its origin is requested in the click, before any await. */
import { isolateLine } from '../../lib/base/one-line.ts';
import { useEffect, useRef, useState } from 'react';
import { formatError, formatUserError } from '../../lib/base/errors.ts';
import type { EngineConfig } from '../../lib/pipeline/engines/types.ts';
import { needsAccess, getEngineOrigin } from './engine-form.ts';
import type { OptionsHost } from '../host.ts';
import { t } from '../strings/strings.ts';

interface Trial {
  readonly state: 'none' | 'asking' | 'fine' | 'bad';
  readonly text: string;
}

const NO_TRIAL: Trial = { state: 'none', text: '' };

/** A null key uses the saved one. */
export function useEngineTrial(host: OptionsHost) {
  const [trial, setTrial] = useState(NO_TRIAL);
  const current = useRef(new AbortController());
  useEffect(() => () => current.current.abort(), []);
  const forget = (): void => {
    current.current.abort();
    setTrial(NO_TRIAL);
  };
  const run = (config: EngineConfig, key: string | null): void => {
    const access = requestEngineAccess(host, config);
    current.current.abort();
    current.current = new AbortController();
    const { signal } = current.current;
    const show = (state: Trial['state'], text: string): void => {
      if (!signal.aborted) setTrial({ state, text });
    };
    show('asking', t.tryingEngine);
    access
      .then(async (granted) => {
        if (!granted) {
          show('bad', t.declined(getEngineOrigin(config)));
          return;
        }
        const reply = await host.trySearch(config, key);
        if (!reply.ok) show('bad', formatUserError(reply.error));
        else if (reply.value.count === 0) show('fine', t.engineFoundNothing);
        else show('fine', t.engineFound(reply.value.count, isolateLine(reply.value.first)));
      })
      .catch((thrown: unknown) => show('bad', formatError(thrown)));
  };
  return { trial, run, forget };
}

/** Must be called in a user gesture, before any await. False if declined. */
export function requestEngineAccess(host: OptionsHost, config: EngineConfig): Promise<boolean> {
  return needsAccess(config) ? host.requestOrigin(getEngineOrigin(config)) : Promise.resolve(true);
}

export function EngineTrial({ trial: { state, text } }: { readonly trial: Trial }) {
  const bad = state === 'bad';
  return (
    <p role={bad ? 'alert' : 'status'} className={bad ? 'warn' : 'fine'}>
      {text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}
    </p>
  );
}
