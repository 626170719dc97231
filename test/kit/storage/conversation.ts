/** Frames of a conversation as a user would look for it later: questions, answers, pages that were read. */
import { USER_LABELS, type Commit, type Frame, type Artifact } from '../../../src/lib/agent/frames/frames.ts';
import { stamp, type FrameDraft } from '../../../src/lib/agent/frames/stamp.ts';
import { specOf, termsIn } from '../runs/world.ts';

export type Said =
  | { readonly by: 'user' | 'answer'; readonly text: string }
  | { readonly by: 'page'; readonly title: string; readonly url: string }
  | { readonly by: 'selection'; readonly words: string };

/** A run that begins with the goal. */
export function conversation(runId: string, goal: string, said: readonly Said[] = [], tabId = 1): Commit {
  const spec = specOf({ runId, goal, tabId, job: 'ask' });
  const make = (draft: FrameDraft, seq: number): Frame =>
    stamp(draft, { runId, seq, at: 1000 + seq, product: 'test', lastId: null });
  return [
    make({ kind: 'agent.invoked', parentId: null, labels: USER_LABELS, spec }, 0),
    ...said.map((one, i) => make(draftOf(one, termsIn(spec)), i + 1)),
  ];
}

function draftOf(said: Said, config: ReturnType<typeof termsIn>): FrameDraft {
  switch (said.by) {
    case 'user': {
      const request = specOf({ goal: said.text, job: 'ask' });
      return { kind: 'control', labels: USER_LABELS, commandId: 'c', note: '', control: 'follow', request, config };
    }
    case 'answer':
      return {
        kind: 'agent.response',
        labels: USER_LABELS,
        text: said.text,
        partial: false,
        impossible: false,
        note: '',
        citations: [],
      };
    case 'page':
      return result('page', { title: said.title, url: said.url, words: 12 });
    case 'selection':
      return result('selection', { words: said.words });
  }
}

function result(name: 'page' | 'selection', meta: object): FrameDraft {
  const body = { hash: 'h', length: 0, tokens: 0, preview: 'hidden in the preview' };
  return {
    kind: 'tool.result',
    labels: USER_LABELS,
    key: 'k',
    tool: 'read_page',
    index: 0,
    final: true,
    isError: false,
    payload: 'page',
    message: '',
    content: [],
    structured: null,
    objects: [{ name, body, meta, hidden: false } as Artifact],
    error: null,
    recoverable: false,
    end: false,
    ms: 1,
  };
}
