/** What is shown where a language model is needed and none is set up. */
import { usePanel } from '../panel-context.ts';
import { t } from '../strings/strings.ts';
import { Button } from './button.tsx';
import { useLoaded } from './use-loaded.ts';

/** True until it is known. */
export function useHasModel(): boolean {
  const { host } = usePanel();
  return useLoaded(host.hasModel, host.watchSettings) ?? true;
}

export function ConnectModelButton({ look = 'button accent' }: { readonly look?: 'button accent' | 'quiet edged' }) {
  const { host } = usePanel();
  return (
    <Button className={look} onClick={host.openSettings}>
      {t.connectModel}
    </Button>
  );
}

/** Below a field whose words are for an agent. */
export function AgentModelNote({ id }: { readonly id: string }) {
  return (
    <div id={id} className="choosing">
      <p>{t.agents.ask.needModel}</p>
      <ConnectModelButton look="quiet edged" />
    </div>
  );
}
