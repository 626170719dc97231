import { useEffect, useState } from 'react';
import { usePanel } from '../panel-context.ts';

/** '' until known, or if there is none. */
export function useOpenShortcut(): string {
  const { host } = usePanel();
  const [shortcut, setShortcut] = useState('');
  useEffect(() => {
    let current = true;
    host.loadShortcuts().then(
      ({ open }) => {
        if (current) setShortcut(open);
      },
      () => undefined, // the text without a shortcut is correct too
    );
    return () => {
      current = false;
    };
  }, [host]);
  return shortcut;
}
