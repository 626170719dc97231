/**
 * A model that plays a script of decisions and records what it was asked. The one rule: which step it plays is read off
 * the request (how many decisions of its own stand in it), so a run that is resumed gets the reply it would have got.
 */
import type {
  Model,
  ModelEvent,
  ModelMessage,
  ModelRequest,
  ModelUsage,
  ToolCalling,
} from '../../../src/lib/models/model.ts';
import { digest } from './scripted-model.ts';

/** One reply: words, calls, or both. */
export interface Say {
  /** `{request}` stands for a digest of what it was asked: two requests that differ get answers that differ. */
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly args: unknown }[];
  /** `tool-calls` where there are calls, else `stopRuns`. */
  readonly finish?: 'stop' | 'tool-calls' | 'length' | 'content-filter' | 'other';
}

export interface AgentModelOptions {
  readonly contextTokens?: number;
  readonly toolCalling?: ToolCalling;
  readonly metered?: boolean;
  /** Of each reply; none to leave the counting to us. */
  readonly usage?: ModelUsage;
  /** Texts by which an assistant's message is known to be none of this model's decisions. */
  readonly notMine?: readonly string[];
  /** What it says when no tool is offered any more. */
  readonly last?: (request: ModelRequest) => Say;
  /** What it says to anything but a decision. */
  readonly other?: (request: ModelRequest) => Say;
}

export interface AgentModel extends Model {
  /** Every request, in order of arrival. */
  readonly asked: readonly ModelRequest[];
  /** Throws when it was asked for more than the script has, or steps of the script were never played. */
  done(): void;
}

/** Whether the model is told to come to an end. */
export const isLast = (request: ModelRequest): boolean =>
  JSON.stringify(request.messages.at(-1)).includes('No further step is left');

export function agentModel(script: readonly Say[], options: AgentModelOptions = {}): AgentModel {
  const { notMine = [], usage = { input: 10, output: 5 } } = options;
  const asked: ModelRequest[] = [];
  const played = new Set<number>();
  const surplus: number[] = [];
  const reply = (request: ModelRequest): Say => {
    if (request.task !== 'decide')
      return options.other?.(request) ?? { text: `${request.task}: ${digest(JSON.stringify(request))}` };
    if (isLast(request) && options.last) return options.last(request);
    const step = decisionsIn(request.messages, notMine);
    const say = script[step];
    if (!say) {
      surplus.push(step);
      throw new Error(`The script has no step ${String(step)}.`);
    }
    played.add(step);
    return say;
  };
  return {
    id: 'scripted:model',
    label: 'scripted model',
    contextTokens: options.contextTokens ?? 32_768,
    metered: options.metered ?? true,
    pictures: false,
    toolCalling: options.toolCalling ?? 'native',
    asked,
    async *stream(request, signal) {
      asked.push(request);
      const say = reply(request);
      const text = say.text?.replace('{request}', () => digest(JSON.stringify(request)));
      for (const event of eventsOf(
        text === undefined ? say : { ...say, text },
        usage,
        options.toolCalling === 'text',
      )) {
        await Promise.resolve();
        if (signal.aborted) {
          yield { type: 'aborted' };
          return;
        }
        yield event;
      }
    },
    done() {
      if (surplus.length > 0) throw new Error(`Asked ${String(surplus.length)} times for more than the script has.`);
      const left = script.flatMap((_, step) => (played.has(step) ? [] : [step]));
      if (left.length > 0) throw new Error(`Steps ${left.join(', ')} of the script were never played.`);
    },
  };
}

/** How many of the model's own decisions stand in the request. */
function decisionsIn(messages: readonly ModelMessage[], notMine: readonly string[]): number {
  // decisions that were compacted away are still counted in the notes that stand for them
  const noted = /Notes on what came before, (\d+) of your decisions/.exec(JSON.stringify(messages.slice(0, 3)));
  return (
    Number(noted?.[1] ?? 0) +
    messages.filter(
      (message) => message.role === 'assistant' && !notMine.some((mark) => JSON.stringify(message).includes(mark)),
    ).length
  );
}

/** The events of a reply, its words in small pieces. */
export function eventsOf(say: Say, usage: ModelUsage, asText: boolean): ModelEvent[] {
  const { text = '', calls = [] } = say;
  const written = asText
    ? calls.map(({ name, args }) => `<tool_call>${JSON.stringify({ name, arguments: args })}</tool_call>`)
    : [];
  const pieces = (text + written.join('\n')).match(/.{1,16}/gsu) ?? [];
  const native: ModelEvent[] = asText
    ? []
    : calls.map(({ name, args }, i) => ({
        type: 'tool-call',
        id: `c${String(i)}`,
        name,
        arguments: typeof args === 'string' ? args : JSON.stringify(args),
      }));
  const finish = say.finish ?? (native.length > 0 ? 'tool-calls' : 'stop');
  return [
    ...pieces.map((piece) => ({ type: 'text', text: piece }) as const),
    ...native,
    { type: 'done', finish, usage },
  ];
}
