/** What an Ollama server says of its models: in its list, of each one, and of those in memory. */
import { list, names, present, property, textOf, whole } from '../base/loose.ts';
import { listed, type About, type Ask, type Listed } from './protocol.ts';

/** Older servers list names alone. Models that cannot chat, such as those for embeddings, are left out where the list tells. */
export function readOllamaModels(body: unknown): readonly Listed[] | null {
  return listed(body, 'models', (entry) => {
    const able = property(entry, 'capabilities');
    if (names(able, 'completion') === false) return null;
    const most = property(property(entry, 'details'), 'context_length');
    return { id: textOf(property(entry, 'name')), ...aboutOf(most, able) };
  });
}

/**
 * `servedTokens` is the window of the model as it is in memory now: what the last request asked for, whoever made it, or
 * less where the model has less. So it tells of our own requests only after one of them.
 */
export async function ollamaAbout(ask: Ask, model: string): Promise<About> {
  const shown = await ask('/api/show', { model }).catch(() => null);
  const info = property(shown, 'model_info');
  const most = property(info, `${textOf(property(info, 'general.architecture'))}.context_length`);
  const running = list(property(await ask('/api/ps').catch(() => null), 'models'));
  const loaded = running.find((one) => [model, `${model}:latest`].includes(textOf(property(one, 'name'))));
  const servedTokens = sizeIn(property(loaded, 'context_length'));
  return { ...aboutOf(most, property(shown, 'capabilities')), ...present({ servedTokens }) };
}

function aboutOf(most: unknown, able: unknown): About {
  return present({ contextTokens: sizeIn(most), tools: names(able, 'tools'), pictures: names(able, 'vision') });
}

/** A window of nothing stands for one that is not known. */
function sizeIn(value: unknown): number | undefined {
  const size = whole(value);
  return size === 0 ? undefined : size;
}
