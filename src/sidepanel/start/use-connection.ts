/** Looking for models and trying one, one thing at a time. */
import { useEffect, useRef, useState } from 'react';
import type { ModelConnection } from '../../chrome/model-setup.ts';
import { toUserError, type UserError } from '../../lib/base/errors.ts';
import { findKeyProvider } from '../../lib/models/presets.ts';
import type { ListedModel } from '../../lib/protocol/requests/model.ts';
import { createEntry, toTraits } from '../../lib/protocol/settings/model-entries.ts';
import { watchReturn } from '../parts/watch-return.ts';
import { t } from '../strings/strings.ts';
import {
  findAgain,
  findLocalModels,
  findOnServer,
  isCurable,
  isNotThere,
  LOCAL_SERVERS,
  testAndSave,
  toDeclinedError,
  type Finding,
  type Offer,
} from './find-models.ts';

export interface Activity {
  readonly text: string;
  /** From 0 to 1; null if unknown. */
  readonly part: number | null;
}

export function useConnection(connection: ModelConnection, onConnected: (model: string) => void) {
  const [findings, setFindings] = useState<readonly Finding[]>([]);
  const [activity, setActivity] = useState<Activity | null>(null);
  const [error, setError] = useState<UserError | null>(null);
  const current = useRef<AbortController | null>(null);

  const stop = (): void => {
    if (current.current === null) return;
    current.current.abort();
    current.current = null;
    setActivity(null);
    void connection.stop(); // a test costs tokens as long as it runs
  };
  useEffect(() => {
    const running = current;
    return () => {
      if (running.current !== null) void connection.stop();
      running.current?.abort();
    };
  }, [connection]);

  useEffect(() => {
    if (!findings.some(isCurable)) return;
    const closing = new AbortController();
    let isLooking = false;
    const isBusy = (): boolean => isLooking || closing.signal.aborted || current.current !== null;
    const lookAgain = async (): Promise<void> => {
      if (isBusy()) return;
      isLooking = true;
      const now = await findAgain(connection, findings);
      isLooking = false;
      const isNew = now.some((finding, index) => finding !== findings[index]);
      if (isNew && !isBusy()) setFindings(now);
    };
    watchReturn(() => void lookAgain(), closing.signal);
    return () => closing.abort();
  }, [connection, findings]);

  /** Calls `work` in the gesture. */
  const run = (text: string, work: (signal: AbortSignal) => Promise<void>): void => {
    if (current.current !== null) return;
    const controller = new AbortController();
    current.current = controller;
    setActivity({ text, part: null });
    setError(null);
    work(controller.signal)
      .catch((thrown: unknown) => {
        if (!controller.signal.aborted) setError(toUserError(thrown));
      })
      .finally(() => {
        if (current.current !== controller) return;
        current.current = null;
        setActivity(null);
      });
  };

  const request = (endpoints: readonly string[]): Promise<readonly string[] | null> =>
    connection.requestOrigins(endpoints).catch(() => null);

  const look = (): void =>
    run(t.start.connect.looking, async (signal) => {
      const access = request(LOCAL_SERVERS.map(({ endpoint }) => endpoint));
      const found = await findLocalModels(connection, access);
      const absent = found.filter(isNotThere).map(({ preset }) => preset.endpoint);
      void connection.releaseOrigins((await access)?.filter((endpoint) => absent.includes(endpoint)) ?? []);
      if (!signal.aborted) setFindings(found);
    });

  const lookWithKey = (key: string): void => {
    const preset = findKeyProvider(key);
    if (preset === null) {
      setError({ code: 'key.unknown', message: t.start.connect.unknownKey, hint: '' });
      return;
    }
    run(t.start.connect.lookingAt(preset.label), async (signal) => {
      const found: Finding =
        (await request([preset.endpoint])) !== null
          ? await findOnServer(connection, preset, key)
          : { preset, error: toDeclinedError(preset) };
      if (!signal.aborted) setFindings([found]);
    });
  };

  const use = ({ preset, key }: Offer, listed: ListedModel): void =>
    run(t.start.connect.testing, async (signal) => {
      const showPart = (part: number): void => setActivity({ text: t.start.connect.downloading, part });
      const loaded = preset.provider === 'chrome' ? await connection.chromeModel.download(showPart, signal) : {};
      signal.throwIfAborted();
      setActivity({ text: t.start.connect.testing, part: null });
      const traits = { ...toTraits(listed, preset), ...loaded };
      await testAndSave(connection, createEntry(preset, listed.id, traits), key, signal);
      onConnected(listed.id);
    });

  return { findings, activity, error, look, lookWithKey, use, stop };
}
