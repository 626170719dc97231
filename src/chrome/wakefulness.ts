/**
 * Keeps the worker awake while runs are active: a fetch alone does not (PLATFORM §6), any extension API call does. If
 * the worker dies anyway, an alarm wakes it.
 */
import type { Wakefulness } from '../lib/agent/ports.ts';

export const RUNS_ALARM = 'runs';
/** Well below the 30 s after which an idle worker is stopped. */
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
