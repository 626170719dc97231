/** All that can be started or added from the composer: the items of its menu and of `/`. */
import { useState, type ReactNode, useCallback } from 'react';
import { isolateLine } from '../../lib/base/one-line.ts';
import { needsModel, SELECTION_ACTIONS, type SelectionActionId } from '../../lib/jobs/selection-actions.ts';
import { listRunnableAgents } from '../agents/agents-state.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { translatePart, pageToolsPart, serverPart } from '../lazy-parts.ts';
import { useHasModel } from '../parts/connect-model.tsx';
import { Lazy } from '../parts/lazy.tsx';
import type { MenuItem } from '../parts/menu.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import { useSelectionEstimate, watchSelectionChanges } from '../parts/use-selection-estimate.ts';
import { usePictureCommands } from '../pictures/use-picture-commands.tsx';
import { getStage } from '../run/stage.ts';
import { t } from '../strings/shell.ts';
import { formatAgentName } from '../trace/agent-name.ts';
import { listSummaryItems } from './summary-items.ts';
import type { ChosenText } from '../servers/server-sheet.tsx';

interface CommandsUse {
  /** Writes into the question, if nothing stands there. */
  readonly begin: (text: string) => void;
  readonly pickTabs: () => void;
  readonly chat: () => void;
  readonly chooseAgent: (id: string) => void;
}

interface Commands {
  readonly commands: readonly MenuItem[];
  /** Summaries of other lengths and formats, and prompts of servers: too many for the menu. */
  readonly more: readonly MenuItem[];
  readonly agents: readonly MenuItem[];
  /** Resources of tool servers. */
  readonly resources: readonly MenuItem[];
  /** To be rendered beside them. */
  readonly extras: ReactNode;
}

export function useCommands({ begin, pickTabs, chat, chooseAgent }: CommandsUse): Commands {
  const { panel } = usePanel();
  const isBusy = useModel((model) => getStage(model) === 'running' || model.pending !== null);
  const inHistory = useModel((model) => Boolean(model.history?.open));
  const canSummarise = useModel((model) => model.access.type === 'ready');
  const pictures = usePictureCommands(isBusy);
  const selection = useSelectionCommands(isBusy);
  const translation = useTranslation(isBusy);
  const hasModel = useHasModel();
  const agents = useAgentCommands(chooseAgent);
  const servers = useServerCommands(begin);
  const pageTools = usePageTools();
  const tabs = { key: 'tabs', label: t.tabs.add, act: pickTabs };
  const talk = hasModel ? [{ key: 'chat', label: t.chat.command, act: chat }] : [];
  const cannotSummarise = isBusy || !canSummarise;
  const summarise = {
    key: 'summarise',
    label: t.summarise,
    act: () => {
      if (!cannotSummarise) void panel.summarise(); // it would end the run in view
    },
    disabled: cannotSummarise,
    startsGroup: true,
  };
  const ofPage = inHistory
    ? []
    : [...pictures.commands, summarise, ...translation.commands, ...selection, ...(hasModel ? pageTools.commands : [])];
  const summaries = listSummaryItems((style) => void panel.summarise(style), cannotSummarise);
  return {
    commands: [tabs, ...servers.resources, ...talk, ...ofPage, ...agents],
    more: hasModel ? [...(inHistory ? [] : summaries), ...servers.prompts] : [],
    agents,
    resources: servers.resources,
    extras: (
      <>
        {pictures.extras}
        {translation.extras}
        {servers.extras}
        {pageTools.extras}
      </>
    ),
  };
}

/** The command that asks for a language, and its sheet. Nothing without a model or a translator. */
export function useTranslation(disabled: boolean): Pick<Commands, 'commands' | 'extras'> {
  const { host } = usePanel();
  const hasModel = useHasModel();
  const [isOpen, setOpen] = useState(false);
  if (!hasModel && !host.hasTranslator()) return { commands: [], extras: null };
  const act = (): void => setOpen(!disabled);
  return {
    commands: [{ key: 'translate', label: t.translateCommand, act, disabled }],
    extras: isOpen && (
      <Lazy part={translatePart}>{({ TranslateSheet }) => <TranslateSheet close={() => setOpen(false)} />}</Lazy>
    ),
  };
}

