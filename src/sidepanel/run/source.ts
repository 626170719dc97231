import type { AgentState, FoundArtifact } from '../../lib/agent/store/run-state.ts';

/** What a run is about. */
export interface Source {
  readonly url: string;
  /** Address of the tab's page: that of a frame is `url`. */
  readonly page: string;
  readonly title: string;
  /** BCP 47, or ''. */
  readonly language: string;
  readonly words: number;
  /** Known only from a picture of it. */
  readonly isPicture: boolean;
}

/** The tab's page as last read, or the page of a selection; null until there is one. */
export function findSource({ objects, spec }: AgentState): Source | null {
  let best: SourceArtifact | null = null;
  for (const object of objects.iterateNewestFirst()) {
    if (!isSource(object)) continue;
    const isHere = object.name === 'description' || object.meta.tab === spec?.tabId;
    if (isHere && object.name === 'page') return toSource(object);
    if (isHere || best === null) best = object;
  }
  return best === null ? null : toSource(best);
}

type SourceArtifact = FoundArtifact<'page' | 'picture' | 'selection' | 'description'>;

/** Web artifacts are shown with their searches instead. */
function isSource(found: FoundArtifact): found is SourceArtifact {
  if (found.name === 'picture') return found.meta.url !== '';
  return found.name === 'page' || found.name === 'selection' || found.name === 'description';
}

function toSource({ name, meta }: SourceArtifact): Source {
  const { url, title } = meta;
  const language = name === 'description' ? '' : meta.language;
  const page = name === 'selection' ? meta.page : url;
  return { url, page, title, language, words: name === 'page' ? meta.words : 0, isPicture: name === 'picture' };
}
