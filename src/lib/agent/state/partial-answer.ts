/** The best text to show of a run that did not end well. */
import { collapseWhitespace, truncate } from '../../base/one-line.ts';
import type { Body } from '../frames/artifact.ts';
import type { ToolResultFrame } from '../frames/frames.ts';
import { dropUnopenedThoughts } from '../parse/reply-prose.ts';
import { extractVisibleText } from '../parse/visible-draft.ts';
import type { AgentState } from './agent-state.ts';
import { isOptional, type SettledReply } from './request-state.ts';
import { iterateTurns } from './turns.ts';

export function selectBestPartial(state: AgentState): string {
  if (isTranslation(state)) return joinTranslation(state);
  const writing = Array.from(state.request.modelCalls.values(), ({ call, partial }) =>
    extractReaderText(call, partial),
  ).filter((text) => text !== '');
  const best = writing.sort((a, b) => b.length - a.length)[0];
  if (best !== undefined) return best;
  // by key, not by time: calls made side by side settle in any order, and a resumed run must show the same text
  const written = Array.from(state.request.replies)
    .sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
    .map(([, reply]) => extractReaderText(reply, reply.text))
    .filter((text) => text !== '');
  if (written.length > 0) return written.join('\n\n');
  return [summariseFindings(state), ...Array.from(state.subAgents.live.values(), selectBestPartial)]
    .filter((text) => text !== '')
    .join('\n\n');
}

/** Whether a model or the browser translated a page or a selection. */
export function isTranslation({ spec, request: { replies, modelCalls } }: AgentState): boolean {
  if (spec?.job === 'translate') return true;
  const done = Array.from(replies, ([, reply]) => reply);
  const calls = Array.from(modelCalls.values(), ({ call }) => call);
  return [...done, ...calls].some(({ purpose }) => purpose === 'translate');
}

/** Its parts in order: those that are done, then the one under way, of which `drafts` has more than was recorded. */
export function joinTranslation(
  { request: { replies, modelCalls } }: AgentState,
  drafts: ReadonlyMap<string, { readonly text: string }> = new Map(),
): string {
  const done = Array.from(replies).filter(([, { purpose }]) => purpose === 'translate');
  const last = done.at(-1)?.[0];
  const calls = Array.from(modelCalls.values()).filter(({ call }) => call.purpose === 'translate');
  // one that failed for its size stands beside the parts of the next size
  const open = calls.findLast(
    ({ call, underWay }) => underWay || last === undefined || getRound(call.key) === getRound(last),
  );
  const round = getRound(open?.call.key ?? last ?? '');
  const texts = done.filter(([key]) => getRound(key) === round).map(([, { text }]) => text.trim());
  const live = open?.underWay === true ? (drafts.get(open.call.key)?.text ?? '') : '';
  const draft = live === '' ? (open?.partial ?? '') : live;
  return [...texts, dropUnopenedThoughts(draft)].filter((text) => text !== '').join('\n\n');
}

/** Parts of another size are another translation. */
const getRound = (key: string): string => key.slice(0, key.lastIndexOf('/'));

export function extractReaderText(call: Pick<SettledReply, 'purpose'>, text: string): string {
  if (isOptional(call)) return '';
  return call.purpose === 'decide' ? extractVisibleText(text) : dropUnopenedThoughts(text);
}

function summariseFindings(state: AgentState): string {
  const lines: string[] = [];
  for (const { by, observation, calls } of iterateTurns(state)) {
    if (by === 'rule') continue;
    const results = calls.flatMap((call) => call.results).filter((result) => !result.isError);
    if (observation !== undefined && observation !== '') lines.push(observation);
    else lines.push(...results.flatMap(listFindings));
  }
  return Array.from(new Set(lines), (line) => `- ${line}`).join('\n');
}

function listFindings({ content, message }: ToolResultFrame): readonly string[] {
  const openings = listOpenings(content);
  return openings.length > 0 ? openings : [message];
}

/** Leaves out a text without words below its headings. */
export const listOpenings = (content: ToolResultFrame['content']): readonly string[] =>
  content
    .flatMap((block) => (block.type === 'resource' ? [extractOpening(block.body)] : []))
    .filter((opening) => opening !== '');

/** Marked as cut only if it is. */
function extractOpening({ preview, length }: Body): string {
  const lines = preview.split('\n').filter((line) => !/^(?:#|\[[\w/-]{1,24}\](?: |$))/.test(line));
  const words = collapseWhitespace(lines.join(' '));
  if (words === '' || (words.length <= OPENING_LENGTH && preview.length >= length)) return words;
  return `${truncate(words, OPENING_LENGTH).replace(/ [^ ]*$/, '')}…`;
}

const OPENING_LENGTH = 160;
