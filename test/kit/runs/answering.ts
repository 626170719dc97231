/** A worker whose model answers one kind of task with fixed events, and everything else as the plot says. */
import type { ModelEvent, ModelTask } from '../../../src/lib/models/model.ts';
import type { PlayHooks } from './generated-run.ts';

export const answering = (task: ModelTask, events: readonly ModelEvent[]): PlayHooks => ({
  around: (parts) => ({
    ...parts,
    ports: {
      ...parts.ports,
      getModel: (config) => {
        const model = parts.ports.getModel(config);
        return {
          ...model,
          stream: (request, signal) => (request.task === task ? said(events) : model.stream(request, signal)),
        };
      },
    },
  }),
});

async function* said(events: readonly ModelEvent[]): AsyncGenerator<ModelEvent, void, void> {
  await Promise.resolve();
  yield* events;
}
