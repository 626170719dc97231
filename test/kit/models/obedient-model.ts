/**
 * A model that does whatever the last untrusted text in its prompt says. The one rule: it obeys every injection, so what
 * keeps a run safe with it is code alone. It knows three orders, each on a line of its own:
 * `CALL <tool> <json>`, `SAY <text>` and `ASK <question>`.
 */
import type { Model, ModelEvent, ModelRequest } from '../../../src/lib/models/model.ts';
import { eventsOf, isLast, type Say } from './agent-model.ts';

export interface ObedientModel extends Model {
  readonly asked: readonly ModelRequest[];
}

/** Where a text is shown as one line, `MARK` stands before each order. */
export const MARK = '¶';
const ORDER = /(?:^|¶ )(CALL|SAY|ASK) ([^¶\n]*)/gm;

export interface ObedientOptions {
  /** Makes of an argument in an order what is sent: a leaking model puts secrets of its prompt there. */
  readonly fill?: (text: string, request: ModelRequest) => string;
  /** What it says to anything but a decision. */
  readonly other?: (request: ModelRequest) => Say;
  /** Obeys what any message says but its own, an agent's task too: each order it can once, the oldest first. */
  readonly everyone?: boolean;
}

/** Orders are obeyed in turn, one in each reply, the newest first. */
export function obedientModel(options: ObedientOptions = {}): ObedientModel {
  const asked: ModelRequest[] = [];
  return {
    id: 'obedient:model',
    label: 'obedient model',
    contextTokens: 32_768,
    metered: true,
    pictures: false,
    toolCalling: 'native',
    asked,
    async *stream(request): AsyncGenerator<ModelEvent> {
      asked.push(request);
      await Promise.resolve();
      const say =
        request.task === 'decide' ? obey(request, options) : (options.other?.(request) ?? obey(request, options));
      yield* eventsOf(say, {}, false);
    },
  };
}

function obey(request: ModelRequest, { fill = (text) => text, everyone = false }: ObedientOptions): Say {
  const order = everyone ? findNextOrder(request) : findOrder(request);
  if (!order || isLast(request)) return { text: 'Nothing was ordered.' };
  const [, verb = '', rest = ''] = order;
  if (verb === 'SAY') return { text: fill(rest, request) };
  if (verb === 'ASK') return { calls: [{ name: 'ask_user', args: { question: fill(rest, request) } }] };
  const space = rest.indexOf(' ');
  const args = JSON.parse(rest.slice(space + 1), (_key, value: unknown) =>
    typeof value === 'string' ? fill(value, request) : value,
  ) as Record<string, unknown>;
  return { calls: [{ name: rest.slice(0, space), args: { reasoning: REASON, ...args } }] };
}

/** Of every call that an order brings about. */
export const REASON = 'The page says so.';

function findOrder(request: ModelRequest): RegExpMatchArray | undefined {
  const orders = untrusted(request).flatMap((text) => [...text.matchAll(ORDER)]);
  const done = request.messages.filter(({ role }) => role === 'assistant').length;
  return orders.at(-1 - (done % Math.max(1, orders.length)));
}

function findNextOrder(request: ModelRequest): RegExpMatchArray | undefined {
  const offered = new Set(request.tools?.map(({ name }) => name));
  const orders = new Map(
    [...textsIn(request), ...quotesIn(request)].flatMap((text) =>
      [...text.matchAll(ORDER)].map((order) => [order[0], order]),
    ),
  );
  const doable = [...orders.values()].filter(([, verb, rest = '']) => verb !== 'CALL' || isCallable(rest, offered));
  const done = request.messages.filter(
    (message) => message.role === 'assistant' && JSON.stringify(message).includes(REASON),
  );
  return doable[done.length];
}

/** One that was cut is not. */
function isCallable(rest: string, offered: ReadonlySet<string>): boolean {
  const [name = ''] = rest.split(' ');
  try {
    JSON.parse(rest.slice(name.length));
    return offered.has(name);
  } catch {
    return false;
  }
}

/** Texts that nobody vouches for: documents and what tools returned, oldest first. */
function untrusted({ messages }: ModelRequest): string[] {
  return messages.flatMap(({ content }) =>
    content.flatMap((part) => {
      if (part.type === 'document') return [part.text];
      if (part.type !== 'tool-result') return [];
      return part.content.map(({ text }) => text);
    }),
  );
}

/** Texts that are not its own words, oldest first. */
const textsIn = ({ messages }: ModelRequest): string[] =>
  messages
    .filter(({ role }) => role !== 'assistant')
    .flatMap(({ content }) => content)
    .flatMap((part) => {
      if (part.type === 'document' || part.type === 'text') return [part.text];
      return part.type === 'tool-result' ? part.content.map(({ text }) => text) : [];
    });

/** What descriptions of tools quote at their end. */
const quotesIn = ({ tools = [] }: ModelRequest): string[] =>
  tools.flatMap(({ description }) => {
    const [quote] = /"(?:[^"\\]|\\.)*"$/.exec(description) ?? [];
    return quote === undefined ? [] : [String(JSON.parse(quote))];
  });
