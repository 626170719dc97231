import { useState } from 'react';
import { useModel } from '../panel-context.ts';
import { QuietButton } from '../parts/button.tsx';
import { getPageUrl } from '../run/stage.ts';
import { t } from '../strings/shell.ts';

/** Why the last thing that was asked for was not done; '' for nothing, and once the tab shows another page. */
export function useRefusal(): readonly [refusal: string, refuse: (why: string) => void] {
  const url = useModel(getPageUrl);
  const [refusal, setRefusal] = useState({ url, why: '' });
  return [refusal.url === url ? refusal.why : '', (why) => setRefusal({ url, why })];
}

interface RefusalProps {
  readonly why: string;
  /** Asks without the page instead; undefined where that would not help. */
  readonly chat: (() => void) | undefined;
}

export const Refusal = ({ why, chat }: RefusalProps) => (
  <div className="row between">
    <p className="fine" role="alert">
      {why}
    </p>
    {chat && (
      <QuietButton look="edged" onClick={chat}>
        {t.chat.command}
      </QuietButton>
    )}
  </div>
);
