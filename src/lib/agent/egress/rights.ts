/** What a run may reach, from the user's gestures (SAFETY D2, D16): an agent it calls may reach at most as much. */
import { CONFIDED_LABELS, USER_LABELS, type Labels } from '../frames/labels.ts';
import { resolveNamedModel } from '../frames/narrow-config.ts';
import { isPageless } from '../frames/pageless.ts';
import type { ModelBinding, RunRequest, RunSpec } from '../frames/spec.ts';
import { ENGINES, getWebOrigin, LINKED, OWN_TAB, UNREADABLE } from './destinations.ts';
import type { AgentState } from '../state/agent-state.ts';
import { findUserUrls } from './user-words.ts';

type Requested = Pick<AgentState, 'spec' | 'exchanges'>;

/** The user's tab, links, search engines in a research run, and origins the user named. */
export function listUserOrigins(state: AgentState): readonly string[] {
  return [
    ...(getTabRight(state) === 'own' ? [OWN_TAB] : []),
    LINKED,
    ...(canSearchWeb(state) ? [ENGINES] : []),
    ...findUserUrls(state)
      .map(getWebOrigin)
      .filter((origin) => origin !== UNREADABLE),
  ];
}

export const canSearchWeb = ({ spec }: Pick<AgentState, 'spec'>): boolean =>
  spec?.sub?.engines ?? spec?.job === 'research';

/**
 * The tab may be read without asking only if some request was about it; research, chat, pictures, file summaries
 * and web agents are not.
 */
export function getTabRight({ spec, exchanges }: Requested): 'own' | 'ask' | 'never' {
  if (!spec) return 'ask';
  return spec.sub?.tab ?? ([...exchanges, spec].some((request) => isAboutTabs(request, spec)) ? 'own' : 'ask');
}

function isAboutTabs({ job, agent, also, files = [] }: RunRequest, { agents }: Pick<RunSpec, 'agents'>): boolean {
  if (also.length > 0) return true;
  if (job === 'summarise' && files.length > 0) return false;
  if (job !== 'agent') return !isPageless(job) && job !== 'screenshot';
  return agents.some(({ id, uses }) => id === agent && uses.some((name) => TAB_USES.includes(name)));
}

/** An agent is confided what is asked about something of the user's that it is given. */
export function getGoalLabels(request: RunRequest, config: Pick<RunSpec, 'agents'>): Labels {
  const { job, selection, pictures, files = [] } = request;
  const isGiven = selection !== null || pictures.length > 0 || files.length > 0 || isAboutTabs(request, config);
  return job === 'chat' || job === 'ask' || (job === 'agent' && isGiven) ? CONFIDED_LABELS : USER_LABELS;
}

/** Names in `uses_tools` of what reads the tab. */
export const TAB_USES: readonly string[] = ['page', 'read_page', 'pictures', 'look_at_page'];

/** Origin of the server that a model of that name is at, if no model of the run is there; null for none. */
export function findUnnamedServer(name: string, spec: RunSpec): string | null {
  const server = getModelServer(resolveNamedModel(name, spec));
  if (server === null) return null;
  const { main, fast, vision, fallback } = spec.models;
  const isNamed = [main, fast, vision, fallback].some((model) => model !== null && getModelServer(model) === server);
  return isNamed ? null : server;
}

/** Null if it runs in the browser. */
const getModelServer = ({ config: { provider, endpoint } }: ModelBinding): string | null =>
  IN_BROWSER.includes(provider) ? null : getWebOrigin(endpoint.trim());

const IN_BROWSER: readonly ModelBinding['config']['provider'][] = ['extractive', 'chrome', 'translator'];
