/** What cures an error, with each command in a block that can be copied. Panel and settings share it. */
import { useMemo } from 'react';
import { parseCure, parseSystem } from '../lib/base/cure.ts';
import { useCopy } from './use-copy.ts';

/** `userAgentData` is not among TypeScript's types. */
interface NavigatorWithData extends Navigator {
  readonly userAgentData?: { readonly platform: string };
}

const getPlatform = ({ userAgentData, platform }: NavigatorWithData): string => userAgentData?.platform ?? platform;

const WORDS = {
  copy: 'Copy',
  label: (command: string) => `Copy ${command}`,
  copied: 'Copied',
  failed: 'Not copied: the browser refused.',
} as const;

interface CureProps {
  readonly text: string;
  readonly copy: (text: string) => Promise<void>;
}

export function Cure({ text, copy }: CureProps) {
  const parts = useMemo(() => parseCure(text, parseSystem(getPlatform(navigator))), [text]);
  return (
    <div className="stack gap-1 cure">
      {parts.map((part, index) =>
        part.kind === 'command' ? <Command key={index} text={part.text} copy={copy} /> : <p key={index}>{part.text}</p>,
      )}
    </div>
  );
}

function Command({ text, copy }: CureProps) {
  const [outcome, press] = useCopy(() => copy(text));
  return (
    <div className="command">
      <code>{text}</code>
      <button type="button" className="quiet" aria-label={WORDS.label(text)} onClick={press}>
        {outcome === 'copied' ? WORDS.copied : WORDS.copy}
      </button>
      <span className={outcome === 'failed' ? 'fine' : 'unseen'} role="status">
        {outcome === 'copied' && WORDS.copied}
        {outcome === 'failed' && WORDS.failed}
      </span>
    </div>
  );
}
