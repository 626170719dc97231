/**
 * The settings as they are stored, and the one way to change them. The one rule: a change is made to what is stored now,
 * so that two open pages do not undo each other, and shows only once it is stored.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Settings } from '../lib/protocol/settings.ts';
import type { OptionsHost } from './host.ts';

export interface SettingsStore {
  readonly settings: Settings;
  /** Resolves once it is stored; rejects with a plain sentence, and nothing has changed. */
  readonly update: (change: (now: Settings) => Settings) => Promise<void>;
}

/** What a section of the page works with. */
export interface SectionProps {
  readonly host: OptionsHost;
  readonly store: SettingsStore;
}

export function useSettings(host: OptionsHost, initial: Settings): SettingsStore {
  const [settings, setSettings] = useState(initial);
  const latest = useRef(initial);
  const show = useCallback((now: Settings): void => {
    latest.current = now;
    setSettings(now);
  }, []);
  useEffect(() => {
    const gone = new AbortController();
    host.onSettings(show, gone.signal);
    return () => gone.abort();
  }, [host, show]);
  const update = useCallback(
    async (change: (now: Settings) => Settings): Promise<void> => {
      const next = change(latest.current);
      await host.saveSettings(next);
      show(next);
    },
    [host, show],
  );
  return { settings, update };
}
