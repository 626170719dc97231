/** Refusals that a user mends in the setup: an origin or key that is not allowed, a wrong path, a missing model. */
import { normaliseBaseUrl, getEndpointHost, isLocalEndpoint, isSelfHosted, type CallSite } from '../address.ts';
import type { ModelFailure } from '../model.ts';
import { formatReason, type ServerMessage } from './error-body.ts';
import { parseUrl } from '../../base/urls.ts';

export function createForbiddenFailure(serverMessage: ServerMessage, site: CallSite): ModelFailure {
  const url = parseUrl(site.endpoint);
  const host = getEndpointHost(site.endpoint);
  // Ollama refuses an unknown origin with 403 and an empty body.
  const isOllamaOrigin =
    serverMessage.text === '' &&
    isSelfHosted(site.protocol) &&
    (url?.port === '11434' || isLocalEndpoint(site.endpoint));
  return {
    code: isOllamaOrigin ? 'model.origin' : 'model.forbidden',
    message: isOllamaOrigin
      ? `${host} refuses requests from browser extensions it hasn’t been told of.`
      : `${host} refused access to ${site.model}${formatReason(serverMessage.text)}`,
    hint: isOllamaOrigin
      ? formatOllamaOriginHint(site.extensionOrigin)
      : 'Check at the provider that this key may use this model from your region, or choose another model in the settings.',
    retryable: false,
  };
}

/** Adds to the defaults of `OLLAMA_ORIGINS`. https://github.com/ollama/ollama/blob/main/docs/faq.mdx */
function formatOllamaOriginHint(extensionOrigin: string): string {
  const setting = `OLLAMA_ORIGINS=${extensionOrigin.replace(/\/{1,10}$/, '')}`;
  const [name, value] = setting.split('=', 2).map(String);
  const fromTerminal = `If you start Ollama in a terminal: \`${setting} ollama serve\``;
  return [
    'Allow this extension in Ollama, then try again.',
    `macOS: Run this, then quit and open Ollama: \`launchctl setenv ${String(name)} "${String(value)}"\` ${fromTerminal}`,
    `Linux: Run this: \`${formatServiceCommand(setting)}\` ${fromTerminal}`,
    `Windows: Run this, then quit and open Ollama: \`setx ${String(name)} "${String(value)}"\``,
  ].join('\n\n');
}

/** In a file of its own: settings of the user's own for the service stay as they are. */
function formatServiceCommand(setting: string): string {
  const folder = '/etc/systemd/system/ollama.service.d';
  const unit = `printf '[Service]\\nEnvironment="${setting}"\\n' | sudo tee ${folder}/knowledgelens.conf`;
  return `sudo mkdir -p ${folder} && ${unit} && sudo systemctl daemon-reload && sudo systemctl restart ollama`;
}

export function isMissingModel({ text, kind }: ServerMessage): boolean {
  return (
    (kind.includes('not_found_error') && text.startsWith('model: ')) ||
    /model_not_found|invalid_model/.test(kind) ||
    /\bmodels?\b.{0,200}(?:not found|does not exist|not exist|unknown|not loaded)|(?:unknown|invalid|no such) model\b/i.test(
      text,
    )
  );
}

export function createNotFoundFailure(serverMessage: ServerMessage, site: CallSite): ModelFailure {
  const host = getEndpointHost(site.endpoint);
  if (isMissingModel(serverMessage)) {
    const mentionsOllama = /try pulling|ollama/i.test(serverMessage.text) || host.endsWith(':11434');
    const suggestsPull = site.protocol.provider === 'ollama' || (isSelfHosted(site.protocol) && mentionsOllama);
    return {
      code: 'model.not-found',
      message: `${host} has no model called ${site.model}${formatReason(serverMessage.text)}`,
      hint: suggestsPull
        ? `Get it: \`ollama pull ${site.model}\` Or choose a model that is there: “Test” in the settings lists them.`
        : 'Choose a model that is there: “Test” in the settings lists them.',
      retryable: false,
    };
  }
  const base = normaliseBaseUrl(site.endpoint, site.protocol);
  const path = parseUrl(base)?.pathname.replace(/\/$/, '') ?? '';
  return {
    code: 'model.not-found',
    message: `${host} has nothing at ${path}${site.protocol.path.replace('{model}', site.model)}${formatReason(serverMessage.text)}`,
    hint: getPathHint(path, site),
    retryable: false,
  };
}

function getPathHint(path: string, { endpoint, protocol: { provider, example } }: CallSite): string {
  if (!/\/v\d/.test(path) && /\/v\d/.test(example))
    return `Check the endpoint in the settings: did you forget ${new URL(example).pathname} at its end?`;
  if (provider === 'openai' && getEndpointHost(endpoint) !== getEndpointHost(example))
    return 'Many servers know only OpenAI’s older protocol: in the settings, choose “OpenAI-compatible” for this one.';
  return 'Check the path of the endpoint in the settings, and that the model exists: some servers answer the same to both.';
}
