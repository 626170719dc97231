import { use } from 'react';
import { useCopy } from '../../ui/use-copy.ts';
import { PanelContext } from '../panel-context.ts';
import { QuietButton } from '../parts/button.tsx';
import { Icon } from '../parts/icons.tsx';
import { t } from '../strings/strings.ts';

/** Copies a block of code as it is. Nothing outside a panel. */
export function CopyCodeButton({ code }: { readonly code: string }) {
  const host = use(PanelContext)?.host;
  const [outcome, press] = useCopy(() => host?.copy(code) ?? Promise.reject(new Error('There is no clipboard.')));
  if (host === undefined) return null;
  const label = outcome === 'copied' ? t.copied : outcome === 'failed' ? t.copyFailed : t.copyCode;
  return (
    <QuietButton look="round" className="quiet round copy-code" aria-label={label} title={label} onClick={press}>
      <Icon name={outcome === 'copied' ? 'check' : 'copy'} />
    </QuietButton>
  );
}
