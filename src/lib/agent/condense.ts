/** Turns in few words, written by code: what a compaction falls back on. The one rule: deterministic, and never too long. */
import { callLine, oneLine } from '../base/one-line.ts';
import type { TokenCounter } from './ports.ts';
import { openingsOf, type Turn } from './session.ts';

/** Characters for each call, its result and what it meant: shorter and shorter, until it fits. */
const LENGTHS = [320, 200, 120, 60] as const;

/** The turns as lines, after the notes on what came before, in at most that many tokens. Oldest lines go first. */
export async function condensed(
  turns: readonly Turn[],
  before: string,
  most: number,
  tokens: Pick<TokenCounter, 'count'>,
): Promise<string> {
  const notes = await shortened(before, Math.floor(most / 2), tokens);
  for (const length of LENGTHS) {
    const text = joined(
      notes,
      turns.flatMap((turn) => linesOf(turn, length)),
    );
    if ((await tokens.count(text)) <= most) return text;
  }
  const lines = turns.flatMap((turn) => linesOf(turn, LENGTHS[LENGTHS.length - 1] ?? 60));
  for (let from = 1; from <= lines.length; from *= 2) {
    const left = lines.slice(Math.min(from, lines.length));
    const text = joined(notes, [`(${String(lines.length - left.length)} earlier ones left out)`, ...left]);
    if ((await tokens.count(text)) <= most) return text;
  }
  return shortened(notes, most, tokens);
}

const joined = (notes: string, lines: readonly string[]): string =>
  [notes, lines.map((each) => `- ${each}`).join('\n')].filter((part) => part !== '').join('\n');

function linesOf(turn: Turn, length: number): readonly string[] {
  const meant = (turn.observation ?? '') === '' ? '' : ` It means: ${turn.observation ?? ''}`;
  switch (turn.decision) {
    case 'call':
      return turn.calls.map(({ tool, args, results }, index) => {
        const result = results.map(({ message, content }) => [message, ...openingsOf(content)].join(' ')).join(' ');
        return oneLine(`${callLine(tool, args)}: ${result}${index === turn.calls.length - 1 ? meant : ''}`, length);
      });
    case 'ask':
      return [oneLine(`Asked: ${turn.question?.text ?? ''} Answer: ${turn.question?.answer ?? ''}`, length)];
    default:
      return [];
  }
}

/** The beginning of a text, in at most that many tokens. */
async function shortened(text: string, most: number, tokens: Pick<TokenCounter, 'count'>): Promise<string> {
  let short = text;
  for (let count = await tokens.count(short); count > most && short !== ''; count = await tokens.count(short)) {
    const length = Math.min(short.length - 1, Math.floor((short.length * most) / count));
    short = short.slice(0, Math.max(0, length)).replace(/[\ud800-\udbff]$/, '');
  }
  return short;
}
