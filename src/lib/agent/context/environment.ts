/**
 * The environment: the artifacts of a run by tool and name, including some hidden from the model (R4.6). A view over
 * the fold; nothing is stored twice.
 */
import { toOneLine } from '../../base/one-line.ts';
import { getMetaField } from '../frames/artifact.ts';
import { getTurnVisibility } from '../state/context-view.ts';
import { iterateVisible, type FoundArtifact } from '../state/artifacts.ts';
import type { TokenCounter } from '../ports.ts';
import type { AgentState } from '../state/agent-state.ts';

export type { FoundArtifact } from '../state/artifacts.ts';

export interface Environment {
  /** No artifact is visible to the model. */
  readonly isEmpty: boolean;
  /** Number of artifacts visible to the model. */
  readonly count: number;
  /** Visible artifacts by tool and name, oldest first. */
  groupByTool(): ReadonlyMap<string, ReadonlyMap<string, readonly FoundArtifact[]>>;
  /** Visible artifacts of a tool, of one name or all, oldest first. */
  find(tool: string, name?: string): readonly FoundArtifact[];
  /** The visible artifact of that reference; null if hidden, superseded or unknown. */
  get(ref: string): FoundArtifact | null;
  /** Visible artifacts, newest first. */
  iterateNewestFirst(): Iterable<FoundArtifact>;
  /** Artifacts kept for code only and superseded ones; oldest first. */
  listHidden(): readonly FoundArtifact[];
  /** Tokens of all visible texts. */
  estimateTokens(): number;
  /** How the turn that found it is shown to the model. */
  getVisibility(found: FoundArtifact): ReturnType<typeof getTurnVisibility>;
}

export function createEnvironment(state: Pick<AgentState, 'objects' | 'visible' | 'view'>): Environment {
  const { objects, visible, view } = state;
  const iterate = (): Iterable<FoundArtifact> => iterateVisible(state);
  const listVisible = (): readonly FoundArtifact[] => Array.from(iterate()).reverse();
  return {
    isEmpty: visible.count === 0,
    count: visible.count,
    iterateNewestFirst: iterate,
    groupByTool: () => groupByToolAndName(listVisible()),
    find: (tool, name) =>
      listVisible().filter((found) => found.tool === tool && (name === undefined || found.name === name)),
    get(ref) {
      for (const found of iterate()) if (found.ref === ref) return found;
      return null;
    },
    listHidden() {
      const visibleSet = new Set(iterate());
      return Array.from(objects).filter((found) => !visibleSet.has(found));
    },
    estimateTokens: () => visible.tokens,
    getVisibility: ({ turn }) => getTurnVisibility(view, turn),
  };
}

function groupByToolAndName(
  all: readonly FoundArtifact[],
): ReadonlyMap<string, ReadonlyMap<string, readonly FoundArtifact[]>> {
  const tools = new Map<string, Map<string, FoundArtifact[]>>();
  for (const found of all) {
    const names = tools.get(found.tool) ?? new Map<string, FoundArtifact[]>();
    tools.set(found.tool, names.set(found.name, [...(names.get(found.name) ?? []), found]));
  }
  return tools;
}

/**
 * Renders an index of the environment for the model: a line per visible artifact and how many are left out. The newest
 * that fit in `maxTokens`, counted per line with `tokens`; '' if nothing fits.
 * Titles and URLs are untrusted text, each kept within its line: escape them for the prompt, and pass a counter that
 * includes the escaping.
 */
export async function renderEnvironment(
  environment: Environment,
  maxTokens: number,
  tokens: Pick<TokenCounter, 'count'>,
): Promise<string> {
  const { count } = environment;
  // computed for the largest count, so that the note always fits
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

/** Longest name, title and URL in a line, in characters. */
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
