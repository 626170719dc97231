/**
 * What can go wrong with the built-in model, as one sentence about what happened and one about what to do. The one rule:
 * decided on the exception's name and the model's state; Chrome's own words are shown, and looked into only where one
 * name stands for several things.
 */
import { TroubleError, troubleOf } from '../../base/errors.ts';
import type { ModelFailure } from '../model.ts';
import { plain } from '../server-words.ts';
import { ModelTimeoutError, type TimeoutKind } from '../timeouts.ts';
import type { PromptFault } from './wire.ts';

/** What a machine needs. https://developer.chrome.com/docs/ai/get-started#requirements */
export const NEEDS =
  'It needs desktop Chrome 138 or newer (Windows 10 or 11, macOS 13 or newer, Linux, or a Chromebook Plus), 22 GB of free disk space, and a GPU with more than 4 GB of memory or 16 GB of memory and 4 processor cores.';

const OTHERWISE = 'Until then, choose the built-in engine or another model in the settings.';

/** A fault that the model's stream ends in, as a failure. */
export function promptFailure(fault: PromptFault): ModelFailure {
  if (fault.state === 'absent' || fault.state === 'unavailable') return unavailable(fault);
  if (fault.blind === true) return blind();
  if (fault.state !== 'available' && fault.name === '') return notThere(fault.state);
  switch (fault.name) {
    case 'QuotaExceededError':
      return tooLarge(fault);
    case 'NotSupportedError':
      return fault.during === 'create' ? unavailable(fault) : unsupported(fault);
    case 'NotAllowedError':
      return /gesture|activation|download/i.test(fault.message) ? notThere('downloadable') : forbidden(fault);
    case 'NetworkError':
      return brokenOff();
    case 'EncodingError':
    case 'InvalidCharacterError':
      return unreadablePicture();
    case 'SyntaxError':
      return {
        code: 'model.malformed',
        message: 'Chrome’s built-in model could not keep to the form that the answer must have.',
        cure: 'Try again. If it keeps happening, choose in the settings that tools are called in text.',
        retryable: true,
      };
    default:
      return {
        code: 'model.server',
        message: `Chrome’s built-in model failed${said(fault)}`,
        cure: 'Try again in a moment. If it keeps happening, restart Chrome: the model may have crashed.',
        retryable: fault.name !== 'TypeError', // the same request would be refused again
      };
  }
}

/** Whether the fault is about the schema that the reply was to be held to. */
export function refusesSchema({ during, name, message }: PromptFault): boolean {
  if (during !== 'prompt') return false;
  return name === 'TypeError' || (name === 'NotSupportedError' && !/language|quality/i.test(message));
}

/** Whether the reply was stopped by Chrome's own filter: an end, not a failure. */
export function isFiltered({ during, name }: PromptFault): boolean {
  return during === 'prompt' && name === 'NotReadableError';
}

/** Whatever was thrown on the worker's side: a time-out, or a document that cannot be reached. */
export function callFailure(thrown: unknown): ModelFailure {
  if (thrown instanceof ModelTimeoutError) return timeoutFailure(thrown);
  // of this browser, not of the request: the next attempt opens another document
  if (thrown instanceof TroubleError) return { ...thrown.trouble, retryable: true };
  return { ...troubleOf(thrown), retryable: false };
}

/** `: Chrome's words.` as the end of a sentence. */
function said({ message }: Pick<PromptFault, 'message'>): string {
  const words = plain(message);
  if (words === '') return '.';
  return `: ${words}${/[.!?…]$/.test(words) ? '' : '.'}`;
}

function unavailable(fault: PromptFault): ModelFailure {
  const policy = /polic/i.test(fault.message);
  return {
    code: 'model.unavailable',
    message: `Chrome’s built-in model is not available in this browser${said(fault)}`,
    cure: policy
      ? `Whoever manages this browser has switched it off. ${OTHERWISE}`
      : `Choose the built-in engine or another model in the settings. ${NEEDS}`,
    retryable: false,
  };
}

