import { useEffect, useState } from 'react';
import { usePanel } from '../panel-context.ts';

/** '' until known, or if there is none. */
export function useShortcut(command: 'open' | 'summarise'): string {
  const { host } = usePanel();
  const [shortcut, setShortcut] = useState('');
  useEffect(() => {
    let current = true;
    host.loadShortcuts().then(
      (shortcuts) => {
        if (current) setShortcut(shortcuts[command]);
      },
      () => undefined, // the text without a shortcut is correct too
    );
    return () => {
      current = false;
    };
  }, [host, command]);
  return shortcut;
}
