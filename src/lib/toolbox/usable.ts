/** Which sources of a run may be shown and cited: of the web, those alone that a grade or the person vouches for (P9). */
import type { AgentState, Found } from '../agent/state.ts';
import type { ToolContext } from '../agent/tools.ts';
import { metaText, WEB } from './page.ts';
import { languageOf } from './sources.ts';
import { mayCite } from './web.ts';

export const isUsable = (source: Found, state: AgentState): boolean =>
  source.name !== WEB || mayCite(metaText(source, 'url'), state);

/** The text of each source, by its place among the run's; '' for one that may not be used, or is not meant. */
export async function textsOf(
  sources: readonly Found[],
  { state, read }: Pick<ToolContext, 'state' | 'read'>,
  isMeant: (source: Found) => boolean = (source) => isUsable(source, state()),
): Promise<readonly { readonly text: string; readonly language: string }[]> {
  return Promise.all(
    sources.map(async (source) => ({
      text: isMeant(source) ? await read(source.body.hash) : '',
      language: languageOf(source),
    })),
  );
}
