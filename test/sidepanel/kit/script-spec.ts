/** What scripted runs of the panel's tests are asked, and where. */
import type { ActiveTab } from '../../../src/chrome/panel/panel-host.ts';
import type { RunSpec } from '../../../src/lib/agent/frames/frames.ts';
import { MODEL } from './script-models.ts';

export const RUN = 'run-1';
export const TAB: ActiveTab = { tabId: 7, url: 'https://example.org/tides', title: 'How tides work', loading: false };
export const START = 1_700_000_000_000;

export const SPEC: RunSpec = {
  runId: RUN,
  job: 'summarise',
  goal: 'Summarise this page.',
  tabId: TAB.tabId,
  also: [],
  selection: null,
  pictures: [],
  language: '',
  sources: null,
  models: { main: MODEL, fast: null, vision: null, fallback: null },
  limits: { maxSteps: 5, maxRetries: 3, wallClockMs: 600_000, tokenBudget: 200_000, maxCost: null, warnAt: 0.8 },
  grants: [],
  search: [],
  agent: '',
  action: '',
  sub: null,
  agents: [],
  others: [],
  private: false,
};
