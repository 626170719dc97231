/** Sources that may be cited: of web sources only those graded relevant or approved by the user (P9). */
import type { AgentState, FoundArtifact } from '../../agent/store/run-state.ts';
import type { ToolContext } from '../../agent/tools/index.ts';
import { WEB, type Source } from '../page/page.ts';
import { canCite } from './web-artifacts.ts';

export const isUsable = (source: FoundArtifact, state: AgentState): boolean =>
  source.name !== WEB || canCite(source.meta.url, state);

/** In order; '' for one that may not be used or is not included. */
export async function readSourceTexts(
  sources: readonly Source[],
  { state, read }: Pick<ToolContext, 'state' | 'read'>,
  isIncluded: (source: Source) => boolean = (source) => isUsable(source, state()),
): Promise<readonly { readonly text: string; readonly language: string }[]> {
  return Promise.all(
    sources.map(async (source) => ({
      text: isIncluded(source) ? await read(source.body.hash) : '',
      language: source.meta.language,
    })),
  );
}
