import { useEffect, useRef, useState, type RefObject } from 'react';

/** Whether an element has been in sight: nothing may be agreed to whose end was under the fold. */
export function useSeen(): readonly [RefObject<HTMLSpanElement | null>, boolean] {
  const ref = useRef<HTMLSpanElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (ref.current === null) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return [ref, isSeen];
}

type Deliver = () => Promise<boolean>;

/** One reply to a question: a further press does nothing unless the first was not delivered. */
export function useReply(): readonly [sent: boolean, reply: (deliver: Deliver) => void] {
  const [sent, setSent] = useState(false);
  const reply = (deliver: Deliver): void => {
    if (sent) return;
    setSent(true);
    void deliver().then(setSent);
  };
  return [sent, reply];
}
