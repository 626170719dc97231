/** A mirrored store that fails on any error, and frames of its runs. */
import type { RunArchive } from '../../../../src/lib/agent/store/run-archive.ts';
import { type StorageArea } from '../../../../src/lib/agent/store/storage-area.ts';
import { USER_LABELS, type Commit } from '../../../../src/lib/agent/frames/frames.ts';
import type { FrameDraft } from '../../../../src/lib/agent/frames/stamp.ts';
import { createMirroredStore, type MirrorOptions, type MirroredStore } from '../../../../src/lib/agent/store/mirror.ts';
import { createFrameStore } from '../../../../src/lib/agent/store/frame-store.ts';
import { commitOf } from '../../../kit/storage/store-conformance.ts';

export const fail = (error: unknown): never => {
  throw error;
};
export const over = (area: StorageArea, archive: RunArchive, options: Partial<MirrorOptions> = {}): MirroredStore =>
  createMirroredStore(createFrameStore(area), archive, { onError: fail, ...options });

export const base = { parentId: null, labels: USER_LABELS };
export const DRAFTS = {
  wait: { ...base, kind: 'wait', reason: 'backoff', until: 5, message: '' },
  answer: { ...base, kind: 'agent.response', text: 'so', partial: false, impossible: false, note: '', citations: [] },
} satisfies Record<string, FrameDraft>;
/** A frame with the identity and order of any, and this content. */
export const frame = (runId: string, seq: number, draft: FrameDraft): Commit => [
  { ...commitOf(runId, seq)[0], ...draft },
];
