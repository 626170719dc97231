/** What cures an error, with each command in a block that can be copied. Panel and settings share it. */
import { useMemo } from 'react';
import { parseCure, parseSystem } from '../lib/base/cure.ts';
import { useCopy } from './use-copy.ts';
import { SHARED_WORDS as t } from './words.ts';

/** `userAgentData` is not among TypeScript's types. */
interface NavigatorWithData extends Navigator {
  readonly userAgentData?: { readonly platform: string };
}

const getPlatform = ({ userAgentData, platform }: NavigatorWithData): string => userAgentData?.platform ?? platform;

interface CureProps {
  readonly text: string;
  readonly copy: (text: string) => Promise<void>;
}

export function Cure({ text, copy }: CureProps) {
  const parts = useMemo(() => parseCure(text, parseSystem(getPlatform(navigator))), [text]);
  return (
    <div className="stack gap-1">
      {parts.map((part, index) =>
        part.kind === 'command' ? <Command key={index} text={part.text} copy={copy} /> : <p key={index}>{part.text}</p>,
      )}
    </div>
  );
}

function Command({ text, copy }: CureProps) {
  const [outcome, press] = useCopy(() => copy(text));
  return (
    <div className="sunken command">
      <code>{text}</code>
      <button type="button" className="quiet" aria-label={t.copyLabel(text)} onClick={press}>
        {outcome === 'copied' ? t.copied : t.copy}
      </button>
      <span className={outcome === 'failed' ? 'fine' : 'unseen'} role="status">
        {outcome === 'copied' && t.copied}
        {outcome === 'failed' && t.copyFailed}
      </span>
    </div>
  );
}
