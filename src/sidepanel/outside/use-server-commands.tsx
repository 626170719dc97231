/** What servers of tools offer the composer: prompts that are switched on, and a look at what else they have. */
import { useState, type ReactNode } from 'react';
import { isolateLine } from '../../lib/base/one-line.ts';
import { serverPart } from '../lazy-parts.ts';
import { usePanel } from '../panel-context.ts';
import { Lazy } from '../parts/lazy.tsx';
import type { MenuItem } from '../parts/menu.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import { t } from '../strings/shell.ts';
import type { ChosenText } from './server-sheet.tsx';

interface ServerCommands {
  readonly prompts: readonly MenuItem[];
  /** One for each server: it is asked what it has only then. */
  readonly resources: readonly MenuItem[];
  /** To be rendered beside them. */
  readonly extras: ReactNode;
}

/** `begin`: writes into the question, if nothing stands there. */
export function useServerCommands(begin: (text: string) => void): ServerCommands {
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
