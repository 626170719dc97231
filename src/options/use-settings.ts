/**
 * The settings as they are stored, and the one way to change them. The one rule: a change is made to what is stored now,
 * so that two open pages do not undo each other, and shows only once it is stored.
 */
import { useCallback, useEffect, useState } from 'react';
import type { Settings } from '../lib/protocol/settings.ts';
import type { OptionsHost } from './host.ts';

export interface SettingsStore {
  readonly settings: Settings;
  /** Resolves once it is stored; rejects with a plain sentence, and nothing has changed. The same settings: no change. */
  readonly update: (change: (now: Settings) => Settings) => Promise<void>;
}

/** What a section of the page works with. */
export interface SectionProps {
  readonly host: OptionsHost;
  readonly store: SettingsStore;
}

export function useSettings(host: OptionsHost, initial: Settings): SettingsStore {
  const [settings, setSettings] = useState(initial);
  useEffect(() => {
    const gone = new AbortController();
    host.onSettings(setSettings, gone.signal);
    return () => gone.abort();
  }, [host]);
  const update = useCallback(
    async (change: (now: Settings) => Settings): Promise<void> => {
      setSettings(await host.changeSettings(change));
    },
    [host],
  );
  return { settings, update };
}
