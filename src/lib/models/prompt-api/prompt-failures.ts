/** Converts faults of the built-in model to messages, by exception name and model state. */
import { UserFacingError, toUserError } from '../../base/errors.ts';
import type { ModelFailure } from '../model.ts';
import { formatReason, sanitiseText } from '../http/error-body.ts';
import { BUILT_IN_TIMEOUTS, createTimeoutFailure } from '../http/timeout-failures.ts';
import { ModelTimeoutError } from '../http/timeouts.ts';
import type { PromptFault } from './prompt-session.ts';

/** https://developer.chrome.com/docs/ai/get-started#requirements */
const SYSTEM_REQUIREMENTS =
  'It needs desktop Chrome 138 or newer (Windows 10 or 11, macOS 13 or newer, Linux, or a Chromebook Plus), 22 GB of free disk space, and a GPU with more than 4 GB of memory or 16 GB of memory and 4 processor cores.';

const MEANWHILE_HINT = 'Until then, choose the built-in engine or another model in the settings.';

export function toPromptFailure(fault: PromptFault): ModelFailure {
  if (fault.state === 'absent' || fault.state === 'unavailable') return createUnavailableFailure(fault);
  if (fault.blind === true) return NO_PICTURES_FAILURE;
  if (fault.state !== 'available' && fault.name === '') return createNotReadyFailure(fault.state);
  switch (fault.name) {
    case 'QuotaExceededError':
      return createOverflowFailure(fault);
    case 'NotSupportedError':
      return fault.during === 'create' ? createUnavailableFailure(fault) : createStoppedFailure(fault);
    case 'NotAllowedError':
      return /gesture|activation|download/i.test(fault.message)
        ? createNotReadyFailure('downloadable')
        : createNotAllowedFailure(fault);
    case 'NetworkError':
      return DOWNLOAD_FAILURE;
    case 'EncodingError':
    case 'InvalidCharacterError':
      return BAD_PICTURE_FAILURE;
    case 'SyntaxError':
      return {
        code: 'model.malformed',
        message: 'Chrome’s built-in model couldn’t keep to the form that the answer must have.',
        hint: 'Try again. If it keeps happening, choose in the settings that tools are called in text.',
        retryable: true,
      };
    default:
      return {
        code: 'model.server',
        message: `Chrome’s built-in model failed${formatReason(sanitiseText(fault.message))}`,
        hint: 'Try again in a moment. If it keeps happening, restart Chrome: the model may have crashed.',
        retryable: fault.name !== 'TypeError', // the same request would be refused again
      };
  }
}

export function isSchemaRefusal({ during, name, message }: PromptFault): boolean {
  if (during !== 'prompt') return false;
  return name === 'TypeError' || (name === 'NotSupportedError' && !/language|quality/i.test(message));
}

export function isFiltered({ during, name }: PromptFault): boolean {
  return during === 'prompt' && name === 'NotReadableError';
}

export function toCallFailure(thrown: unknown): ModelFailure {
  if (thrown instanceof ModelTimeoutError)
    return createTimeoutFailure(thrown, 'Chrome’s built-in model', BUILT_IN_TIMEOUTS);
  // The fault is in the browser: the next attempt opens another document.
  if (thrown instanceof UserFacingError) return { ...thrown.error, retryable: true };
  return { ...toUserError(thrown), retryable: false };
}

function createUnavailableFailure(fault: PromptFault): ModelFailure {
  const isPolicy = /polic/i.test(fault.message);
  return {
    code: 'model.unavailable',
    message: `Chrome’s built-in model isn’t available in this browser${formatReason(sanitiseText(fault.message))}`,
    hint: isPolicy
      ? `Your administrator has turned it off. ${MEANWHILE_HINT}`
      : `Choose the built-in engine or another model in the settings. ${SYSTEM_REQUIREMENTS}`,
    retryable: false,
  };
}

function createNotReadyFailure(state: 'downloadable' | 'downloading'): ModelFailure {
  return state === 'downloading'
    ? {
        code: 'model.downloading',
        message: 'Chrome is still downloading its built-in model.',
        hint: `Wait until it is there: the settings show how far it is. ${MEANWHILE_HINT}`,
        retryable: false,
      }
    : {
        code: 'model.download',
        message: 'Chrome’s built-in model hasn’t been downloaded yet.',
        hint: `Download it in the settings: Chrome asks for a click there. ${MEANWHILE_HINT}`,
        retryable: false,
      };
}

const DOWNLOAD_FAILURE: ModelFailure = {
  code: 'model.download',
  message: 'The download of Chrome’s built-in model broke off.',
  hint: 'Check the connection (Chrome wants one that isn’t metered) and the free disk space, then download it again in the settings.',
  retryable: false,
};

function createNotAllowedFailure(fault: PromptFault): ModelFailure {
  return {
    code: 'model.forbidden',
    message: `Chrome doesn’t allow its built-in model to be used${formatReason(sanitiseText(fault.message))}`,
    hint: `Look in Chrome’s settings under System whether on-device AI is switched on. ${MEANWHILE_HINT}`,
    retryable: false,
  };
}

const NO_PICTURES_FAILURE: ModelFailure = {
  code: 'model.no-pictures',
  message: 'Chrome’s built-in model can’t look at pictures on this computer.',
  hint: 'Choose another model for pictures in the settings.',
  retryable: false,
};

const BAD_PICTURE_FAILURE: ModelFailure = {
  code: 'model.bad-request',
  message: 'Chrome’s built-in model can’t read this picture.',
  hint: 'Choose another model for pictures in the settings, or take the picture again.',
  retryable: false,
};

/** Chrome stops replies in untested languages, and poor ones. */
function createStoppedFailure(fault: PromptFault): ModelFailure {
  const isLanguage = /language/i.test(fault.message);
  return {
    code: isLanguage ? 'model.language' : 'model.server',
    message: `Chrome stopped its built-in model${formatReason(sanitiseText(fault.message))}`,
    hint: isLanguage
      ? 'Ask for the answer in English, or choose another model in the settings for this language.'
      : 'Try again, or choose another model in the settings.',
    retryable: !isLanguage,
  };
}

function createOverflowFailure({ requested, quota, contextTokens }: PromptFault): ModelFailure {
  const size = contextTokens ?? quota;
  const figures = requested !== undefined && quota !== undefined ? `: ${requested} tokens, with room for ${quota}` : '';
  return {
    code: 'model.too-large',
    message: `The request is larger than Chrome’s built-in model takes${figures}.`,
    hint: `In the settings, lower the context size to ${size ?? 'what “Test” finds'}, so that the page is read in smaller parts.`,
    retryable: false,
  };
}
