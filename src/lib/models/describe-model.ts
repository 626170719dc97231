import { getEndpointHost, isLocalOrPrivateEndpoint } from './address.ts';
import { CHROME_MODEL_LABEL, TRANSLATOR_LABEL, type ModelConfig } from './config.ts';
import type { Model } from './model.ts';

type ModelDescription = Omit<Model, 'stream' | 'canResume' | 'forgetReply'>;

/** What is known of a model before it is called. */
export function describeModel(config: ModelConfig): ModelDescription {
  const { id, provider, endpoint, model, contextTokens, pictures, toolCalling } = config;
  const shared = { id, contextTokens, pictures };
  if (provider === 'chrome') {
    const mode = toolCalling === 'text' ? 'text' : 'json'; // it knows no tools
    return { ...shared, label: CHROME_MODEL_LABEL, metered: false, toolCalling: mode };
  }
  if (provider === 'translator') return { ...shared, label: TRANSLATOR_LABEL, metered: false, toolCalling: 'none' };
  const label = `${model} at ${getEndpointHost(endpoint.trim())}`;
  if (config.embeds === true)
    return { ...shared, label, metered: !isLocalOrPrivateEndpoint(endpoint), toolCalling: 'none' };
  return { ...shared, label, metered: true, toolCalling };
}
