import { useEffect, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { ErrorCard } from '../run/error-card.tsx';
import { PART_MISSING, type LazyPart } from './lazy-part.ts';

interface LazyProps<M> {
  readonly part: LazyPart<M>;
  /** In its place while it is loaded. */
  readonly fallback?: ReactNode;
  readonly children: (module: M) => ReactNode;
}

/** What a part holds, at once if it is loaded: nothing flickers. */
export function Lazy<M>({ part, fallback = null, children }: LazyProps<M>) {
  const { module, hasFailed } = useStore(part.store);
  useEffect(() => void part.load().catch(() => undefined), [part]); // the store says so
  if (module !== null) return children(module);
  return hasFailed ? <ErrorCard error={PART_MISSING} /> : fallback;
}
