/** How the person asks for access with the keyboard. */
import { useEffect, useState } from 'react';
import { usePanel } from '../panel-context.ts';

/** The shortcut that the person really has for the toolbar icon; '' until known, or when there is none. */
export function useOpenShortcut(): string {
  const { host } = usePanel();
  const [shortcut, setShortcut] = useState('');
  useEffect(() => {
    let current = true;
    host.shortcuts().then(
      ({ open }) => {
        if (current) setShortcut(open);
      },
      () => undefined, // the sentence without a shortcut is true as well
    );
    return () => {
      current = false;
    };
  }, [host]);
  return shortcut;
}
