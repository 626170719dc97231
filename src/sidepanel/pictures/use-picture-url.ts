import { useEffect, useState } from 'react';
import { usePanel } from '../panel-context.ts';

/** The address of a stored picture: undefined until loaded, null if it is gone. */
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
