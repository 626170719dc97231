/** What is typed and chosen for the next question, by tab and conversation, kept while the user looks elsewhere. */
import { useState } from 'react';
import type { Question } from './question.ts';

/** `chat`: to the model, without the page. `default`: the person has not chosen. */
export type Where = 'default' | 'page' | 'web' | 'agent' | 'chat';

/** Kind of a question for which the user has not chosen one. */
export type DefaultKind = 'page' | 'chat';

interface DraftFields {
  readonly text: string;
  readonly where: Where;
  /** The default while there is text, so that it does not change under the person's hands; null for none yet. */
  readonly fixed: DefaultKind | null;
  /** '' for the first one. */
  readonly agent: string;
  /** Asked once the run in view is done; null for none. */
  readonly queued: Question | null;
}

export interface Draft extends DraftFields {
  readonly write: (change: (now: string) => string) => void;
  readonly go: (where: Where) => void;
  readonly fix: (kind: DefaultKind) => void;
  readonly chooseAgent: (agent: string) => void;
  readonly queue: (question: Question | null) => void;
  /** Its words return to the field, before what was typed since. */
  readonly takeBack: (question: Question) => void;
  /** Its words go to another field, after what was typed there. */
  readonly moveTo: (field: string) => void;
}

const EMPTY_DRAFT: DraftFields = { text: '', where: 'default', fixed: null, agent: '', queued: null };

export const getDraftKey = (tabId: number, runId: string): string => `${String(tabId)} ${runId}`;

const isEmpty = ({ text, where, queued }: DraftFields): boolean =>
  text === '' && where === EMPTY_DRAFT.where && queued === null;

type Drafts = ReadonlyMap<string, DraftFields>;

const getFields = (drafts: Drafts, field: string): DraftFields => drafts.get(field) ?? EMPTY_DRAFT;

function setFields(drafts: Drafts, field: string, changes: Partial<DraftFields>): Drafts {
  const others = new Map(drafts);
  const changed = { ...getFields(drafts, field), ...changes };
  const draft = changed.text === '' ? { ...changed, fixed: null } : changed;
  others.delete(field);
  return isEmpty(draft) ? others : others.set(field, draft);
}

interface DraftsUse {
  readonly getDraft: (field: string) => Draft;
  /** In any of them. */
  readonly hasWords: boolean;
}

export function useDrafts(): DraftsUse {
  const [drafts, setDrafts] = useState<Drafts>(new Map());
  const change = (field: string, update: (now: DraftFields) => Partial<DraftFields>): void =>
    setDrafts((before) => setFields(before, field, update(getFields(before, field))));
  const getDraft = (field: string): Draft => ({
    ...getFields(drafts, field),
    write: (words) => change(field, ({ text }) => ({ text: words(text) })),
    go: (where) => change(field, () => ({ where, fixed: null })),
    fix: (fixed) => change(field, () => ({ fixed })),
    chooseAgent: (agent) => change(field, () => ({ where: 'agent', agent })),
    queue: (queued) => change(field, () => ({ queued })),
    moveTo: (other) =>
      setDrafts((before) => {
        const { text } = getFields(before, field);
        const moved = setFields(before, other, { text: getFields(before, other).text + text });
        return setFields(moved, field, { text: '' });
      }),
    takeBack: ({ goal, job }) =>
      change(field, ({ text, fixed }) => ({
        queued: null,
        text: text === '' ? goal : `${goal}\n${text}`,
        fixed: fixed ?? (job === 'chat' ? 'chat' : 'page'),
      })),
  });
  const hasWords = [...drafts.values()].some(({ text, queued }) => text !== '' || queued !== null);
  return { getDraft, hasWords };
}
