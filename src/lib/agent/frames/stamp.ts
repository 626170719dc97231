/** Makes frames of drafts: the writer adds id, number and time. */
import { deepFreeze } from '../../base/freeze.ts';
import { FRAME_VERSION } from './frame-of.ts';
import type { Frame } from './frames.ts';

type DraftOf<F> = F extends Frame
  ? Omit<F, 'v' | 'id' | 'runId' | 'seq' | 'at' | 'slept' | 'agentId' | 'correlationId' | 'product' | 'parentId'> & {
      /** Default: the latest frame. */
      readonly parentId?: string | null;
      readonly agentId?: string;
      readonly correlationId?: string;
    }
  : never;
/** Without identity, order and time, which {@link stamp} adds. */
export type FrameDraft = DraftOf<Frame>;
export type Drafts = readonly FrameDraft[];

interface Stamp extends Pick<Frame, 'runId' | 'seq' | 'at' | 'slept' | 'product'> {
  readonly lastId: string | null;
}

export const MAIN_AGENT = 'main';

export function stamp(draft: FrameDraft, context: Stamp): Frame {
  const { runId, seq, at, slept = 0, product, lastId } = context;
  return deepFreeze({
    v: FRAME_VERSION,
    id: `${runId}/${String(seq)}`,
    runId,
    seq,
    at,
    product,
    parentId: lastId,
    agentId: MAIN_AGENT,
    correlationId: null,
    ...(slept > 0 && { slept }),
    ...draft, // last: to add many keys after a spread takes V8 many times longer
  });
}
