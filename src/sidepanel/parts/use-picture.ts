/** A kept picture and texts about it, for a component that shows them: undefined until known, null when they are gone. */
import { useEffect, useState } from 'react';
import type { Reading } from '../../lib/pipeline/ocr/types.ts';
import { usePanel } from '../panel-context.ts';

export function usePictureUrl(hash: string): string | null | undefined {
  const { urls } = usePanel().panel.pictures;
  const [known, setKnown] = useState<{ readonly hash: string; readonly url: string | null } | null>(null);
  useEffect(() => {
    let current = true;
    void urls.take(hash).then((url) => {
      if (current) setKnown({ hash, url });
    });
    return () => {
      current = false;
      setKnown(null); // its address may be no more from now on
      urls.give(hash);
    };
  }, [urls, hash]);
  return known?.hash === hash ? known.url : undefined;
}

/** The reading that is kept as JSON under the hash. */
export function useReading(hash: string): Reading | null | undefined {
  const { host } = usePanel();
  const [known, setKnown] = useState<{ readonly hash: string; readonly reading: Reading | null } | null>(null);
  useEffect(() => {
    let current = true;
    const settle = (reading: Reading | null): void => {
      if (current) setKnown({ hash, reading });
    };
    // what cannot be had is gone for whoever looks
    host.pictures
      .text(hash)
      .then((json) => (json === null ? null : (JSON.parse(json) as Reading))) // ours: written by this product alone
      .then(settle, () => settle(null));
    return () => {
      current = false;
    };
  }, [host, hash]);
  return known?.hash === hash ? known.reading : undefined;
}
