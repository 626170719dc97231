/** A change applies to what is stored now, so two open pages do not undo each other. */
import { useCallback, useEffect, useState } from 'react';
import type { Settings } from '../lib/protocol/settings.ts';
import type { OptionsHost } from './host.ts';

export interface SettingsStore {
  readonly settings: Settings;
  /** Resolves once stored; rejects with a plain sentence, and nothing has changed. */
  readonly update: (change: (now: Settings) => Settings) => Promise<void>;
}

export interface SectionProps {
  readonly host: OptionsHost;
  readonly store: SettingsStore;
}

export function useSettings(host: OptionsHost, initial: Settings): SettingsStore {
  const [settings, setSettings] = useState(initial);
  useEffect(() => {
    const unmounted = new AbortController();
    host.onSettings(setSettings, unmounted.signal);
    return () => unmounted.abort();
  }, [host]);
  const update = useCallback(
    async (change: (now: Settings) => Settings): Promise<void> => {
      setSettings(await host.changeSettings(change));
    },
    [host],
  );
  return { settings, update };
}
