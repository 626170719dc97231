/** What each wake needs. All else is loaded by the first run or request (services.ts). */
import { clearAbout, clearSessionItems } from '../chrome/storage/session-items.ts';
import { showBadge } from '../chrome/controls/badge.ts';
import { createChromeIntents } from '../chrome/storage/presses.ts';
import { loadTranslationLanguage } from '../chrome/storage/translation-language.ts';
import { createOffscreen } from '../chrome/offscreen/offscreen.ts';
import { createChromeRegions } from '../chrome/page/regions.ts';
import { hasSchedules } from '../chrome/schedule-wake.ts';
import { loadSettings } from '../chrome/storage/settings.ts';
import { listOfferedPresets } from '../lib/protocol/settings/defaults.ts';
import { createToolbarReconciler } from '../chrome/selection-toolbar/toolbar-scripts.ts';
import { createChromeWakefulness } from '../chrome/wakefulness.ts';
import { ONLY_DELETED } from '../lib/agent/store/run-archive.ts';
import { systemClock } from '../lib/base/clock.ts';
import region from '../content/region.iife.ts?iife';
import noModel from '../content/no-model.iife.ts?iife';
import toolbar from '../content/toolbar.iife.ts?iife';
import { openRunStorage } from './runs/run-storage.ts';
import { createRuns } from './runs/runs.ts';
import { createSelectionService } from './presses/selecting.ts';
import type { Services } from './services.ts';
import { createRestBadge } from './status.ts';

export function buildWorker() {
  const storage = openRunStorage();
  const { area, archive, store, hub, spending, ready } = storage;
  const offscreen = createOffscreen();
  const regions = createChromeRegions(region, area);
  const runs = createRuns({
    store,
    hub,
    clock: systemClock,
    recordCharges: spending.recordCharges,
    wakefulness: createChromeWakefulness(),
    countSpending: spending.catchUp,
    forget: async (runId) => (await loadServices()).upkeep.forget(runId),
    onRest(state) {
      if (state.spec?.byClock) void tickSchedules().catch(() => undefined); // an alarm does it later
      void store
        .findRun(state.spec?.runId ?? '')
        .then((head) => showBadge(head?.tabId ?? -1, createRestBadge(state)))
        .catch(() => undefined); // the next run of the tab changes the badge
    },
    loadLoop: async () => (await loadServices()).loop,
  });
  const selecting = createSelectionService({
    startSelection: async (pressed, signal) => (await loadServices()).startSelection(pressed, signal),
    loadPresets: async () => listOfferedPresets(await loadSettings()),
    loadTranslationLanguage,
    intents: createChromeIntents(area),
    about: { clear: clearAbout, clearAll: clearSessionItems },
    hide: async (...hidden) => (await loadServices()).hideToolbar(...hidden),
    showError: (tabId, error) => hub.refuse(tabId, error),
    clock: systemClock,
  });
  let services: Promise<Services> | undefined;
  const loadServices = (): Promise<Services> => (services ??= load());
  const load = async (): Promise<Services> => {
    try {
      const { createServices } = await import('./services.ts');
      return createServices({ storage, runs, selecting, regions, offscreen });
    } catch (thrown) {
      services = undefined; // the next run or request tries again
      throw thrown;
    }
  };
  const tickSchedules = async (): Promise<void> => {
    if (await hasSchedules()) await (await loadServices()).tickSchedules();
  };
  return {
    runs,
    hub,
    selecting,
    regions,
    reconcileToolbar: createToolbarReconciler({ toolbar, noModel }),
    offscreen,
    handle: async (...received: Parameters<Services['handle']>) => (await loadServices()).handle(...received),
    /** Must be called before an extension update. */
    flush: () => store.flush(),
    /** Resolves once archived runs are recovered. Runs must not be accessed before. */
    ready,
    /** Deletes permanently what the user deleted. */
    async removeDeleted(): Promise<void> {
      if ((await archive.findOldest(ONLY_DELETED)) !== null) await (await loadServices()).upkeep.removeDue('deleted');
    },
    /** Starts the schedules that are due, and settles what is over. */
    tickSchedules,
    /** The reading list has grown. */
    advanceLists: async (): Promise<void> => {
      if (await hasSchedules()) await (await loadServices()).advanceLists();
    },
    /** Also what is older than the user keeps it. */
    removeExpired: async (): Promise<void> => (await loadServices()).upkeep.removeDue('expired'),
  };
}
