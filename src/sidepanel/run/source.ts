import type { RequestFile } from '../../lib/agent/frames/frames.ts';
import type { AgentState } from '../../lib/agent/state/agent-state.ts';
import type { FoundArtifact } from '../../lib/agent/state/artifacts.ts';
import { t } from '../strings/shell.ts';

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
  /** Hash of the one file that it is; '' otherwise. */
  readonly file: string;
}

/** What a question is about; before that is read, the files of one that needs no page. */
export function findSubject(state: AgentState): Source | null {
  const { pictures = [], files = [] } = state.spec ?? {};
  return findSource(state) ?? (pictures.length === 0 ? describeFiles(files) : null);
}

/** Null for none. Several have no name in common. */
function describeFiles(files: readonly RequestFile[]): Source | null {
  const [file, ...more] = files;
  if (file === undefined) return null;
  const title = more.length > 0 ? t.files.several(files.length) : file.name;
  return { url: '', page: '', title, language: '', words: 0, isPicture: false, file: more.length > 0 ? '' : file.hash };
}

/** The tab's page as last read, or the page of a selection; null until there is one. */
export function findSource(state: AgentState): Source | null {
  const { objects, spec } = state;
  let best: SourceArtifact | null = null;
  for (const object of objects.iterateNewestFirst()) {
    if (!isSource(object)) continue;
    const isHere = object.name === 'description' || object.meta.tab === spec?.tabId;
    if (isHere && object.name === 'page') return toSource(object);
    if (isHere || best === null) best = object;
  }
  if (best?.name === 'page' && best.meta.file !== undefined) return toFileSource(best, state);
  return best === null ? null : toSource(best);
}

/** The source for all files that were read, if the newest is not the only one. */
function toFileSource(newest: FoundArtifact<'page'>, state: AgentState): Source {
  const words = new Map<string, number>();
  for (const { name, meta } of state.objects)
    if (name === 'page' && meta.file !== undefined) words.set(meta.file, meta.words);
  if (words.size === 1) return toSource(newest);
  const total = [...words.values()].reduce((sum, count) => sum + count, 0);
  return { ...toSource(newest), title: t.files.several(words.size), words: total, file: '' };
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
  const file = name === 'page' ? (meta.file ?? '') : '';
  return { url, page, title, language, words: name === 'page' ? meta.words : 0, isPicture: name === 'picture', file };
}
