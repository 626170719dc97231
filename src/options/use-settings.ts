/** A change applies to what is stored now, so two open pages do not undo each other. */
import { useCallback, useEffect, useState } from 'react';
import { getErrorMessage } from '../lib/base/errors.ts';
import type { Settings } from '../lib/protocol/settings/settings.ts';
import type { OptionsHost } from './host.ts';
import { t } from './strings/strings.ts';

export interface SettingsStore {
  readonly settings: Settings;
  /** Resolves once stored; rejects with a plain sentence, and nothing has changed. */
  readonly update: (change: (now: Settings) => Settings) => Promise<void>;
}

export interface SectionProps {
  readonly host: OptionsHost;
  readonly store: SettingsStore;
}

/** What `load` gives now and after each change that `watch` reports; undefined until it is known. */
export function useWatched<T>(
  load: () => Promise<T>,
  watch: (on: () => void, signal: AbortSignal) => void,
  onFailure?: (thrown: unknown) => void,
): T | undefined {
  const [value, setValue] = useState<T>();
  useEffect(() => {
    const unmounted = new AbortController();
    const reload = (): void => {
      load().then(
        (now) => {
          if (!unmounted.signal.aborted) setValue(() => now);
        },
        (thrown: unknown) => onFailure?.(thrown),
      );
    };
    reload();
    watch(reload, unmounted.signal);
    return () => unmounted.abort();
  }, [load, watch, onFailure]);
  return value;
}

interface OpenSettings {
  /** Null until the settings are read, and where they cannot be. */
  readonly store: SettingsStore | null;
  /** '' for none. */
  readonly trouble: string;
}

export function useSettings(host: OptionsHost): OpenSettings {
  const [settings, setSettings] = useState<Settings | null>(null);
  const [trouble, setTrouble] = useState('');
  useEffect(() => {
    const unmounted = new AbortController();
    host.readSettings().then(
      (loaded) => {
        setSettings(loaded.settings);
        if (loaded.fault !== '') setTrouble(t.reset(loaded.fault));
      },
      (thrown: unknown) => setTrouble(t.unreadable(getErrorMessage(thrown))),
    );
    host.onSettings(setSettings, unmounted.signal);
    return () => unmounted.abort();
  }, [host]);
  const update = useCallback(
    async (change: (now: Settings) => Settings): Promise<void> => {
      setSettings(await host.changeSettings(change));
    },
    [host],
  );
  return { store: settings && { settings, update }, trouble };
}
