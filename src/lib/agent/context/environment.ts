/** The artifacts of a run by tool and name (R4.6): a view over the fold. */
import { toOneLine } from '../../base/one-line.ts';
import { getMetaField } from '../frames/artifact.ts';
import { getTurnVisibility } from '../state/context-view.ts';
import { iterateVisible, type FoundArtifact } from '../state/artifacts.ts';
import type { TokenCounter } from '../ports.ts';
import type { AgentState } from '../state/agent-state.ts';

export type { FoundArtifact } from '../state/artifacts.ts';

export type Environment = ReturnType<typeof createEnvironment>;

/** Hidden and superseded artifacts are neither found in it nor counted. */
export function createEnvironment(state: Pick<AgentState, 'objects' | 'visible' | 'view'>) {
  const { visible, view } = state;
  const iterate = (): Iterable<FoundArtifact> => iterateVisible(state);
  return {
    count: visible.count,
    iterateNewestFirst: iterate,
    /** Oldest first. */
    find: (tool: string, name?: string): readonly FoundArtifact[] =>
      Array.from(iterate())
        .reverse()
        .filter((found) => found.tool === tool && (name === undefined || found.name === name)),
    /** Null if hidden, superseded or unknown. */
    get(ref: string): FoundArtifact | null {
      for (const found of iterate()) if (found.ref === ref) return found;
      return null;
    },
    estimateTokens: (): number => visible.tokens,
    getVisibility: ({ turn }: FoundArtifact) => getTurnVisibility(view, turn),
  };
}

/** A line per artifact, the newest that fit in `maxTokens`; '' if none. Titles and URLs are untrusted: escape. */
export async function renderEnvironment(
  environment: Environment,
  maxTokens: number,
  tokens: Pick<TokenCounter, 'count'>,
): Promise<string> {
  const { count } = environment;
  // for the largest count: the note must always fit
  const reserve = await tokens.count(formatLeftOut(count));
  const lines: string[] = [];
  let room = maxTokens;
  for (const found of environment.iterateNewestFirst()) {
    const line = formatArtifactLine(found, environment.getVisibility(found));
    const after = room - (await tokens.count(`${line}\n`));
    if (after < (lines.length + 1 === count ? 0 : reserve)) break;
    room = after;
    lines.push(line);
  }
  const leftOut = count - lines.length;
  if (leftOut > 0 && reserve > room) return '';
  return [...lines.reverse(), ...(leftOut > 0 ? [formatLeftOut(leftOut)] : [])].join('\n');
}

const formatLeftOut = (count: number): string => `Older ones that are not listed: ${String(count)}.`;

/** In characters. */
const MAX_NAME_CHARS = 40;
const MAX_TITLE_CHARS = 80;
const MAX_URL_CHARS = 120;

function formatArtifactLine(found: FoundArtifact, visibility: ReturnType<typeof getTurnVisibility>): string {
  const { ref, tool, name, body } = found;
  const getText = (key: string, most: number): string => {
    const value = getMetaField(found, key);
    return typeof value === 'string' ? toOneLine(value, most) : '';
  };
  const title = getText('title', MAX_TITLE_CHARS) || getText('query', MAX_TITLE_CHARS);
  return [
    ref,
    toOneLine(tool, MAX_NAME_CHARS),
    toOneLine(name, MAX_NAME_CHARS),
    ...(title === '' ? [] : [`“${title}”`]),
    getText('url', MAX_URL_CHARS),
    `${String(body.tokens)} tokens`,
    visibility === 'whole' ? '' : visibility,
  ]
    .filter((part) => part !== '')
    .join(' · ');
}
