/** Calls `on` when the user comes back to the panel, by key or with the pointer. */
export function watchReturn(on: () => void, signal: AbortSignal): void {
  addEventListener('focus', on, { signal });
  document.documentElement.addEventListener('pointerenter', on, { signal });
}
