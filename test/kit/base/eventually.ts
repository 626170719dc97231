import { vi } from 'vitest';

/** Resolves once `check` no longer throws or rejects. A busy machine takes its time: vitest gives up after a second. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 60_000 });
