import { useState } from 'react';

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
