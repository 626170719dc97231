/** All that can be started or added from the composer: the items of its menu and of `/`. */
import { useState, type ReactNode, useCallback } from 'react';
import { isolateLine } from '../../lib/base/one-line.ts';
import { needsModel, SELECTION_ACTIONS } from '../../lib/jobs/selection-actions.ts';
import { listRunnableAgents } from '../agents/agents-state.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { translatePart, pageToolsPart, serverPart } from '../lazy-parts.ts';
import { useHasModel } from '../parts/connect-model.tsx';
import { Lazy } from '../parts/lazy.tsx';
import type { MenuItem } from '../parts/menu.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import { useSelectionEstimate, watchSelectionChanges } from '../parts/use-selection-estimate.ts';
import { usePictureCommands } from '../pictures/use-picture-commands.tsx';
import { isBusy } from '../run/stage.ts';
import { t } from '../strings/shell.ts';
import { formatAgentName } from '../trace/agent-name.ts';
import { findPageObstacle } from '../question/obstacle.ts';
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
  /** All of them, the most used first, with what is too many for the menu: kinds of summaries, and prompts. */
  readonly bySlash: readonly MenuItem[];
  readonly agents: readonly MenuItem[];
  /** Resources of tool servers. */
  readonly resources: readonly MenuItem[];
  /** To be rendered beside them. */
  readonly extras: ReactNode;
}

export function useCommands({ begin, pickTabs, chat, chooseAgent }: CommandsUse): Commands {
  const { panel } = usePanel();
  const inHistory = useModel((model) => Boolean(model.history?.open));
  const pageObstacle = useModel(findPageObstacle);
  const busy = useModel(isBusy) ? t.askBox.busy : ''; // it would end the run in view
  const pictures = usePictureCommands(busy);
  const isSelected = useSelectionEstimate()?.isSelected;
  const selection = useSelectionCommands(busy, isSelected);
  const own = useOwnCommands(busy, begin, isSelected === false || inHistory);
  const translation = useTranslation(busy || (isSelected === true ? '' : pageObstacle));
  const hasModel = useHasModel();
  const agents = useAgentCommands(chooseAgent);
  const servers = useServerCommands(begin);
  const pageTools = usePageTools();
  const tabs = { key: 'tabs', label: t.tabs.add, act: pickTabs };
  const talk = hasModel ? [{ key: 'chat', label: t.chat.command, act: chat }] : [];
  const refusal = busy || pageObstacle;
  const summarise = {
    key: 'summarise',
    label: t.summarise,
    act: () => void panel.summarise(),
    refusal,
    startsGroup: true,
  };
  const summaries = hasModel ? listSummaryItems((style) => void panel.summarise(style), refusal) : [];
  const prompts = hasModel ? [...own.toAsk, ...servers.prompts] : [];
  const added = [tabs, ...servers.resources, ...talk];
  const onPage = [...translation.commands, ...selection, ...own.ofSelection, ...(hasModel ? pageTools.commands : [])];
  return {
    commands: [...added, ...(inHistory ? [] : [...pictures.commands, summarise, ...onPage]), ...agents],
    bySlash: inHistory
      ? [...prompts, ...added, ...agents]
      : [summarise, ...summaries, ...onPage, ...prompts, ...added, ...pictures.commands, ...agents],
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

/** What is open beside the question; null for nothing, as where another tab comes into view. */
function useOpenInTab<T>() {
  const tabId = useModel(({ tab }) => tab?.tabId ?? -1);
  const [open, setOpen] = useState<T | null>(null);
  const [openIn, setOpenIn] = useState(tabId);
  if (openIn !== tabId) {
    setOpenIn(tabId);
    setOpen(null);
  }
  return [open, setOpen] as const;
}

/** The command that asks for a language, and its sheet. Nothing without a model or a translator. */
export function useTranslation(refusal: string): Pick<Commands, 'commands' | 'extras'> {
  const { host } = usePanel();
  const hasModel = useHasModel();
  const [isOpen, setOpen] = useOpenInTab<true>();
  if (!hasModel && !host.hasTranslator()) return { commands: [], extras: null };
  return {
    commands: [{ key: 'translate', label: t.translateCommand, act: () => setOpen(true), refusal }],
    extras: isOpen && (
      <Lazy part={translatePart}>{({ TranslateSheet }) => <TranslateSheet close={() => setOpen(null)} />}</Lazy>
    ),
  };
}

const OFFERED = SELECTION_ACTIONS.filter(({ panel }) => panel !== '');

/** None where nothing is selected, but for the way to more. */
function useSelectionCommands(refusal: string, isSelected: boolean | undefined): readonly MenuItem[] {
  const { panel, host } = usePanel();
  const hasModel = useHasModel();
  const connect = hasModel ? [] : [{ key: 'connect', label: t.connectForMore, act: host.openSettings }];
  if (isSelected === false) return connect;
  const builtIn = OFFERED.filter((action) => hasModel || !needsModel(action)).map(({ id, panel: label }) => ({
    key: id,
    label,
    act: () => void panel.startSelectionAction(id, ''),
    refusal,
  }));
  return [...builtIn, ...connect];
}

interface OwnCommands {
  readonly ofSelection: readonly MenuItem[];
  /** Their prompts are written into the question, to be asked of what it is about. */
  readonly toAsk: readonly MenuItem[];
}

/** The user's own prompts, for the selection or as questions. None without a model. */
function useOwnCommands(refusal: string, begin: (text: string) => void, asks: boolean): OwnCommands {
  const { panel, host } = usePanel();
  const presets = useLoaded(host.loadPresets, host.watchSettings) ?? []; // built-in actions remain available
  const hasModel = useHasModel();
  if (!hasModel) return { ofSelection: [], toAsk: [] };
  const items = presets.map(({ id, title, prompt }) => ({
    key: `own ${id}`,
    label: isolateLine(title),
    ...(asks
      ? { act: () => begin(prompt) }
      : { act: (): void => void panel.startSelectionAction('preset', id), refusal }),
  }));
  return asks ? { ofSelection: [], toAsk: items } : { ofSelection: items, toAsk: [] };
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
  const [chosen, choose] = useOpenInTab<ChosenText>();
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
