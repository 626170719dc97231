/** Failures of the exchange and of what was sent in it. */
import { getEndpointHost, isLocalEndpoint, isSelfHosted, type CallSite } from '../address.ts';
import type { ModelFailure } from '../model.ts';
import type { ReplyError, WireFault } from './call-errors.ts';
import { parseErrorValue } from './error-body.ts';
import { createStatusFailure } from './status-failures.ts';

export function createWireFailure(fault: Exclude<WireFault, 'wrong-type'>, site: CallSite): ModelFailure {
  const host = getEndpointHost(site.endpoint);
  switch (fault) {
    case 'bad-address':
      return {
        code: 'model.bad-address',
        message: 'The address of the model isn’t a complete web address.',
        hint: `In the settings, enter the API’s base address, such as ${site.protocol.example}.`,
        retryable: false,
      };
    case 'unreachable':
      return createUnreachableFailure(site);
    case 'redirect':
      return {
        code: 'model.redirect',
        message: `${host} answered with a redirect, which isn’t followed, so that a key never reaches another server.`,
        hint: 'In the settings, enter the final address: check http or https, host and path.',
        retryable: false,
      };
    case 'cut':
      return createReplyFailure('no-finish', site);
    case 'too-long':
      return {
        code: 'model.too-long',
        message: `The reply from ${host} became too long and was stopped.`,
        hint: 'Try again, or choose another model: this one may be repeating itself.',
        retryable: false,
      };
    case 'line-too-long':
    case 'malformed':
      return createMalformedFailure(site);
  }
}

function createUnreachableFailure(site: CallSite): ModelFailure {
  const local = isLocalEndpoint(site.endpoint);
  const host = getEndpointHost(site.endpoint);
  return {
    code: 'model.unreachable',
    message: `No connection to the model's server at ${host}.`,
    hint: local
      ? `Start the server${isSelfHosted(site.protocol) ? ', e.g. `ollama serve`,' : ''} and check that it listens on ${host}. If it runs, save the address in the settings again, which allows KnowledgeLens to reach it.`
      : `Check your connection and the address in the settings. Saving it there also allows KnowledgeLens to reach ${host}.`,
    retryable: !local, // a server on this machine must be started by the user
  };
}

export function createReplyFailure(fault: ReplyError['fault'], site: CallSite): ModelFailure {
  const host = getEndpointHost(site.endpoint);
  switch (fault) {
    case 'no-finish':
      return {
        code: 'model.cut',
        message: `The reply from ${host} broke off before its end.`,
        hint: 'Try again. If it keeps happening, look at the server’s log: it may run out of memory or time.',
        retryable: true,
      };
    case 'empty':
      return {
        code: 'model.empty',
        message: `${site.model} finished without writing anything.`,
        hint: 'Try again. If it stays silent, choose another model: this one may not be made for conversations.',
        retryable: true,
      };
    case 'only-thoughts':
      return {
        code: 'model.empty',
        message: `${site.model} spent its whole reply on thinking and wrote no answer.`,
        hint: 'Choose a model that thinks less, or switch its thinking off on the server.',
        retryable: false,
      };
    case 'finished-in-error':
      return createStatusFailure({ status: 502, headers: {}, serverMessage: parseErrorValue(null) }, site);
  }
}

export function createMalformedFailure(site: CallSite): ModelFailure {
  return {
    code: 'model.malformed',
    message: `${getEndpointHost(site.endpoint)} sent something that is no event of ${site.protocol.name}.`,
    hint: `Check that the address speaks ${site.protocol.name}, and update the server. Then try again.`,
    retryable: true,
  };
}

export function createBadCallFailure(site: CallSite): ModelFailure {
  return {
    code: 'model.bad-call',
    message: `${getEndpointHost(site.endpoint)} sent a tool call that can’t be read.`,
    hint: 'Try again. If it keeps happening, update the server, or choose in the settings that tools are called in text.',
    retryable: true,
  };
}
