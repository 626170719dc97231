/** What the next question will likely take, with its selection, its files and the conversation so far. */
import { useEffect, useReducer, useRef, useState } from 'react';
import type { Payload } from '../../chrome/send-request.ts';
import { useModel, usePanel } from '../panel-context.ts';
import type { PanelModel } from '../panel-model.ts';
import type { JobEstimate } from '../receipt/estimate-facts.ts';
import { chooseConversation } from './conversation.ts';
import type { Kind } from './obstacle.ts';
import type { Question } from './question.ts';

type Asked = Payload<'question.estimate'>;

interface EstimatedQuestion extends Required<Pick<Question, 'also' | 'selection' | 'pictures' | 'files'>> {
  readonly kind: Kind;
  readonly text: string;
}

/** Null until it is known, and for an agent, whose limits are told. */
export function useQuestionEstimate({
  kind,
  text,
  also,
  selection,
  pictures,
  files,
}: EstimatedQuestion): JobEstimate | null {
  const usual = useModel((model) => findUsualEstimate(model, kind));
  const runId = useModel((model) => {
    const to = chooseConversation(model);
    return to.type === 'follow' ? to.runId : '';
  });
  const past = useModel(({ history, run }) => (history?.open ?? run)?.state.exchanges.length ?? 0);
  const tabId = useModel(({ tab }) => tab?.tabId ?? -1);
  const page = useModel(({ access }) => (access.type === 'ready' ? access.estimate.tokens : 0));
  const isPageless = kind === 'web' || kind === 'chat';
  const asked: Asked = {
    job: isPageless ? (kind === 'web' ? 'research' : 'chat') : 'ask',
    goal: text.slice(0, text.length - (text.length % COUNTED_CHARS)),
    runId,
    tabId,
    page: kind === 'page' || also.length > 0 ? page : 0,
    also: isPageless ? [] : [...also],
    selection: isPageless ? null : selection,
    files: isPageless ? [] : files.map(({ hash, name }) => ({ hash, name })),
    pictures: isPageless ? 0 : pictures.length,
  };
  const added = asked.also.length + asked.files.length + (asked.selection === null ? 0 : 1);
  const isUsual = runId === '' && asked.goal === '' && added === 0;
  const own = useLatestEstimate(kind === 'agent' || isUsual ? null : asked, past);
  return isUsual ? usual : (own ?? usual);
}

/** So that not every character is told; an estimate leaves room for more. */
const COUNTED_CHARS = 100;

/** The estimate for a first, short question about the page or its pictures. */
function findUsualEstimate({ access, outlook }: PanelModel, kind: Kind): JobEstimate | null {
  if (kind === 'web' || kind === 'chat')
    return outlook.type === 'ready' ? outlook.outlook[kind === 'web' ? 'estimate' : 'chat'] : null;
  if (access.type !== 'ready' || kind === 'agent' || kind === 'file') return null;
  return kind === 'picture' ? access.estimate.askOfPictures : access.estimate.ask;
}

/**
 * While a reply is awaited, only the latest of the changes is asked for next. `past`: the number of questions before this
 * one, which takes more with each.
 */
function useLatestEstimate(asked: Asked | null, past: number): JobEstimate | null {
  const { host } = usePanel();
  const [settings, countChange] = useReducer((changes: number) => changes + 1, 0);
  useEffect(() => {
    const closing = new AbortController();
    host.watchSettings(countChange, closing.signal);
    return () => closing.abort();
  }, [host]);
  /** All but the words, so that the figure does not go while a question is being typed. */
  const subject = asked === null ? '' : JSON.stringify({ ...asked, goal: '', past, settings });
  const wanted = subject + (asked?.goal ?? '');
  const latest = useRef({ wanted, subject, asked });
  const isLoading = useRef(false);
  const [known, setKnown] = useState<{ readonly subject: string; readonly estimate: JobEstimate | null }>();
  useEffect(() => void (latest.current = { wanted, subject, asked }));
  useEffect(() => {
    if (isLoading.current) return;
    isLoading.current = true;
    const load = async (): Promise<void> => {
      for (let loaded = ''; latest.current.wanted !== loaded;) {
        const next = latest.current;
        loaded = next.wanted;
        if (next.asked === null) continue;
        const reply = await host.request('question.estimate', next.asked);
        setKnown({ subject: next.subject, estimate: reply.ok ? reply.value.estimate : null });
      }
    };
    void load().finally(() => (isLoading.current = false));
  }, [host, wanted]);
  useEffect(() => () => void (latest.current = { wanted: '', subject: '', asked: null }), []);
  return subject !== '' && known?.subject === subject ? known.estimate : null;
}
