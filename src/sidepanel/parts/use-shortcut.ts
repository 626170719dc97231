import { usePanel } from '../panel-context.ts';
import { useLoaded } from './use-loaded.ts';

/** '' until known, if there is none, and in a window of the panel's own, where none does anything. */
export function useShortcut(command: 'open' | 'summarise'): string {
  const { host } = usePanel();
  const shortcuts = useLoaded(host.loadShortcuts);
  return host.isDetached() ? '' : (shortcuts?.[command] ?? ''); // the text without a shortcut is correct too
}
