import { useEffect, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { usePanel } from '../panel-context.ts';
import { t } from '../strings/shell.ts';
import { Button } from './button.tsx';
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
  return hasFailed ? <PartMissing /> : fallback;
}

/** Needs nothing that would have to be loaded. */
export function PartMissing() {
  const { host } = usePanel();
  return (
    <div className="card stack error" role="alert">
      <h2>{t.partMissing}</h2>
      <p>{PART_MISSING.message}</p>
      <div className="row">
        <Button onClick={host.reload}>{t.reload}</Button>
      </div>
    </div>
  );
}
