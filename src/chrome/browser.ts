import type { LanguageModelApi } from '../lib/models/prompt-api/api.ts';
import type { DetectorApi, TranslationApis, TranslatorApi } from '../lib/models/translator/api.ts';

/** A BCP 47 tag. */
export function getBrowserLanguage(): string {
  return chrome.i18n.getUILanguage();
}

/** The browser reads the blob only after the click. */
const URL_LIFETIME_MS = 60_000;

export function saveFile(name: string, text: string, mediaType: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: mediaType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS);
}

/** Chrome's `LanguageModel` API, if any. A model may still be missing: see `availability()`. */
export function getLanguageModel(): LanguageModelApi | null {
  return (globalThis as { readonly LanguageModel?: LanguageModelApi }).LanguageModel ?? null;
}

interface TranslationGlobals {
  readonly Translator?: TranslatorApi;
  readonly LanguageDetector?: DetectorApi;
}

/** Null without Chrome's `Translator` API, which windows alone have. Languages may still be missing. */
export function getTranslation(): TranslationApis | null {
  const { Translator: translator, LanguageDetector: detector = null } = globalThis as TranslationGlobals;
  return translator === undefined ? null : { translator, detector };
}

/** Only the worker listens for ports. One that cannot start is told by `onDisconnect` alone. */
export function connectToWorker(name: string): chrome.runtime.Port {
  const port = chrome.runtime.connect({ name });
  port.onDisconnect.addListener(() => void chrome.runtime.lastError); // unread, Chrome lists it among our errors
  return port;
}

/** The address at which a sign-in ends. `chrome.identity` gives it too, but exists only once it was allowed. */
export const getRedirectUrl = (): string => `https://${chrome.runtime.id}.chromiumapp.org/`;
