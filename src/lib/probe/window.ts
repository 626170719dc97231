/** Checks the context window and detects, by token counts, a server that silently cuts prompts. */
import { formatNumber } from '../base/locale.ts';
import { getEndpointHost, isLocalOrPrivateEndpoint } from '../models/address.ts';
import type { ModelConfig } from '../models/config.ts';
import type { ModelInfo } from '../models/http/wire-format.ts';
import type { ProbeReport } from '../protocol/requests/model.ts';
import type { CallResult } from './call-recorder.ts';
import { createBadLine, createFineLine, createLimitedLine, createUnknownLine, type Finding } from './check-lines.ts';

/** In tokens; the settings accept none below. */
const MIN_WINDOW = 1024;
/** Token counters differ, but a smaller share means a cut prompt. */
const MIN_READ_SHARE = 0.6;
/** Shorter requests, in tokens, are not compared: server additions would weigh too much. */
const MIN_COMPARED_TOKENS = 100;

type WindowConfig = Pick<ModelConfig, 'provider' | 'endpoint' | 'contextTokens'>;

export function checkWindow(config: WindowConfig, info: ModelInfo, results: readonly CallResult[]): Finding {
  const { contextTokens: maxTokens, servedTokens: served } = info;
  const cutCall = results.find(isTruncated);
  if (cutCall)
    return {
      line: createBadLine('window', {
        message: `The server read only ${formatNumber(cutCall.usage.input ?? 0)} of ${formatNumber(cutCall.textTokens)} tokens: it silently cuts what doesn’t fit.`,
        hint: isLocalOrPrivateEndpoint(config.endpoint)
          ? formatEnlargeHint(MIN_WINDOW * 8)
          : 'Choose another model, or another server: what it drops, no answer can rest on.',
      }),
      found: toFoundWindow(served),
    };
  const available = served ?? (maxTokens === undefined || canServeLess(config, maxTokens) ? undefined : maxTokens);
  if (available === undefined) return { line: createUnknownWindowLine(config, maxTokens) };
  if (available < MIN_WINDOW)
    return {
      line: createBadLine('window', {
        message: `Only ${formatNumber(available)} tokens are served; a page needs ${formatNumber(MIN_WINDOW)} at least.`,
        hint: formatEnlargeHint(MIN_WINDOW * 8),
      }),
    };
  if (config.contextTokens <= available) {
    const line = createFineLine(
      'window',
      `${formatNumber(available)} tokens at a time${formatModelMaximum(available, maxTokens)}.`,
    );
    return { line, found: isFreeToEnlarge(config) ? toFoundWindow(available) : {} };
  }
  const mayGrow = isLocalOrPrivateEndpoint(config.endpoint) && (maxTokens === undefined || maxTokens > available);
  const larger = mayGrow ? ` ${formatEnlargeHint(config.contextTokens)}` : '';
  return {
    line: createLimitedLine(
      'window',
      `The settings say ${formatNumber(config.contextTokens)} tokens, but ${formatNumber(available)} are served: what is longer would be cut or refused.`,
      `Lower the context size to ${formatNumber(available)}.${larger}`,
    ),
    found: toFoundWindow(available),
  };
}

function isTruncated({ usage, textTokens, failure, aborted }: CallResult): boolean {
  if (failure || aborted || usage.input === undefined || usage.input === 0) return false;
  return textTokens >= MIN_COMPARED_TOKENS && usage.input < textTokens * MIN_READ_SHARE;
}

function isFreeToEnlarge({ provider, endpoint }: WindowConfig): boolean {
  return provider === 'chrome' || (provider !== 'ollama' && isLocalOrPrivateEndpoint(endpoint));
}

function canServeLess({ endpoint, contextTokens }: WindowConfig, maxTokens: number): boolean {
  return contextTokens <= maxTokens && isLocalOrPrivateEndpoint(endpoint);
}

function createUnknownWindowLine({ endpoint, contextTokens }: WindowConfig, maxTokens: number | undefined) {
  const modelNote = maxTokens === undefined ? '' : ` The model itself has ${formatNumber(maxTokens)}.`;
  return createUnknownLine(
    'window',
    `${getEndpointHost(endpoint.trim())} doesn’t say how many tokens it takes at a time.${modelNote}`,
    `The settings say ${formatNumber(contextTokens)}. Compare that with the model’s page at its provider, or with the context size in the server’s own options or log.`,
  );
}

const formatModelMaximum = (available: number, maxTokens: number | undefined): string =>
  maxTokens !== undefined && maxTokens > available ? `; the model itself has ${formatNumber(maxTokens)}` : '';

const toFoundWindow = (tokens: number | undefined): ProbeReport['found'] =>
  tokens === undefined || tokens < MIN_WINDOW ? {} : { contextTokens: tokens };

function formatEnlargeHint(tokens: number): string {
  const size = String(tokens);
  return [
    `Serve more. Ollama: \`OLLAMA_CONTEXT_LENGTH=${size} ollama serve\``,
    `llama.cpp: \`--ctx-size ${size}\` vLLM: \`--max-model-len ${size}\``,
    'LM Studio: set the context length where it loads the model.',
  ].join(' ');
}