const OFFERED = SELECTION_ACTIONS.filter(({ panel }) => panel !== '');

/** None where nothing is selected, but for the way to more. */
function useSelectionCommands(disabled: boolean): readonly MenuItem[] {
  const { panel, host } = usePanel();
  const presets = useLoaded(host.loadPresets, host.watchSettings) ?? []; // built-in actions remain available
  const hasModel = useHasModel();
  const isNoneSelected = useSelectionEstimate()?.isSelected === false;
  const connect = hasModel ? [] : [{ key: 'connect', label: t.connectForMore, act: host.openSettings }];
  if (isNoneSelected) return connect;
  const start = (action: SelectionActionId, preset = ''): void => {
    if (!disabled) void panel.startSelectionAction(action, preset);
  };
  const builtIn = OFFERED.filter((action) => hasModel || !needsModel(action)).map(({ id, panel: label }) => ({
    key: id,
    label,
    act: () => start(id),
    disabled,
  }));
  if (!hasModel) return [...builtIn, ...connect];
  const own = presets.map(({ id, title }) => ({
    key: `own ${id}`,
    label: isolateLine(title),
    act: () => start('preset', id),
    disabled,
  }));
  return [...builtIn, ...own];
}

function useAgentCommands(choose: (id: string) => void): readonly MenuItem[] {
  const agents = useModel((model) => model.agents);
  const hasModel = useHasModel();
  if (!hasModel) return [];
  return listRunnableAgents(agents).map(({ id, name }, index) => ({
    key: `agent ${id}`,
    label: t.agents.ask.choose(formatAgentName(name)),
    act: () => choose(id),
    startsGroup: index === 0,
  }));
}

interface PageToolsUse {
  readonly commands: readonly MenuItem[];
  readonly extras: ReactNode;
}

/** The command that shows what tools the page offers, where it offers any, and its sheet. */
function usePageTools(): PageToolsUse {
  const { host } = usePanel();
  const isReady = useModel(({ access }) => access.type === 'ready');
  const tabId = useModel(({ tab }) => tab?.tabId ?? -1);
  const page = useModel(({ tab }) => (tab?.loading === true ? '' : (tab?.url ?? '')));
  const load = useCallback(
    () => (isReady && page !== '' ? host.loadPageTools(tabId) : Promise.resolve(null)),
    [host, isReady, tabId, page],
  );
  const reply = useLoaded(load, watchSelectionChanges); // a page may offer its tools late
  const count = reply?.ok === true ? reply.value.tools.length : 0;
  const [openOn, setOpenOn] = useState<string | null>(null);
  return {
    commands: count === 0 ? [] : [{ key: 'page tools', label: t.pageTools(count), act: () => setOpenOn(page) }],
    extras: openOn === page && (
      <Lazy part={pageToolsPart}>
        {({ PageToolsSheet }) => <PageToolsSheet tabId={tabId} close={() => setOpenOn(null)} />}
      </Lazy>
    ),
  };
}

interface ServerCommands {
  readonly prompts: readonly MenuItem[];
  /** One for each server: it is asked what it has only then. */
  readonly resources: readonly MenuItem[];
  /** To be rendered beside them. */
  readonly extras: ReactNode;
}

/** Prompts that are switched on, and a look at what else tool servers have. `begin`: writes into the question, if nothing stands there. */
function useServerCommands(begin: (text: string) => void): ServerCommands {
  const { host } = usePanel();
  const servers = useLoaded(host.loadToolServers, host.watchSettings) ?? [];
  const [chosen, choose] = useState<ChosenText | null>(null);
  return {
    prompts: servers.flatMap((server) =>
      (server.prompts ?? []).map((prompt) => ({
        key: `prompt ${server.id} ${prompt.name}`,
        label: `/${server.id}:${isolateLine(prompt.name)}`,
        act: () => choose({ server, prompt }),
      })),
    ),
    resources: servers.map((server) => ({
      key: `server ${server.id}`,
      label: t.askBox.addFrom(server.id),
      act: () => choose({ server, prompt: null }),
    })),
    extras: chosen && (
      <Lazy part={serverPart}>
        {({ ServerSheet }) => <ServerSheet {...chosen} write={begin} close={() => choose(null)} />}
      </Lazy>
    ),
  };
}
