/** Keeps the worker awake by extension API calls, since a fetch alone does not. An alarm wakes it if it was stopped all the same. */
import type { Wakefulness } from '../lib/agent/storage-ports.ts';

export const RUNS_ALARM = 'runs';
/** An idle worker is stopped after 30 s. */
const HEARTBEAT_MS = 20_000;

export function createChromeWakefulness(): Wakefulness {
  let heartbeat: ReturnType<typeof setInterval> | undefined;
  return {
    async begin() {
      heartbeat ??= setInterval(() => void chrome.runtime.getPlatformInfo(), HEARTBEAT_MS);
      await chrome.alarms.create(RUNS_ALARM, { periodInMinutes: 0.5 });
    },
    async end() {
      clearInterval(heartbeat);
      heartbeat = undefined;
      await chrome.alarms.clear(RUNS_ALARM);
    },
  };
}
