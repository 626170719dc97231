/**
 * An oracle for labels: it reads the frames alone and shares no code with what sets them. The one rule: no frame is held for
 * better, or for less private, than what it was made of (SAFETY D1).
 */
import type { Frame, Labels } from '../../../src/lib/agent/frames/frames.ts';

type Kind<K extends Frame['kind']> = Extract<Frame, { kind: K }>;

const TRUST = { untrusted: 0, user: 1, system: 2 } as const;
const SECRECY = { public: 0, private: 1 } as const;

const launders = (made: Labels, from: Labels): boolean =>
  TRUST[made.integrity] > TRUST[from.integrity] || SECRECY[made.confidentiality] < SECRECY[from.confidentiality];

/** Every frame that is held for better than one that it was made of, in words; and how many pairs were looked at. */
export function laundered(frames: readonly Frame[]): { readonly found: readonly string[]; readonly looked: number } {
  const found: string[] = [];
  let looked = 0;
  for (const [at, frame] of frames.entries()) {
    // agents are told nothing of one another but what calls them and what they report
    const own = (one: Frame): boolean => one.correlationId === frame.correlationId;
    const made = madeOf(frame, frames.slice(0, at).filter(own), frames.slice(at + 1).filter(own));
    for (const from of [...made, ...throughAgents(frame, frames.slice(0, at))]) {
      looked += 1;
      if (launders(frame.labels, from.labels))
        found.push(
          `${frame.id} ${frame.kind} (${words(frame.labels)}) is made of ${from.id} ${from.kind} (${words(from.labels)})`,
        );
    }
  }
  return { found, looked };
}

const words = ({ integrity, confidentiality }: Labels): string => `${integrity}, ${confidentiality}`;

/** What a frame is made of that another agent wrote: what called it, what it was told, what those say that it called. */
function throughAgents(frame: Frame, before: readonly Frame[]): readonly Frame[] {
  const told = before.filter(
    (one) =>
      (one.kind === 'agent.invoked' || (one.kind === 'control' && one.control === 'follow')) &&
      one.correlationId === frame.correlationId,
  );
  switch (frame.kind) {
    case 'agent.invoked':
      return before.filter(({ id }) => id === frame.parentId);
    case 'model.call':
      return isOfConversation(frame) ? told : told.slice(-1);
    case 'tool.result': {
      const called = frame.correlationId === null ? frame.key : `${frame.correlationId}>${frame.key}`;
      return frame.final ? before.filter((one) => one.correlationId === called) : [];
    }
    default:
      return [];
  }
}

/** Other calls are about the current request alone. */
const isOfConversation = ({ purpose }: Kind<'model.call'>): boolean =>
  purpose === 'decide' || purpose === 'answer' || purpose === 'compact';

/** What a frame was made of, as far as frames tell. */
function madeOf(frame: Frame, before: readonly Frame[], after: readonly Frame[]): readonly Frame[] {
  const all = <K extends Frame['kind']>(kind: K, fits: (one: Kind<K>) => boolean = () => true): readonly Kind<K>[] =>
    before.filter((one): one is Kind<K> => one.kind === kind).filter(fits);
  const last = <K extends Frame['kind']>(kind: K, fits: (one: Kind<K>) => boolean = () => true): readonly Kind<K>[] =>
    all(kind, fits).slice(-1);
  const plan = last('plan');
  const planned = plan[0];
  switch (frame.kind) {
    case 'model.call':
      return isOfConversation(frame)
        ? [...all('tool.result'), ...all('plan'), ...all('observation')]
        : all('tool.call', ({ id }) => id === frame.parentId);
    case 'model.reply':
    case 'usage':
      return last('model.call', ({ key }) => key === frame.key);
    case 'plan':
      return frame.reply === null ? [] : last('model.reply', ({ key }) => key === frame.reply);
    case 'tool.call':
    case 'ask.user':
      return plan;
    case 'tool.result': {
      const call = last('tool.call', ({ key }) => key === frame.key);
      const inside = all('model.call', ({ parentId }) => parentId === call[0]?.id).map(({ key }) => key);
      return [...(call.length > 0 ? call : plan), ...all('model.reply', ({ key }) => inside.includes(key))];
    }
    case 'observation': {
      const next = after.find((one) => one.kind === 'plan');
      const reply = frame.by === 'model' && next?.kind === 'plan' ? next.reply : null;
      return [
        ...all('tool.result', ({ key }) => frame.of.includes(key)),
        ...last('model.reply', ({ key }) => key === reply),
      ];
    }
    case 'reflection':
      return all('tool.result', ({ key }) => frame.of.includes(key));
    case 'compaction':
      // what it shows no more, or in short, and what it says in its place
      return [...all('tool.result'), ...all('plan'), ...all('model.reply', ({ key }) => key.includes('/compact/'))];
    case 'agent.response':
      // an answer that no reply was read as is put together from what there is
      return planned?.decision === 'respond' && planned.reply !== null ? plan : [...plan, ...all('tool.result')];
    case 'error':
      return [...plan, ...all('tool.result', ({ seq }) => seq > (planned?.seq ?? 0))];
    default:
      return [];
  }
}
