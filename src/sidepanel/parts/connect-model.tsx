/** What is shown where a language model is needed and none is set up. */
import type { UserError } from '../../lib/base/errors.ts';
import { usePanel } from '../panel-context.ts';
import { t } from '../strings/shell.ts';
import { Button } from './button.tsx';
import { useLoaded } from './use-loaded.ts';

/** True until it is known. */
export function useHasModel(): boolean {
  const { host } = usePanel();
  return useLoaded(host.hasModel, host.watchSettings) ?? true;
}

/** Nothing but a model mends them. */
const ONLY_MODEL_ERRORS: readonly string[] = ['agent.no-model', 'model.only-quotes'];

/** What the built-in engine cannot do. */
const ENGINE_ERRORS: readonly string[] = [
  ...ONLY_MODEL_ERRORS,
  'model.no-translator',
  'model.no-language-pair',
  'model.unknown-language',
];

/** Whether a model would mend the error, and there still is none. */
export function useLacksModel(error: UserError | null): boolean {
  const hasModel = useHasModel();
  return !hasModel && error !== null && ENGINE_ERRORS.includes(error.code);
}

/** Trying again ends in the same way until a model is set up. */
export const isOnlyForModel = ({ code }: UserError): boolean => ONLY_MODEL_ERRORS.includes(code);

export function ConnectModelButton({ look = 'button accent' }: { readonly look?: 'button accent' | 'quiet edged' }) {
  const { host } = usePanel();
  return (
    <Button className={look} onClick={host.openSettings}>
      {t.connectModel}
    </Button>
  );
}

/** Below a field whose words are for a language model. */
export function ModelNote({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <div id={id} className="row between soft choosing">
      <p>{text}</p>
      <ConnectModelButton look="quiet edged" />
    </div>
  );
}
