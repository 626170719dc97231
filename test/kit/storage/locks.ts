/** `navigator.locks` where the platform has none: one after the other by name, which is all that its users here need of it. */
export function installLocks(): void {
  const last = new Map<string, Promise<unknown>>();
  const request = <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const result = (last.get(name) ?? Promise.resolve()).then(work);
    last.set(
      name,
      result.catch(() => undefined),
    );
    return result;
  };
  Object.defineProperty(globalThis, 'navigator', { value: { locks: { request } }, configurable: true, writable: true });
}
