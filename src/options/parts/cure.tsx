/** A hint on how to fix something. Commands in backticks can be copied. */
import { useState } from 'react';
import type { OptionsHost } from '../host.ts';
import { t } from '../strings/strings.ts';

const AFTER_COMMAND = /^[.,;]\s*/;

interface HintProps {
  readonly text: string;
  readonly copy: OptionsHost['copy'];
}

export function Hint({ text, copy }: HintProps) {
  return (
    <div className="cure">
      {text
        .split('`')
        .map((part, index) =>
          index % 2 === 1 ? (
            <Command key={index} text={part} copy={copy} />
          ) : (
            <span key={index}>{index === 0 ? part : part.replace(AFTER_COMMAND, '')}</span>
          ),
        )}
    </div>
  );
}

function Command({ text, copy }: HintProps) {
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'failed'>('none');
  const press = (): void => {
    copy(text).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  };
  return (
    <span className="command">
      <code>{text}</code>
      <button type="button" className="button small" aria-label={t.copyLabel(text)} onClick={press}>
        {outcome === 'copied' ? t.copied : t.copy}
      </button>
      <span className={outcome === 'failed' ? 'fine' : 'unseen'} role="status">
        {outcome === 'copied' && t.copied}
        {outcome === 'failed' && t.notCopied}
      </span>
    </span>
  );
}
