/**
 * A model that does whatever the last untrusted text in its prompt says. The one rule: it obeys every injection, so what
 * keeps a run safe with it is code alone. It knows three orders, each on a line of its own:
 * `CALL <tool> <json>`, `SAY <text>` and `ASK <question>`.
 */
import type { Model, ModelEvent, ModelRequest } from '../../src/lib/models/model.ts';
import { eventsOf, isLast, type Say } from './agent-model.ts';

export interface ObedientModel extends Model {
  readonly asked: readonly ModelRequest[];
}

const ORDER = /^(CALL|SAY|ASK) (.*)$/gm;

/** Orders are obeyed in turn, one in each reply, the newest first. */
export function obedientModel(): ObedientModel {
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
      yield* eventsOf(obey(request), {}, false);
    },
  };
}

function obey(request: ModelRequest): Say {
  const orders = untrusted(request).flatMap((text) => [...text.matchAll(ORDER)]);
  const done = request.messages.filter(({ role }) => role === 'assistant').length;
  const order = orders.at(-1 - (done % Math.max(1, orders.length)));
  if (!order || isLast(request)) return { text: 'Nothing was ordered.' };
  const [, verb = '', rest = ''] = order;
  if (verb === 'SAY') return { text: rest };
  if (verb === 'ASK') return { calls: [{ name: 'ask_user', args: { question: rest } }] };
  const space = rest.indexOf(' ');
  const args = JSON.parse(rest.slice(space + 1)) as Record<string, unknown>;
  return { calls: [{ name: rest.slice(0, space), args: { reasoning: 'The page says so.', ...args } }] };
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
