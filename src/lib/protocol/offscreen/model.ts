/** Messages about a model call, which runs in the document and outlives the worker that began it. */
import type { ModelConfig } from '../../models/config.ts';
import type { ModelEvent, ModelRequest, ToolCalling } from '../../models/model.ts';
import { defineObject } from '../../schema/object.ts';

/** Worker → document, first over a port of `model`. A call that is held under that id is taken up, else it begins. */
export interface ModelCallMessage {
  readonly type: 'call';
  readonly id: string;
  readonly config: ModelConfig;
  /** See `KeyedAccess`; '' for a model without a server. */
  readonly mark: string;
  readonly request: ModelRequest;
}

/** Document → worker: all events so far, then each as it comes. */
export interface ModelEventsMessage {
  readonly type: 'events';
  readonly events: readonly ModelEvent[];
  /** What the model can do, as far as its server has shown. */
  readonly toolCalling: ToolCalling;
}

const id = { type: 'string', minLength: 1, maxLength: 300 } as const;

/** Both sides are the extension's own: the envelope alone is checked. */
export const MODEL_SCHEMAS = {
  'model.call': defineObject({
    type: { const: 'call' },
    id,
    config: { type: 'object' },
    mark: { type: 'string', maxLength: 100 },
    request: { type: 'object' },
  }),
  /** Worker → document, first over a port of `model`: whether that call, begun at `at`, is held or was never received. */
  'model.lookup': defineObject({ type: { const: 'lookup' }, id, at: { type: 'number' } }),
  /** Worker → document, first or later: ends that call and forgets its reply, which closing the port does not. */
  'model.forget': defineObject({ type: { const: 'forget' }, id }),
  'model.found': defineObject({ type: { const: 'found' }, canResume: { type: 'boolean' } }),
  'model.events': defineObject({
    type: { const: 'events' },
    events: {
      type: 'array',
      items: {
        type: 'object',
        properties: { type: { enum: ['progress', 'done', 'error', 'aborted', 'text', 'thought', 'tool-call'] } },
        required: ['type'],
      },
    },
    toolCalling: { enum: ['native', 'json', 'text', 'none'] },
  }),
} as const;
