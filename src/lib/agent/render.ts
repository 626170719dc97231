/**
 * A turn as a model is shown it. The one rule: a call and its result are never shown one without the other, whatever is
 * cleared; a result has two faces, and this is the short one.
 */
import type { ContentBlock, ToolResultFrame } from './frames.ts';
import { user } from './context-value.ts';
import type { DocumentPart, ModelMessage, ReadText, TextPart } from './ports.ts';
import type { CallRecord, Turn } from './session.ts';

export interface RenderOptions {
  /** Tokens that all results of the turn together may take. */
  readonly room: number;
  /** Results are shown as their message alone, with what the model made of them. */
  readonly cleared: boolean;
  readonly read: ReadText;
}

/** Characters of a rejected reply that the model is shown again. */
const MAX_REJECTED = 2000;

export async function renderTurn(turn: Turn, options: RenderOptions): Promise<readonly ModelMessage[]> {
  switch (turn.decision) {
    case 'call':
      return [assistant(turn), ...(await Promise.all(turn.calls.map((call) => results(call, turn, options))))];
    case 'ask':
      return [said(turn.question?.text ?? turn.said), user(turn.question?.answer ?? '')];
    case 'follow': {
      const { text = '', answer = '' } = turn.question ?? {};
      return [...(text === '' ? [] : [said(text)]), user(answer ?? '')];
    }
    case 'invalid':
      return [
        said(turn.said.slice(0, MAX_REJECTED) || '(nothing)'),
        user(`Your reply was not acted on. ${turn.problem ?? ''}`),
      ];
    case 'respond':
    case 'impossible':
      return [said(turn.said)];
  }
}

const said = (text: string): ModelMessage => ({ role: 'assistant', content: [{ type: 'text', text }] });

function assistant(turn: Turn): ModelMessage {
  return {
    role: 'assistant',
    content: turn.calls.map(({ key, tool, args, reasoning }) => ({
      type: 'tool-call' as const,
      id: idOf(key),
      name: tool,
      arguments: JSON.stringify({ reasoning, ...args }),
    })),
  };
}

async function results(call: CallRecord, turn: Turn, options: RenderOptions): Promise<ModelMessage> {
  const shares = turn.calls.flatMap(({ results: given }) => given).flatMap(({ content }) => content).length;
  const most = Math.floor(options.room / Math.max(1, shares));
  const parts = await Promise.all(call.results.map((result) => shown(result, most, options)));
  const isError = call.results.some((result) => result.isError);
  const content = parts.flat();
  if (content.length === 0) content.push({ type: 'text', text: STOPPED });
  if (options.cleared && call === turn.calls.at(-1) && (turn.observation ?? '') !== '')
    content.push({ type: 'text', text: `You made of it: ${turn.observation ?? ''}` });
  return {
    role: 'tool',
    content: [{ type: 'tool-result', id: idOf(call.key), name: call.tool, isError, content }],
  };
}

type Shown = TextPart | DocumentPart;

async function shown(result: ToolResultFrame, most: number, { cleared, read }: RenderOptions): Promise<Shown[]> {
  const cure = result.trouble && result.recoverable ? ` ${result.trouble.cure}` : '';
  const message: TextPart = {
    type: 'text',
    text: result.message + (result.message.endsWith(cure) ? '' : cure),
  };
  if (result.content.length === 0) return [message];
  if (cleared) return [{ ...message, text: `${message.text} [${CLEARED}]` }];
  return [message, ...(await Promise.all(result.content.map((block) => render(block, most, read))))];
}

const STOPPED = 'The run was stopped before this was done.';
const CLEARED = 'The content of this result was cleared to make room.';

async function render(block: ContentBlock, most: number, read: ReadText): Promise<Shown> {
  switch (block.type) {
    case 'text':
      return block;
    case 'image':
      return { type: 'text', text: `[picture: ${block.alt}]` };
    case 'resource': {
      const { title, uri, language, body } = block;
      const text = await read(body.hash);
      if (body.tokens <= most) return { type: 'document', title, url: uri, language, text };
      const cut = cutAt(text, Math.floor((text.length * most) / body.tokens));
      const note = `[The text goes on: ${String(body.tokens)} tokens in all. Look for what is missing here with find_in_page.]`;
      return { type: 'document', title, url: uri, language, text: `${cut}\n\n${note}` };
    }
  }
}

/** The beginning of a text, to the end of a line where there is one not far before. */
function cutAt(text: string, length: number): string {
  const line = text.lastIndexOf('\n', length);
  const end = line > length / 2 ? line : length;
  return text.slice(0, end).replace(/[\ud800-\udbff]$/, ''); // no half of a character
}

/** Providers want short ids of plain letters. */
function idOf(key: string): string {
  return `call_${key.replace(/[^A-Za-z0-9]/g, '_')}`;
}
