/**
 * Trying an engine out. The one rule: the browser is asked for its origin in the press itself, before anything is waited for.
 */
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../lib/base/errors.ts';
import type { EngineConfig } from '../lib/pipeline/web/types.ts';
import { needsAccess, placeOf } from './engines.ts';
import type { OptionsHost } from './host.ts';
import { t } from './strings.ts';

export interface Trial {
  readonly state: 'none' | 'asking' | 'fine' | 'bad';
  readonly text: string;
}

const NONE: Trial = { state: 'none', text: '' };

/** `run` asks that engine with the key that was typed, or null for the saved one. */
export function useTrial(host: OptionsHost) {
  const [trial, setTrial] = useState(NONE);
  const current = useRef(new AbortController());
  useEffect(() => () => current.current.abort(), []);
  const forget = (): void => {
    current.current.abort();
    setTrial(NONE);
  };
  const run = (config: EngineConfig, key: string | null): void => {
    const access = accessTo(host, config);
    current.current.abort();
    current.current = new AbortController();
    const { signal } = current.current;
    const say = (state: Trial['state'], text: string): void => {
      if (!signal.aborted) setTrial({ state, text });
    };
    say('asking', t.tryingEngine);
    access
      .then(async (granted) => {
        if (!granted) {
          say('bad', t.declined(placeOf(config)));
          return;
        }
        const reply = await host.trySearch(config, key);
        if (!reply.ok) say('bad', `${reply.trouble.message} ${reply.trouble.cure}`);
        else if (reply.value.count === 0) say('fine', t.engineFoundNothing);
        else say('fine', t.engineFound(reply.value.count, reply.value.first));
      })
      .catch((thrown: unknown) => say('bad', messageOf(thrown)));
  };
  return { trial, run, forget };
}

/** Whether it may be reached. In a gesture, before any await. */
export function accessTo(host: OptionsHost, config: EngineConfig): Promise<boolean> {
  return needsAccess(config) ? host.requestOrigin(placeOf(config)) : Promise.resolve(true);
}
