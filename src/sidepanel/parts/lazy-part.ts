/** A module that is loaded when it is first needed, once for the whole panel. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { UserError } from '../../lib/base/errors.ts';

export interface LazyPart<M> {
  /** `module` is null until it is loaded. */
  readonly store: StoreApi<{ readonly module: M | null; readonly hasFailed: boolean }>;
  /** Rejects if it cannot be loaded, and may then be called again. */
  readonly load: () => Promise<M>;
  /** Throws before it is loaded. */
  readonly get: () => M;
}

/** `importModule`: a dynamic import, so that it becomes a script of its own. */
export function createLazyPart<M extends object>(importModule: () => Promise<M>): LazyPart<M> {
  const store: LazyPart<M>['store'] = createStore(() => ({ module: null, hasFailed: false }));
  let loading: Promise<M> | null = null;
  async function importAndKeep(): Promise<M> {
    try {
      const module = await importModule();
      store.setState({ module, hasFailed: false });
      return module;
    } catch (thrown) {
      loading = null;
      store.setState({ hasFailed: true });
      throw thrown;
    }
  }
  return {
    store,
    load: () => (loading ??= importAndKeep()),
    get: () => {
      const { module } = store.getState();
      if (module === null) throw new Error('A lazy part is used before it is loaded.');
      return module;
    },
  };
}

/** The files have gone, as they do when the extension is updated under an open panel. */
export const PART_MISSING: UserError = {
  code: 'panel.part',
  message: 'The extension may have been updated while this panel was open.',
  hint: '',
};

/** Resolves with whether it is loaded. */
export const tryToLoad = (part: LazyPart<object>, onFailure: () => void): Promise<boolean> =>
  part.load().then(
    () => true,
    () => {
      onFailure();
      return false;
    },
  );

/**
 * Passes each event on, in order. From the first that needs the part on, they wait until it is loaded; if it cannot be,
 * they are dropped.
 */
export function passInOrder<E>(
  part: LazyPart<object>,
  needsPart: (event: E) => boolean,
  pass: (event: E) => void,
  onFailure: () => void,
): (event: E) => void {
  let waiting: E[] | null = null;
  const takeWaiting = (): readonly E[] => {
    const taken = waiting ?? [];
    waiting = null;
    return taken;
  };
  return (event) => {
    if (waiting !== null) {
      waiting.push(event);
    } else if (part.store.getState().module === null && needsPart(event)) {
      waiting = [event];
      part.load().then(
        () => takeWaiting().forEach(pass),
        () => {
          takeWaiting();
          onFailure();
        },
      );
    } else {
      pass(event);
    }
  };
}