function notThere(state: 'downloadable' | 'downloading'): ModelFailure {
  return state === 'downloading'
    ? {
        code: 'model.downloading',
        message: 'Chrome is still downloading its built-in model.',
        cure: `Wait until it is there: the settings show how far it is. ${OTHERWISE}`,
        retryable: false,
      }
    : {
        code: 'model.download',
        message: 'Chrome’s built-in model has not been downloaded yet.',
        cure: `Download it in the settings: Chrome asks for a click there. ${OTHERWISE}`,
        retryable: false,
      };
}

function brokenOff(): ModelFailure {
  return {
    code: 'model.download',
    message: 'The download of Chrome’s built-in model broke off.',
    cure: 'Check the connection (Chrome wants one that is not metered) and the free disk space, then download it again in the settings.',
    retryable: false,
  };
}

function forbidden(fault: PromptFault): ModelFailure {
  return {
    code: 'model.forbidden',
    message: `Chrome does not allow its built-in model to be used${said(fault)}`,
    cure: `Look in Chrome’s settings under System whether on-device AI is switched on. ${OTHERWISE}`,
    retryable: false,
  };
}

function blind(): ModelFailure {
  return {
    code: 'model.no-pictures',
    message: 'Chrome’s built-in model cannot look at pictures on this computer.',
    cure: 'Choose another model for pictures in the settings.',
    retryable: false,
  };
}

function unreadablePicture(): ModelFailure {
  return {
    code: 'model.bad-request',
    message: 'Chrome’s built-in model cannot read this picture.',
    cure: 'Choose another model for pictures in the settings, or take the picture anew.',
    retryable: false,
  };
}

/** In mid-reply: Chrome stops replies in languages that the model was not tested for, and poor ones. */
function unsupported(fault: PromptFault): ModelFailure {
  const language = /language/i.test(fault.message);
  return {
    code: language ? 'model.language' : 'model.server',
    message: `Chrome stopped its built-in model${said(fault)}`,
    cure: language
      ? 'Ask for the answer in English, or choose another model in the settings for this language.'
      : 'Try again, or choose another model in the settings.',
    retryable: !language,
  };
}

function tooLarge({ requested, quota, contextTokens }: PromptFault): ModelFailure {
  const size = contextTokens ?? quota;
  const figures = requested !== undefined && quota !== undefined ? `: ${requested} tokens, with room for ${quota}` : '';
  return {
    code: 'model.too-large',
    message: `The request is larger than Chrome’s built-in model takes${figures}.`,
    cure: `In the settings, lower the context size to ${size ?? 'what the connection test finds'}, so that the page is read in smaller parts.`,
    retryable: false,
  };
}

const WAITED_FOR: Readonly<Record<TimeoutKind, { code: string; what: string; cure: string }>> = {
  connect: {
    code: 'model.timeout-connect',
    what: 'was not loaded within',
    cure: 'Try again: it may still be loading. On a slow machine, allow more time in the settings.',
  },
  firstChunk: {
    code: 'model.timeout-first-chunk',
    what: 'wrote no first word within',
    cure: 'On a slow machine, allow more time in the settings, or choose another model.',
  },
  gap: {
    code: 'model.timeout-gap',
    what: 'stopped in mid-reply for',
    cure: 'Try again. If it keeps happening, restart Chrome, or allow more time in the settings.',
  },
  total: {
    code: 'model.timeout-total',
    what: 'was not finished after',
    cure: 'Choose a faster model, or allow more time in the settings.',
  },
};

function timeoutFailure({ kind, ms }: ModelTimeoutError): ModelFailure {
  const { code, what, cure } = WAITED_FOR[kind];
  const time = ms < 1000 ? `${ms} milliseconds` : `${Math.round(ms / 1000)} seconds`;
  const retryable = kind !== 'total'; // the same call would take as long again
  return { code, message: `Chrome’s built-in model ${what} ${time}.`, cure, retryable };
}
