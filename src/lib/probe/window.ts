/**
 * How much the model can be shown: what it has, what the server really serves, and what the settings say. The one rule: a
 * server that cuts a prompt without saying so is found out, by its own figures.
 */
import { hostOf, isNearby } from '../models/address.ts';
import type { ModelConfig } from '../models/config.ts';
import type { About } from '../models/protocol.ts';
import type { Heard } from './hear.ts';
import { bad, fine, limited, tokensOf, unknown, type Finding } from './lines.ts';

/** Smallest window that pages can be read in; the settings take none below. */
const LEAST = 1024;
/** Counters differ; by more than this only what was cut does. */
const READ_SHARE = 0.6;
/** Shorter questions say nothing: what a server adds or leaves out weighs too much. */
const LONG_ENOUGH = 100;

type Wanted = Pick<ModelConfig, 'provider' | 'endpoint' | 'contextTokens'>;

export function checkWindow(wanted: Wanted, about: About, heard: readonly Heard[]): Finding {
  const { contextTokens: most, servedTokens: served } = about;
  const cut = heard.find(isCut);
  if (cut)
    return {
      line: bad('window', {
        message: `The server read only ${tokensOf(cut.usage.input ?? 0)} of ${tokensOf(cut.worded)} tokens: it cuts what does not fit, without a word.`,
        cure: isNearby(wanted.endpoint)
          ? enlarge(LEAST * 8)
          : 'Choose another model, or another server: what it drops, no answer can rest on.',
      }),
      found: found(served),
    };
  const known = served ?? (most === undefined || mayServeLess(wanted, most) ? undefined : most);
  if (known === undefined) return { line: notKnown(wanted, most), found: {} };
  if (known < LEAST)
    return {
      line: bad('window', {
        message: `Only ${tokensOf(known)} tokens are served; a page needs ${tokensOf(LEAST)} at least.`,
        cure: enlarge(LEAST * 8),
      }),
      found: {},
    };
  if (wanted.contextTokens <= known) {
    const line = fine('window', `${tokensOf(known)} tokens at a time${more(known, most)}.`);
    return { line, found: isFree(wanted) ? found(known) : {} };
  }
  const mayGrow = isNearby(wanted.endpoint) && (most === undefined || most > known);
  const larger = mayGrow ? ` ${enlarge(wanted.contextTokens)}` : '';
  return {
    line: limited(
      'window',
      `The settings say ${tokensOf(wanted.contextTokens)} tokens, but ${tokensOf(known)} are served: what is longer would be cut or refused.`,
      `Lower the context size to ${tokensOf(known)}.${larger}`,
    ),
    found: found(known),
  };
}

/** Whether the server says that it read far less than it was sent. */
function isCut({ usage, worded, failure, aborted }: Heard): boolean {
  if (failure || aborted || usage.input === undefined || usage.input === 0) return false;
  return worded >= LONG_ENOUGH && usage.input < worded * READ_SHARE;
}

/** Whether a larger window costs nothing more: the server is one's own, and has made room for it already. */
function isFree({ provider, endpoint }: Wanted): boolean {
  return provider === 'chrome' || (provider !== 'ollama' && isNearby(endpoint));
}

/** What a model has is what a provider serves; a server of one's own serves as much as it was told to. */
function mayServeLess({ endpoint, contextTokens }: Wanted, most: number): boolean {
  return contextTokens <= most && isNearby(endpoint);
}

function notKnown({ endpoint, contextTokens }: Wanted, most: number | undefined) {
  const has = most === undefined ? '' : ` The model itself has ${tokensOf(most)}.`;
  return unknown(
    'window',
    `${hostOf(endpoint.trim())} does not say how many tokens it takes at a time.${has}`,
    `The settings say ${tokensOf(contextTokens)}. Compare that with the model’s page at its provider, or with the context size in the server’s own options or log.`,
  );
}

const more = (known: number, most: number | undefined): string =>
  most !== undefined && most > known ? `; the model itself has ${tokensOf(most)}` : '';

const found = (tokens: number | undefined): Finding['found'] =>
  tokens === undefined || tokens < LEAST ? {} : { contextTokens: tokens };

/** Where servers are told how much to serve. */
function enlarge(tokens: number): string {
  const size = String(tokens);
  return [
    `Serve more: start Ollama with \`OLLAMA_CONTEXT_LENGTH=${size} ollama serve\`,`,
    `llama.cpp with \`--ctx-size ${size}\`, vLLM with \`--max-model-len ${size}\`,`,
    'or set the context length where LM Studio loads the model.',
  ].join(' ');
}
