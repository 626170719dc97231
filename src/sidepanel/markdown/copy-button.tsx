import { use } from 'react';
import { useCopy } from '../../ui/use-copy.ts';
import { PanelContext } from '../panel-context.ts';
import { QuietButton } from '../parts/button.tsx';
import { Icon } from '../parts/icons.tsx';
import { t } from '../strings/strings.ts';

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  readonly className: string;
}

/** Copies the text as it is. Nothing outside a panel. */
export function CopyButton({ text, label, className }: CopyButtonProps) {
  const host = use(PanelContext)?.host;
  const [outcome, press] = useCopy(() => host?.copy(text) ?? Promise.reject(new Error('There is no clipboard.')));
  if (host === undefined) return null;
  const said = outcome === 'copied' ? t.copied : outcome === 'failed' ? t.copyFailed : label;
  return (
    <QuietButton className={className} aria-label={said} title={said} onClick={press}>
      <Icon name={outcome === 'copied' ? 'check' : 'copy'} />
    </QuietButton>
  );
}
