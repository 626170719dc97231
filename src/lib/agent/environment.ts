/**
 * The environment: what a run has found, by tool and name, with a part that the model does not see (R4.6). The one rule: a
 * view over the fold. Nothing is stored twice, and what it costs to look does not grow with what is not looked at.
 */
import { oneLine } from '../base/one-line.ts';
import { shownAs } from './context-view.ts';
import { visibleNewestFirst, type Found } from './found.ts';
import type { TokenCounter } from './ports.ts';
import type { AgentState } from './session.ts';

export type { Found } from './found.ts';

export interface Environment {
  /** Nothing that the model may be told of. */
  readonly isEmpty: boolean;
  /** How many objects the model may be told of. */
  readonly count: number;
  /** The visible objects by tool and name, oldest first. */
  entries(): ReadonlyMap<string, ReadonlyMap<string, readonly Found[]>>;
  /** The visible objects of a tool, of one name or of all, oldest first. */
  find(tool: string, name?: string): readonly Found[];
  /** The visible object of that reference; null for one that is hidden, superseded or does not exist. */
  get(ref: string): Found | null;
  /** The visible objects, newest first. */
  newestFirst(): Iterable<Found>;
  /** What is kept for code alone, and what a later object stands for; oldest first. */
  hidden(): readonly Found[];
  /** Tokens of all visible texts. */
  estimateTokens(): number;
  /** What the model is shown of the turn that found it. */
  shownAs(found: Found): ReturnType<typeof shownAs>;
}

export function environmentOf(state: Pick<AgentState, 'objects' | 'visible' | 'view'>): Environment {
  const { objects, visible, view } = state;
  const newestFirst = (): Iterable<Found> => visibleNewestFirst(state);
  const shown = (): readonly Found[] => Array.from(newestFirst()).reverse();
  return {
    isEmpty: visible.count === 0,
    count: visible.count,
    newestFirst,
    entries: () => grouped(shown()),
    find: (tool, name) => shown().filter((found) => found.tool === tool && (name === undefined || found.name === name)),
    get(ref) {
      for (const found of newestFirst()) if (found.ref === ref) return found;
      return null;
    },
    hidden() {
      const seen = new Set(newestFirst());
      return Array.from(objects).filter((found) => !seen.has(found));
    },
    estimateTokens: () => visible.tokens,
    shownAs: ({ turn }) => shownAs(view, turn),
  };
}

function grouped(all: readonly Found[]): ReadonlyMap<string, ReadonlyMap<string, readonly Found[]>> {
  const tools = new Map<string, Map<string, Found[]>>();
  for (const found of all) {
    const names = tools.get(found.tool) ?? new Map<string, Found[]>();
    tools.set(found.tool, names.set(found.name, [...(names.get(found.name) ?? []), found]));
  }
  return tools;
}

/**
 * An index of the environment for the model: a line for each visible object, in order, and how many are left out. Kept
 * under `maxTokens` as `tokens` counts each line, the newest first; '' where there is nothing, or no room to say anything.
 * Titles and addresses are somebody else's words, each within its line: escape them as a prompt needs it, and count what
 * escaping adds by handing in a counter that does both.
 */
export async function renderEnvironment(
  environment: Environment,
  maxTokens: number,
  tokens: Pick<TokenCounter, 'count'>,
): Promise<string> {
  const { count } = environment;
  // as long as it can get: every line is paid for with room for saying what is left out
  const reserve = await tokens.count(leftOut(count));
  const lines: string[] = [];
  let room = maxTokens;
  for (const found of environment.newestFirst()) {
    const line = lineOf(found, environment.shownAs(found));
    const after = room - (await tokens.count(`${line}\n`));
    if (after < (lines.length + 1 === count ? 0 : reserve)) break;
    room = after;
    lines.push(line);
  }
  const left = count - lines.length;
  if (left > 0 && reserve > room) return '';
  return [...lines.reverse(), ...(left > 0 ? [leftOut(left)] : [])].join('\n');
}

const leftOut = (count: number): string => `Older ones that are not listed: ${String(count)}.`;

/** Longest name, title and address in a line, in characters. */
const NAME = 40;
const TITLE = 80;
const ADDRESS = 120;

function lineOf({ ref, tool, name, meta, body }: Found, shown: ReturnType<typeof shownAs>): string {
  const text = (key: string, most: number): string => {
    const value = meta[key];
    return typeof value === 'string' ? oneLine(value, most) : '';
  };
  const title = text('title', TITLE) || text('query', TITLE);
  return [
    ref,
    oneLine(tool, NAME),
    oneLine(name, NAME),
    ...(title === '' ? [] : [`“${title}”`]),
    text('url', ADDRESS),
    `${String(body.tokens)} tokens`,
    shown === 'whole' ? '' : shown,
  ]
    .filter((part) => part !== '')
    .join(' · ');
}
