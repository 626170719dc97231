/**
 * A model that plays a script and records what it was asked. Its reply to a request depends on the request alone, as a
 * model at temperature zero: so a run that resumes correctly ends in the same answer, and one that does not, does not.
 */
import type { Model, ModelEvent, ModelRequest, ToolCalling } from '../../../src/lib/models/model.ts';

export interface ScriptedModel extends Model {
  /** Every request, in order of arrival. */
  readonly asked: readonly ModelRequest[];
}

export type Script = (request: ModelRequest, nth: number) => readonly ModelEvent[];

/** Answers each request with its task and a digest of what it was given, in small pieces. */
export const echo: Script = (request) => {
  const text = `${request.task}: ${digest(JSON.stringify(request))}`;
  const pieces = text.match(/.{1,7}/gsu) ?? [];
  return [
    ...pieces.map((piece) => ({ type: 'text', text: piece }) as const),
    { type: 'done', finish: 'stop', usage: { input: 10, output: 5, cached: 0, reasoning: 0 } },
  ];
};

export interface ScriptedOptions {
  /** 8192 by default. */
  readonly contextTokens?: number;
  /** `native` by default. */
  readonly toolCalling?: ToolCalling;
}

export function scriptedModel(script: Script = echo, options: ScriptedOptions = {}): ScriptedModel {
  const asked: ModelRequest[] = [];
  return {
    id: 'scripted:model',
    label: 'scripted model',
    contextTokens: options.contextTokens ?? 8192,
    metered: true,
    pictures: false,
    toolCalling: options.toolCalling ?? 'native',
    asked,
    async *stream(request, signal) {
      const events = script(request, asked.push(request) - 1);
      for (const event of events) {
        await Promise.resolve();
        if (signal.aborted) {
          yield { type: 'aborted' };
          return;
        }
        yield event;
      }
    },
  };
}

/** FNV-1a, in hex: short, stable, and different for different requests. */
export function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16);
}
