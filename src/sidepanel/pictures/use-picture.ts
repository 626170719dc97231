/** A stored picture and its texts: undefined until loaded, null if gone. */
import { useEffect, useState } from 'react';
import type { Reading } from '../../lib/pipeline/ocr/types.ts';
import { usePanel } from '../panel-context.ts';

export function usePictureUrl(hash: string): string | null | undefined {
  const { urls } = usePanel().panel.pictures;
  const [loaded, setLoaded] = useState<{ readonly hash: string; readonly url: string | null } | null>(null);
  useEffect(() => {
    let current = true;
    void urls.acquire(hash).then((url) => {
      if (current) setLoaded({ hash, url });
    });
    return () => {
      current = false;
      setLoaded(null); // the URL may be revoked from now on
      urls.release(hash);
    };
  }, [urls, hash]);
  return loaded?.hash === hash ? loaded.url : undefined;
}

export function useReading(hash: string): Reading | null | undefined {
  const { host } = usePanel();
  const [loaded, setLoaded] = useState<{ readonly hash: string; readonly reading: Reading | null } | null>(null);
  useEffect(() => {
    let current = true;
    const settle = (reading: Reading | null): void => {
      if (current) setLoaded({ hash, reading });
    };
    // a reading that cannot be loaded counts as gone
    host.pictures
      .loadText(hash)
      .then((json) => (json === null ? null : (JSON.parse(json) as Reading))) // trusted: written only by this extension
      .then(settle, () => settle(null));
    return () => {
      current = false;
    };
  }, [host, hash]);
  return loaded?.hash === hash ? loaded.reading : undefined;
}
