/**
 * Keeps the worker awake while runs live: a running fetch alone does not (PLATFORM §6), any extension API call does. If the
 * worker dies all the same, the alarm wakes it. Neither exists while no run lives.
 */
import type { Wakefulness } from '../lib/agent/ports.ts';

export const RUNS_ALARM = 'runs';
/** Well within the 30 s after which an idle worker is stopped. */
const HEARTBEAT_MS = 20_000;

export function chromeWakefulness(): Wakefulness {
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
