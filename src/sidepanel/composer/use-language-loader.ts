import { useEffect, useRef, useState } from 'react';
import { toUserError, type UserError } from '../../lib/base/errors.ts';
import type { LoadedLanguages } from '../../lib/models/translator/load-languages.ts';
import { usePanel } from '../panel-context.ts';

/** Loads what the browser's translator lacks. What is under way ends with the component. */
export function useLanguageLoader() {
  const { host } = usePanel();
  /** 0 … 1; null while nothing is loaded. */
  const [part, setPart] = useState<number | null>(null);
  const [fault, setFault] = useState<UserError | null>(null);
  const closing = useRef<AbortController | null>(null);
  useEffect(() => () => closing.current?.abort(), []);
  /** To be called after a press. Resolves with whether they are there. */
  const load = async (languages: LoadedLanguages): Promise<boolean> => {
    const { signal } = (closing.current = new AbortController());
    setFault(null);
    setPart(0);
    try {
      await host.loadLanguages(languages, setPart, signal);
      return !signal.aborted;
    } catch (thrown) {
      if (!signal.aborted) setFault(toUserError(thrown));
      return false;
    } finally {
      if (!signal.aborted) setPart(null);
    }
  };
  return { part, fault, load };
}
