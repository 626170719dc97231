import { useEffect, useState } from 'react';
import { usePanel } from '../panel-context.ts';
import { t } from '../strings/strings.ts';
import { Icon } from './icons.tsx';

const CONFIRMATION_MS = 2500;

export function CopyButton({ text, accent }: { readonly text: string; readonly accent: boolean }) {
  const { host } = usePanel();
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'failed'>('none');
  useEffect(() => {
    if (outcome === 'none') return;
    const timer = setTimeout(() => setOutcome('none'), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = (): void => {
    host.copy(text).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  };
  return (
    <>
      <button type="button" className={accent ? 'button accent' : 'button'} onClick={copy}>
        <Icon name={outcome === 'copied' ? 'check' : 'copy'} />
        {outcome === 'copied' ? t.copied : t.copy}
      </button>
      <span className={outcome === 'failed' ? 'fine' : 'unseen'} aria-live="polite">
        {outcome === 'copied' && t.copiedSaid}
        {outcome === 'failed' && t.copyFailed}
      </span>
    </>
  );
}
