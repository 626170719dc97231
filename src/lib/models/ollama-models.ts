/** Reads what an Ollama server reports about its models. */
import { toList, includesName, omitUndefined, getProperty, toText, toCount } from '../base/loose.ts';
import { readModelList, type ModelInfo, type ServerRequest, type ServerModel } from './protocol.ts';

/**
 * Leaves out models that cannot chat, such as embedding models, where the list says so. Older servers list only names.
 */
export function readOllamaModels(body: unknown): readonly ServerModel[] | null {
  return readModelList(body, 'models', (entry) => {
    const capabilities = getProperty(entry, 'capabilities');
    if (includesName(capabilities, 'completion') === false) return null;
    const maxContext = getProperty(getProperty(entry, 'details'), 'context_length');
    return { id: toText(getProperty(entry, 'name')), ...toModelInfo(maxContext, capabilities) };
  });
}

/**
 * `servedTokens` is the window of the model as loaded now. Any client's last request may have set it, so it applies to
 * our requests only after one of them.
 */
export async function fetchOllamaModelInfo(ask: ServerRequest, model: string): Promise<ModelInfo> {
  const details = await ask('/api/show', { model }).catch(() => null);
  const info = getProperty(details, 'model_info');
  const maxContext = getProperty(info, `${toText(getProperty(info, 'general.architecture'))}.context_length`);
  const running = toList(getProperty(await ask('/api/ps').catch(() => null), 'models'));
  const loadedModel = running.find((entry) => [model, `${model}:latest`].includes(toText(getProperty(entry, 'name'))));
  const servedTokens = readContextSize(getProperty(loadedModel, 'context_length'));
  return { ...toModelInfo(maxContext, getProperty(details, 'capabilities')), ...omitUndefined({ servedTokens }) };
}

function toModelInfo(maxContext: unknown, capabilities: unknown): ModelInfo {
  return omitUndefined({
    contextTokens: readContextSize(maxContext),
    tools: includesName(capabilities, 'tools'),
    pictures: includesName(capabilities, 'vision'),
  });
}

/** A size of 0 means unknown. */
function readContextSize(value: unknown): number | undefined {
  const size = toCount(value);
  return size === 0 ? undefined : size;
}
