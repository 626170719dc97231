/** What an Ollama server says of its models: in its list, of each one, and of those in memory. */
import { list, property, textOf, whole } from './loose.ts';
import type { About, Ask, Listed } from './protocol.ts';

/** Older servers list names alone. Models that cannot chat, such as those for embeddings, are left out where the list tells. */
export function readOllamaModels(body: unknown): readonly Listed[] | null {
  const models = property(body, 'models');
  if (!Array.isArray(models)) return null;
  return models.flatMap((entry: unknown): Listed[] => {
    const id = textOf(property(entry, 'name'));
    const able = property(entry, 'capabilities');
    if (id === '' || (Array.isArray(able) && !able.includes('completion'))) return [];
    const most = whole(property(property(entry, 'details'), 'context_length'));
    return [{ id, ...sizeOf(most), ...traitsOf(able) }];
  });
}

/**
 * `servedTokens` is the window of the model as it is in memory now: what the last request asked for, whoever made it, or
 * less where the model has less. So it tells of our own requests only after one of them.
 */
export async function ollamaAbout(ask: Ask, model: string): Promise<About> {
  const shown = await ask('/api/show', { model }).catch(() => null);
  const info = property(shown, 'model_info');
  const most = whole(property(info, `${textOf(property(info, 'general.architecture'))}.context_length`));
  const running = list(property(await ask('/api/ps').catch(() => null), 'models'));
  const loaded = running.find((one) => [model, `${model}:latest`].includes(textOf(property(one, 'name'))));
  const served = whole(property(loaded, 'context_length'));
  return {
    ...sizeOf(most),
    ...(served === undefined || served === 0 ? {} : { servedTokens: served }),
    ...traitsOf(property(shown, 'capabilities')),
  };
}

function sizeOf(most: number | undefined): About {
  return most === undefined || most === 0 ? {} : { contextTokens: most };
}

function traitsOf(able: unknown): About {
  return Array.isArray(able) ? { tools: able.includes('tools'), pictures: able.includes('vision') } : {};
}
