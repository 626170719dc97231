import type { KnownModels } from '../../chrome/panel/panel-host.ts';
import { isolateLine } from '../../lib/base/one-line.ts';
import { usePanel } from '../panel-context.ts';
import { t } from '../strings/shell.ts';
import { useLoaded } from './use-loaded.ts';

/** The models that are set up, and the name of the one that answers. Undefined until they are known. */
export function useModels(): (KnownModels & { readonly name: string }) | undefined {
  const { host } = usePanel();
  const known = useLoaded(host.loadModels, host.watchSettings);
  return (
    known && {
      ...known,
      name: isolateLine(known.models.find(({ id }) => id === known.main)?.label ?? t.quickModeShort),
    }
  );
}
