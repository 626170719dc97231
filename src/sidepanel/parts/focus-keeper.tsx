import { useEffect, useRef, type ReactNode } from 'react';

/** Takes the focus when the control inside that has it is removed; without this the focus would be lost. */
export function FocusKeeper({ className, children }: { readonly className?: string; readonly children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    const { current } = root;
    if (current === null) return;
    const observer = new MutationObserver(() => {
      if (hadFocus.current && document.activeElement === document.body) current.focus({ preventScroll: true });
    });
    observer.observe(current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={root}
      className={className}
      tabIndex={-1}
      onFocus={() => (hadFocus.current = true)}
      onBlur={({ relatedTarget }) => {
        // null also when the focused element is removed
        if (relatedTarget !== null) hadFocus.current = false;
      }}
    >
      {children}
    </div>
  );
}
