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
} from '../../src/lib/models/model.ts';
import type { Behaviour, ModelServer } from './model-server.ts';

export interface Conformance {
  readonly name: string;
  readonly server: Behaviour;
  /** Time-outs that differ from {@link PATIENT}. */
  readonly timeouts?: Partial<ModelTimeouts>;
  readonly ends: Finishing | Failing;
}

interface Finishing {
  readonly type: 'done';
  readonly text: string;
  readonly finish?: FinishReason;
  readonly usage?: ModelUsage;
}

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

export interface Collected {
  readonly text: string;
  readonly events: readonly ModelEvent[];
  /** The terminal event. */
  readonly last: Exclude<ModelEvent, { type: 'text' }>;
}

/** Reads a stream to its end. Throws when it breaks the port's contract: no terminal event, more than one, or text after it. */
export async function collect(stream: AsyncIterable<ModelEvent>): Promise<Collected> {
  const events: ModelEvent[] = [];
  for await (const event of stream) events.push(event);
  const terminal = events.filter((event) => event.type !== 'text');
  const last = events.at(-1);
  if (terminal.length !== 1 || last === undefined || last.type === 'text') {
    throw new Error(
      `A stream must end in exactly one terminal event, got: ${events.map(({ type }) => type).join(' ')}`,
    );
  }
  return { text: events.map((event) => (event.type === 'text' ? event.text : '')).join(''), events, last };
}

/** Makes one request of a case to a model over the server. */
export async function runCase(
  server: ModelServer,
  model: Model,
  { server: behaviour }: Conformance,
): Promise<Collected> {
  server.respond(() => behaviour);
  return collect(model.stream(REQUEST, new AbortController().signal));
}
