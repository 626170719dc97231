/** Condenses turns by code, as the deterministic fallback of a model's summary. */
import { formatCallLine, toOneLine } from '../../base/one-line.ts';
import type { TokenCounter } from '../ports.ts';
import { listOpenings } from '../state/partial-answer.ts';
import type { Turn } from '../state/turns.ts';

const LENGTHS = [320, 200, 120, 60] as const;

/** At most `most` tokens; drops the oldest lines first. */
export async function condenseTurns(
  turns: readonly Turn[],
  before: string,
  most: number,
  tokens: Pick<TokenCounter, 'count'>,
): Promise<string> {
  const notes = await truncateToTokens(before, Math.floor(most / 2), tokens);
  for (const length of LENGTHS) {
    const text = joinNotes(
      notes,
      turns.flatMap((turn) => formatTurnLines(turn, length)),
    );
    if ((await tokens.count(text)) <= most) return text;
  }
  const lines = turns.flatMap((turn) => formatTurnLines(turn, LENGTHS[LENGTHS.length - 1] ?? 60));
  for (let from = 1; from <= lines.length; from *= 2) {
    const remaining = lines.slice(Math.min(from, lines.length));
    const text = joinNotes(notes, [`(${String(lines.length - remaining.length)} earlier ones left out)`, ...remaining]);
    if ((await tokens.count(text)) <= most) return text;
  }
  return truncateToTokens(notes, most, tokens);
}

const joinNotes = (notes: string, lines: readonly string[]): string =>
  [notes, lines.map((line) => `- ${line}`).join('\n')].filter((part) => part !== '').join('\n');

function formatTurnLines(turn: Turn, length: number): readonly string[] {
  const meaning = (turn.observation ?? '') === '' ? '' : ` It means: ${turn.observation ?? ''}`;
  switch (turn.decision) {
    case 'call':
      return turn.calls.map(({ tool, args, results }, index) => {
        const result = results.map(({ message, content }) => [message, ...listOpenings(content)].join(' ')).join(' ');
        return toOneLine(
          `${formatCallLine(tool, args)}: ${result}${index === turn.calls.length - 1 ? meaning : ''}`,
          length,
        );
      });
    case 'ask':
      return [toOneLine(`Asked: ${turn.question?.text ?? ''} Answer: ${turn.question?.answer ?? ''}`, length)];
    default:
      return [];
  }
}

async function truncateToTokens(text: string, most: number, tokens: Pick<TokenCounter, 'count'>): Promise<string> {
  let short = text;
  for (let count = await tokens.count(short); count > most && short !== ''; count = await tokens.count(short)) {
    const length = Math.min(short.length - 1, Math.floor((short.length * most) / count));
    short = short.slice(0, Math.max(0, length)).replace(/[\ud800-\udbff]$/, '');
  }
  return short;
}
