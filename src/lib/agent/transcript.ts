/**
 * The conversation as the model is shown it when it has to decide: a view of the turns so far. The one rule: a turn is
 * rendered, counted and hashed once, so that asking at step 400 costs what it costs at step 4; nothing here is a truth of
 * its own, and a new transcript over the same state is the same conversation.
 */
import { sha256 } from '../base/hash.ts';
import { USER, worst, type ContentBlock, type Labels, type ToolResultFrame } from './frames.ts';
import type { DocumentPart, Model, ModelMessage, ModelRequest, RunPorts, TextPart, ToolSchema } from './ports.ts';
import type { AgentState, CallRecord, Turn } from './session.ts';
import type { ModelCall } from './model-effect.ts';
import { toTextProtocol } from './text-protocol.ts';
import { addShares, sharesOf, type Shares } from './weight.ts';
import { windowsOf } from './windows.ts';

/** Share of a prompt that one result may fill. */
const RESULT_SHARE = 0.5;
/** Characters of a rejected reply that the model is shown again. */
const MAX_REJECTED = 2000;

export type Prompt = Pick<ModelCall, 'request' | 'labels' | 'weight'>;

export interface PromptOptions {
  readonly instructions: string;
  readonly tools: readonly ToolSchema[];
  /** Said last, by code: what holds for this decision alone. '' for nothing. */
  readonly reminder: string;
}

type Ports = Pick<RunPorts, 'tokens'> & { readonly read: (hash: string) => Promise<string> };

export class Transcript {
  readonly #ports: Ports;
  #messages: ModelMessage[] = [];
  #shares: Shares = new Map();
  #hash = '';
  #labels: Labels = USER;
  #turns = 0;
  #share = 1;
  /** What is said to every decision alike: counted once. */
  readonly #known = new Map<string, number>();

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** The request for the next decision, with its weight. */
  async prompt(state: AgentState, model: Model, options: PromptOptions): Promise<Prompt> {
    await this.#follow(state, model);
    const { instructions, tools, reminder } = options;
    const messages: ModelMessage[] = [
      { role: 'system', content: [{ type: 'text', text: instructions }] },
      { role: 'user', content: [{ type: 'text', text: state.spec?.goal ?? '' }] },
      ...this.#messages,
    ];
    if (reminder !== '') messages.push({ role: 'user', content: [{ type: 'text', text: reminder }] });
    const fixed = [instructions, state.spec?.goal ?? '', reminder, JSON.stringify(tools)] as const;
    const own = new Map<string, number>([
      [
        'instructions',
        3 * FRAME + (await this.#count(fixed[0])) + (await this.#count(fixed[2])) + (await this.#count(fixed[3])),
      ],
      ['person', await this.#count(fixed[1])],
    ]);
    const neutral: ModelRequest = {
      task: 'decide',
      messages,
      tools,
      maxOutputTokens: windowsOf(model, state.share).answer,
    };
    return {
      request: model.toolCalling === 'text' ? toTextProtocol(neutral) : neutral,
      labels: this.#labels,
      weight: { shares: addShares(own, this.#shares), promptHash: await sha256([this.#hash, ...fixed].join('\n')) },
    };
  }

  async #count(text: string): Promise<number> {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const tokens = await this.#ports.tokens.count(text);
    this.#known.set(text, tokens);
    return tokens;
  }

  /** Takes up the turns that have been made since. A smaller window means that everything is rendered anew. */
  async #follow(state: AgentState, model: Model): Promise<void> {
    if (state.share !== this.#share) {
      this.#share = state.share;
      [this.#messages, this.#shares, this.#hash, this.#turns, this.#labels] = [
        [],
        new Map<string, number>(),
        '',
        0,
        USER,
      ];
    }
    const most = Math.floor(windowsOf(model, state.share).prompt * RESULT_SHARE);
    for (; ; this.#turns += 1) {
      const turn =
        this.#turns < state.past.length
          ? state.past.at(this.#turns)
          : this.#turns === state.past.length
            ? state.turn
            : null;
      if (!turn) return;
      const messages = await renderTurn(turn, most, this.#ports.read);
      const text = JSON.stringify(messages);
      this.#hash = await sha256(this.#hash + text);
      this.#shares = addShares(this.#shares, await sharesOf(messages, this.#ports.tokens));
      this.#messages.push(...messages);
      for (const { results } of turn.calls)
        for (const { labels } of results) this.#labels = worst(this.#labels, labels);
      this.#labels = worst(this.#labels, turn.labels);
    }
  }
}

/** Tokens of a message's own frame. */
const FRAME = 4;

async function renderTurn(turn: Turn, most: number, read: Ports['read']): Promise<ModelMessage[]> {
  switch (turn.decision) {
    case 'call':
      return [assistant(turn), ...(await Promise.all(turn.calls.map((call) => results(call, most, read))))];
    case 'ask':
      return [said(turn.question?.text ?? turn.said), user(turn.question?.answer ?? '')];
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
const user = (text: string): ModelMessage => ({ role: 'user', content: [{ type: 'text', text }] });

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

async function results(call: CallRecord, most: number, read: Ports['read']): Promise<ModelMessage> {
  const parts = await Promise.all(call.results.map((result) => shown(result, most, read)));
  const isError = call.results.some((result) => result.isError);
  return {
    role: 'tool',
    content: [{ type: 'tool-result', id: idOf(call.key), name: call.tool, isError, content: parts.flat() }],
  };
}

async function shown(result: ToolResultFrame, most: number, read: Ports['read']): Promise<(TextPart | DocumentPart)[]> {
  const cure = result.trouble && result.recoverable ? ` ${result.trouble.cure}` : '';
  const blocks = await Promise.all(result.content.map((block) => render(block, most, read)));
  return [{ type: 'text', text: result.message + (result.message.endsWith(cure) ? '' : cure) }, ...blocks];
}

async function render(block: ContentBlock, most: number, read: Ports['read']): Promise<TextPart | DocumentPart> {
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
