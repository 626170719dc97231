/**
 * What is typed and chosen for the next question, by tab and conversation, kept while the user looks elsewhere; the words also
 * while the panel is closed.
 */
import { useEffect, useRef, useState } from 'react';
import type { PanelHost } from '../../chrome/panel/panel-host.ts';
import type { AskUserFrame } from '../../lib/agent/frames/control-frames.ts';
import type { Question } from './question.ts';

/** `chat`: to the model, without the page. `default`: the user has not chosen. */
export type Where = 'default' | 'page' | 'web' | 'agent' | 'chat';

/** Kind of a question for which the user has not chosen one. */
export type DefaultKind = 'page' | 'chat';

/** The question that waits: for the end of an answer, or of the look at the page. */
export interface Queued {
  readonly question: Question;
  /** What it is asked after. */
  readonly after: 'answer' | 'look';
  /** Address of the page that was in view, or the first one known since; '' for none yet. */
  readonly page: string;
}

interface DraftFields {
  readonly text: string;
  readonly where: Where;
  /** The default while there is text, so that it does not change under the user's hands; null for none yet. */
  readonly fixed: DefaultKind | null;
  /** Id of the one that was chosen; '' for none. */
  readonly agent: string;
  /** Null for none. */
  readonly queued: Queued | null;
  /** The other tabs that it is about, also those closed since. */
  readonly tabs: readonly number[];
}

export interface Draft extends DraftFields {
  /** Its key. */
  readonly field: string;
  readonly write: (change: (now: string) => string) => void;
  readonly go: (where: Where) => void;
  readonly fix: (kind: DefaultKind) => void;
  readonly chooseAgent: (agent: string) => void;
  readonly chooseTabs: (change: (now: readonly number[]) => readonly number[]) => void;
  readonly queue: (queued: Queued | null) => void;
  /** Its words return to the field, before what was typed since. */
  readonly takeBack: (question: Question) => void;
  /** Its words go to another field, after what was typed there. What is queued stays. */
  readonly moveTo: (field: string) => void;
}

const EMPTY_DRAFT: DraftFields = { text: '', where: 'default', fixed: null, agent: '', queued: null, tabs: [] };

export const getDraftKey = (tabId: number, runId: string): string => `${String(tabId)} ${runId}`;

const ANSWER = 'answer ';
/** The key of the draft of a reply to a run's question. */
export const getAnswerKey = ({ runId, id }: Pick<AskUserFrame, 'runId' | 'id'>): string => `${ANSWER}${runId} ${id}`;

const isEmpty = ({ text, where, queued, tabs }: DraftFields): boolean =>
  text === '' && where === EMPTY_DRAFT.where && queued === null && tabs.length === 0;

type Drafts = ReadonlyMap<string, DraftFields>;

const getFields = (drafts: Drafts, field: string): DraftFields => drafts.get(field) ?? EMPTY_DRAFT;

function setFields(drafts: Drafts, field: string, changes: Partial<DraftFields>): Drafts {
  const others = new Map(drafts);
  const changed = { ...getFields(drafts, field), ...changes };
  const draft = changed.text === '' ? { ...changed, fixed: null } : changed;
  others.delete(field);
  return isEmpty(draft) ? others : others.set(field, draft);
}

const joinWords = (first: string, second: string): string => (second === '' ? first : `${first}\n${second}`);

function getWords(drafts: Drafts, field: string): string {
  const { text, queued } = getFields(drafts, field);
  return queued === null ? text : joinWords(queued.question.goal, text);
}

interface DraftsUse {
  readonly getDraft: (field: string) => Draft;
  /** In any of them, but for replies: a question that was withdrawn keeps its own. */
  readonly hasWords: boolean;
}

interface DraftsOptions {
  /** The field in sight, whose words are read and kept. */
  readonly field: string;
  readonly isPrivate: boolean;
  readonly host: Pick<PanelHost, 'loadTyped' | 'saveTyped'>;
}

export function useDrafts({ field: shown, isPrivate, host }: DraftsOptions): DraftsUse {
  const [drafts, setDrafts] = useState<Drafts>(new Map());
  /** Words as they are kept, by field. */
  const kept = useRef(new Map<string, string>());
  useEffect(() => {
    if (kept.current.has(shown)) return;
    kept.current.set(shown, '');
    const restore = (text: string): void => {
      if (text === '') return;
      kept.current.set(shown, text);
      setDrafts((now) => setFields(now, shown, { text: joinWords(text, getFields(now, shown).text) }));
    };
    host.loadTyped(shown).then(restore, () => undefined); // nothing is kept where storage does not answer
  }, [shown, host]);
  useEffect(() => {
    if (isPrivate) return;
    const changed = [...kept.current].flatMap(([field, before]) => {
      const words = getWords(drafts, field);
      return words === before ? [] : [[field, words] as const];
    });
    if (changed.length === 0) return;
    for (const [field, words] of changed) kept.current.set(field, words);
    host.saveTyped(Object.fromEntries(changed)).catch(() => undefined); // it stays in the field
  }, [drafts, isPrivate, host]);
  const change = (field: string, update: (now: DraftFields) => Partial<DraftFields>): void =>
    setDrafts((before) => setFields(before, field, update(getFields(before, field))));
  const getDraft = (field: string): Draft => ({
    ...getFields(drafts, field),
    field,
    write: (words) => change(field, ({ text }) => ({ text: words(text) })),
    go: (where) => change(field, () => ({ where, fixed: null })),
    fix: (fixed) => change(field, () => ({ fixed })),
    chooseAgent: (agent) => change(field, () => ({ where: 'agent', agent })),
    chooseTabs: (choose) => change(field, ({ tabs }) => ({ tabs: choose(tabs) })),
    queue: (queued) => change(field, () => ({ queued })),
    moveTo: (other) =>
      setDrafts((before) => {
        const { text } = getFields(before, field);
        const moved = setFields(before, other, { text: getFields(before, other).text + text });
        return setFields(moved, field, { text: '' });
      }),
    takeBack: (question) =>
      change(field, ({ text, fixed, queued }) => ({
        queued: queued?.question === question ? null : queued,
        text: joinWords(question.goal, text),
        fixed: fixed ?? (question.job === 'chat' ? 'chat' : 'page'),
      })),
  });
  const hasWords = [...drafts].some(
    ([field, { text, queued }]) => !field.startsWith(ANSWER) && (text !== '' || queued !== null),
  );
  return { getDraft, hasWords };
}
