/**
 * The selection toolbar, registered for the pages where the person wants it. Rule: idle until something is selected, and
 * `__klToolbar.abort()` leaves nothing behind.
 */
import { startToolbar } from './toolbar/toolbar.ts';

declare global {
  /** For the worker, to send the script away. */
  var __klToolbar: { abort(): void } | undefined;
}

/** Said by each new instance before it listens itself: the one of an older version lives in a world of its own. */
const NEWER = 'kl-selection-newer';

// the world's own: by the same name a window also gives the elements that a page calls so
if (Object.hasOwn(globalThis, '__klToolbar')) globalThis.__klToolbar?.abort();
const life = new AbortController();
const { signal } = life;
globalThis.__klToolbar = life;
signal.addEventListener('abort', () => {
  if (globalThis.__klToolbar === life) Reflect.deleteProperty(globalThis, '__klToolbar');
});
document.dispatchEvent(new CustomEvent(NEWER));
document.addEventListener(NEWER, () => life.abort(), { signal });
startToolbar(life);
