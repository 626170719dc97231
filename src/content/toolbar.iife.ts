/**
 * Entry of the selection toolbar's content script. Idle until something is selected; `__klToolbar.abort()` removes it
 * completely.
 */
import { startToolbar } from './toolbar/toolbar.ts';

declare global {
  /** Lets the worker stop the script. */
  var __klToolbar: { abort(): void } | undefined;
}

/** Dispatched by each new instance before it listens: instances of older versions run in another isolated world. */
const NEWER_INSTANCE_EVENT = 'kl-selection-newer';

// own property only: a window also exposes page elements by their names
if (Object.hasOwn(globalThis, '__klToolbar')) globalThis.__klToolbar?.abort();
const life = new AbortController();
const { signal } = life;
globalThis.__klToolbar = life;
signal.addEventListener('abort', () => {
  if (globalThis.__klToolbar === life) Reflect.deleteProperty(globalThis, '__klToolbar');
});
document.dispatchEvent(new CustomEvent(NEWER_INSTANCE_EVENT));
document.addEventListener(NEWER_INSTANCE_EVENT, () => life.abort(), { signal });
startToolbar(life);
