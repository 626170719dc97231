import { useState } from 'react';
import { useModel } from '../panel-context.ts';
import { getPageUrl } from '../run/stage.ts';

/** Why the last thing that was asked for was not done; '' for nothing, and once the tab shows another page. */
export function useRefusal(): readonly [refusal: string, refuse: (why: string) => void] {
  const url = useModel(getPageUrl);
  const [refusal, setRefusal] = useState({ url, why: '' });
  return [refusal.url === url ? refusal.why : '', (why) => setRefusal({ url, why })];
}
