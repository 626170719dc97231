/**
 * Faults: the nth thing that a run does outside of itself goes wrong, once or from then on. The one rule: a fault is put
 * where the outside begins (a port), so everything behind it is the real part.
 */
import type { Frame } from '../../../src/lib/agent/frames/frames.ts';
import type { Model, ModelEvent } from '../../../src/lib/agent/ports.ts';
import { runTool, type Tool } from '../../../src/lib/agent/tool-calls/index.ts';
import type { Parts } from './generated-run.ts';

export const OPERATIONS = ['append', 'stream', 'event', 'tool', 'put', 'get', 'page', 'count', 'tab'] as const;
type Operation = (typeof OPERATIONS)[number];

export interface Fault {
  /** Which operation, counted over all kinds from 0. */
  readonly at: number;
  /** `error` and `cut` end a model's stream so; elsewhere they are as `throw`. */
  readonly how: 'throw' | 'hang' | 'error' | 'cut';
  /** Every later operation of the same kind goes the same way. */
  readonly forEver: boolean;
}

export interface Injection {
  readonly around: (parts: Parts) => Parts;
  /** Operations so far, in order. */
  readonly operations: readonly Operation[];
  /** The kind of operation that the fault has hit; null while it has not. */
  hit(): Operation | null;
  /** Nothing fails from now on. */
  heal(): void;
}

/** `validateField`: null to count operations only. */
export function inject(fault: Fault | null): Injection {
  const operations: Operation[] = [];
  let hit: Operation | null = null;
  let healed = false;
  /** Whether this operation goes wrong. */
  function fails(kind: Operation): boolean {
    const index = operations.push(kind) - 1;
    if (!fault || healed) return false;
    if (index === fault.at) hit = kind;
    return index === fault.at || (fault.forEver && hit === kind);
  }
  async function gate(kind: Operation): Promise<void> {
    if (!fails(kind)) return;
    if (fault?.how === 'hang') await new Promise(() => undefined);
    throw new Error(`Fault in ${kind}.`);
  }
  const faultyModel = (model: Model): Model => ({
    ...model,
    async *stream(request, signal) {
      if (fails('stream')) return yield* broken();
      for await (const event of model.stream(request, signal)) {
        if (fails('event')) return yield* broken();
        yield event;
      }
    },
  });
  async function* broken(): AsyncGenerator<ModelEvent, void> {
    switch (fault?.how) {
      case 'hang':
        return new Promise<never>(() => undefined);
      case 'error':
        yield {
          type: 'error',
          failure: { code: 'model.server', message: 'It failed.', hint: 'Wait.', retryable: true },
        };
        return;
      case 'cut':
        return;
      default:
        await Promise.resolve();
        throw new Error('Fault in the stream.');
    }
  }
  const faultyTool = (tool: Tool): Tool => ({
    ...tool,
    async *run(args, context) {
      await gate('tool');
      return yield* runTool(tool, args, context);
    },
  });
  return {
    operations,
    hit: () => hit,
    heal: () => (healed = true),
    around({ ports, job, append }) {
      return {
        job: {
          ...job,
          registry: { tools: new Map(Array.from(job.registry.tools, ([name, tool]) => [name, faultyTool(tool)])) },
        },
        append: async (commit: readonly Frame[]) => {
          await gate('append');
          await append(commit);
        },
        ports: {
          ...ports,
          getModel: (config) => faultyModel(ports.getModel(config)),
          blobs: {
            put: (text) => gate('put').then(() => ports.blobs.put(text)),
            get: (hash) => gate('get').then(() => ports.blobs.get(hash)),
          },
          pages: { read: (tabId, signal) => gate('page').then(() => ports.pages.read(tabId, signal)) },
          tabs: { open: (url, signal) => gate('tab').then(() => ports.tabs.open(url, signal)) },
          tokens: {
            count: (text) => gate('count').then(() => ports.tokens.count(text)),
            stream() {
              const stream = ports.tokens.stream();
              return {
                append: (text) => stream.append(text),
                count: () => gate('count').then(() => stream.count()),
              };
            },
          },
        },
      };
    },
  };
}
