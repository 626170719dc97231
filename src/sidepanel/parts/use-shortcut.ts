import { usePanel } from '../panel-context.ts';
import { useLoaded } from './use-loaded.ts';

/** '' until known, or if there is none. */
export function useShortcut(command: 'open' | 'summarise'): string {
  const { host } = usePanel();
  return useLoaded(host.loadShortcuts)?.[command] ?? ''; // the text without a shortcut is correct too
}
