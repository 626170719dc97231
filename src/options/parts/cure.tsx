/** What to do about something. Commands, which stand in backticks, have a line each and can be copied one by one. */
import { useState } from 'react';
import type { OptionsHost } from '../host.ts';
import { t } from '../strings.ts';

/** What would be left of a sentence at the beginning of a line, after a command in the middle of it. */
const AFTER_COMMAND = /^[.,;]\s*/;

interface CureProps {
  readonly text: string;
  readonly copy: OptionsHost['copy'];
}

export function Cure({ text, copy }: CureProps) {
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

function Command({ text, copy }: CureProps) {
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
