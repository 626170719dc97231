/**
 * What every model adapter over HTTP must do, whatever its server does: one case per behaviour, with the text and the
 * terminal event it must lead to. The one rule: a case says only what a caller can see.
 */
import type {
  FinishReason,
  Model,
  ModelEvent,
  ModelRequest,
  ModelTimeouts,
  ModelUsage,
  ToolSchema,
} from '../../../src/lib/models/model.ts';
import type { Behaviour, ModelServer } from '../models/model-server.ts';

export interface Conformance {
  readonly name: string;
  readonly server: Behaviour;
  /** {@link REQUEST} unless given. */
  readonly request?: ModelRequest;
  /** Time-outs that differ from {@link PATIENT}. */
  readonly timeouts?: Partial<ModelTimeouts>;
  readonly ends: Finishing | Failing;
}

interface Finishing {
  readonly type: 'done';
  readonly text: string;
  /** None unless given. */
  readonly calls?: readonly Call[];
  readonly finish?: FinishReason;
  readonly usage?: ModelUsage;
}

/** A call as a caller sees it. */
export type Call = Omit<Extract<ModelEvent, { type: 'tool-call' }>, 'type'>;

interface Failing {
  readonly type: 'error';
  readonly code: string;
  readonly retryable: boolean;
  /** What message or cure must say. */
  readonly says?: readonly (string | RegExp)[];
  readonly retryAfterMs?: number;
}

/** Ends in `model.<code>`; message and cure say the words. */
export const fails = (code: string, retryable: boolean, ...words: readonly (string | RegExp)[]): Failing => ({
  type: 'error',
  code: `model.${code}`,
  retryable,
  says: words,
});

/** Time-outs that no healthy exchange on this machine meets. */
export const PATIENT: ModelTimeouts = { connect: 20_000, firstChunk: 20_000, gap: 20_000, total: 60_000 };

export const REQUEST: ModelRequest = {
  task: 'summarise',
  messages: [
    { role: 'system', content: [{ type: 'text', text: 'Summarise the document.' }] },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Please.' },
        { type: 'document', title: 'Tea', url: 'https://tea.example/green', language: 'en', text: 'Green tea is tea.' },
      ],
    },
  ],
  maxOutputTokens: 300,
};

export const TOOLS: readonly ToolSchema[] = [
  {
    name: 'find_text',
    description: 'Finds words on the page.',
    parameters: { type: 'object', properties: { words: { type: 'string' } }, required: ['words'] },
  },
  { name: 'read_page', description: 'Reads the page.', parameters: { type: 'object', properties: {} } },
];

/** The same request, as the next step of a run that may call tools. */
export const TOOL_REQUEST: ModelRequest = { ...REQUEST, task: 'decide', tools: TOOLS };

export interface Collected {
  readonly text: string;
  readonly calls: readonly Call[];
  readonly thoughts: string;
  /** Without the thoughts. */
  readonly events: readonly ModelEvent[];
  /** The terminal event. */
  readonly last: Exclude<ModelEvent, { type: 'text' | 'thought' | 'tool-call' }>;
}

/**
 * Reads a stream to its end. Throws when it breaks the port's contract: no terminal event, more than one, anything
 * after it, text after a call, or calls with the same id.
 */
export async function collect(stream: AsyncIterable<ModelEvent>): Promise<Collected> {
  const events: ModelEvent[] = [];
  let thoughts = '';
  for await (const event of stream) {
    if (event.type === 'thought') thoughts += event.text;
    else events.push(event);
  }
  const types = events.map(({ type }) => type).join(' ');
  const last = events.at(-1);
  if (last === undefined || last.type === 'text' || last.type === 'thought' || last.type === 'tool-call')
    throw breach('no terminal event', types);
  if (!/^(?:text )*(?:tool-call )*[a-z]+$/.test(types)) throw breach('an order of its own', types);
  const calls = events.flatMap((event) => (event.type === 'tool-call' ? [callOf(event)] : []));
  if (new Set(calls.map(({ id }) => id)).size < calls.length) throw breach('one id for two calls', types);
  const text = events.map((event) => (event.type === 'text' ? event.text : '')).join('');
  return { text, thoughts, calls, events, last };
}

function callOf({ id, name, arguments: json }: Call): Call {
  return { id, name, arguments: json };
}

function breach(what: string, types: string): Error {
  return new Error(`A stream is text, then calls, then one terminal event; this has ${what}: ${types}`);
}

/** Makes one request of a case to a model over the server. */
export async function runCase(
  server: ModelServer,
  model: Model,
  { server: behaviour, request = REQUEST }: Conformance,
): Promise<Collected> {
  server.respond(() => behaviour);
  return collect(model.stream(request, new AbortController().signal));
}
