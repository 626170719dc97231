/** Entry of the toolbar's content script; `__klToolbar.abort()` removes it completely, once its last message is closed. */
import { startToolbar } from './toolbar/toolbar.ts';

declare global {
  var __klToolbar: { abort(): void } | undefined;
}

/** Sent by each new instance: instances of older versions run in another isolated world. */
const NEWER_INSTANCE_EVENT = 'kl-selection-newer';

// own property only: a window exposes page elements by name
if (Object.hasOwn(globalThis, '__klToolbar')) globalThis.__klToolbar?.abort();
const life = new AbortController();
const { signal } = life;
const own = { abort: startToolbar(life) };
globalThis.__klToolbar = own;
signal.addEventListener('abort', () => {
  if (globalThis.__klToolbar === own) Reflect.deleteProperty(globalThis, '__klToolbar');
});
document.dispatchEvent(new CustomEvent(NEWER_INSTANCE_EVENT));
document.addEventListener(NEWER_INSTANCE_EVENT, () => life.abort(), { signal });
