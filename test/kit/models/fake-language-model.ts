/**
 * A `LanguageModel` that behaves: it streams what it is told to, listens to signals or does not, keeps figures, and refuses
 * what the real one refuses. It counts sessions, so that a test sees one that was left over.
 */
import type {
  Availability,
  LanguageModelApi,
  PromptOptions,
  SamplingParams,
  Session,
  SessionMessage,
  SessionNeeds,
  SessionOptions,
} from '../../../src/lib/models/prompt-api/api.ts';

export interface Script {
  /** What needs meet; 'available' for everything unless told. Never answered for 'hang'. */
  readonly availability?: (needs: SessionNeeds) => Availability | 'hang';
  /** 'hang' never answers, whatever is signalled; an error rejects. */
  readonly create?: 'hang' | Error;
  /** What it can be sampled with; unless told, it cannot be told of that. An error is what being told is refused with. */
  readonly params?: SamplingParams | null | Error;
  /** Pieces of the reply, in order; null waits for ever, an error breaks the stream. */
  readonly pieces?: readonly (string | null | Error)[];
  /** Does not listen to signals. */
  readonly deaf?: boolean;
  /** Fractions of the download that are reported on the way. */
  readonly progress?: readonly number[];
}

export interface FakeLanguageModel extends LanguageModelApi {
  readonly created: SessionOptions[];
  readonly prompts: { readonly input: readonly SessionMessage[]; readonly options: PromptOptions }[];
  /** Sessions that were made and not destroyed. */
  alive(): number;
}

export const WINDOW = 9216;
/** Tokens of every system message, and of every prompt. */
export const [SYSTEM, PROMPT] = [7, 20];

export function fakeLanguageModel(script: Script = {}): FakeLanguageModel {
  const [created, prompts]: [SessionOptions[], FakeLanguageModel['prompts']] = [[], []];
  const sessions = new Set<Session>();
  const hang = <T>(signal: AbortSignal | undefined): Promise<T> =>
    new Promise((_, reject) => {
      if (script.deaf !== true) signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    });

  function sessionFor(options: SessionOptions): Session {
    let used = options.initialPrompts ? SYSTEM : 0;
    const ended = new AbortController();
    const session: Session = {
      get contextUsage() {
        return used;
      },
      contextWindow: WINDOW,
      measureContextUsage: () => Promise.resolve(PROMPT),
      promptStreaming(input, { signal, ...form }) {
        prompts.push({ input, options: form });
        const queue = [...(script.pieces ?? ['Tea ', 'is tea.'])];
        return new ReadableStream<string>({
          async pull(controller) {
            const next = queue.shift();
            if (next === null) return hang<undefined>(AbortSignal.any([ended.signal, ...(signal ? [signal] : [])]));
            if (next instanceof Error) throw next;
            if (next !== undefined) {
              controller.enqueue(next);
              return;
            }
            used += PROMPT + (script.pieces?.length ?? 2);
            controller.close();
          },
        });
      },
      destroy() {
        ended.abort();
        sessions.delete(session);
      },
    };
    sessions.add(session);
    return session;
  }

  return {
    created,
    prompts,
    alive: () => sessions.size,
    availability(needs) {
      const state = script.availability?.(needs) ?? 'available';
      return state === 'hang' ? hang(undefined) : Promise.resolve(state);
    },
    ...(script.params === undefined ? {} : { params: () => Promise.resolve(paramsOf(script.params)) }),
    async create(options) {
      created.push(options);
      options.monitor?.({
        addEventListener: (_, listener) => script.progress?.forEach((loaded) => listener({ loaded })),
      });
      if (script.create === 'hang') return hang(options.signal);
      if (script.create) throw script.create;
      if (options.temperature !== undefined && script.params instanceof Error) throw script.params;
      return sessionFor(options);
    },
  };
}

const paramsOf = (told: Script['params']): SamplingParams | null =>
  told instanceof Error || told === undefined ? { defaultTopK: 3, maxTemperature: 2 } : told;

/** What Chrome throws. */
export const refusal = (name: string, message = '', figures: object = {}): Error =>
  Object.assign(new Error(message), { name, ...figures });
