/** The request of a job in which code decides and the model only writes the answer. */
import type { AnswerRequest } from '../agent/loop/job.ts';
import type { Labels } from '../agent/frames/frames.ts';
import type { Model, ModelRequest, ReadText } from '../agent/ports.ts';
import type { AgentState } from '../agent/state/agent-state.ts';
import { computeTokenBudget } from '../agent/budget/window-split.ts';
import { createAnswerJudge } from '../pipeline/retrieval/answer-judge.ts';
import { createModelRequest } from '../toolbox/model-request.ts';
import { listOtherWords, readFoundDocuments } from '../toolbox/page/find-in-page.ts';

interface AnswerParts {
  readonly labels: Labels;
  readonly task?: ModelRequest['task'];
  readonly instructions?: string;
  readonly content: ModelRequest['messages'][number]['content'];
}

export function createAnswerRequest(
  { labels, task = 'answer', instructions, content }: AnswerParts,
  state: AgentState,
  model: Model,
): AnswerRequest {
  const maxOutputTokens = computeTokenBudget(model, state.request.windowShare).answer;
  return { labels, request: createModelRequest({ task, maxOutputTokens }, instructions, content) };
}

/** Creates a request from the passages that were found, in the words that they answer, without instructions: for the extractive engine. */
export async function createQuotingRequest(
  { labels, text }: { readonly labels: Labels; readonly text: string },
  state: AgentState,
  model: Model,
  read: ReadText,
): Promise<AnswerRequest> {
  const documents = await readFoundDocuments(state, read);
  const texts = documents.map((document) => document.text);
  const isAnswered = (question: string): boolean => createAnswerJudge(question, documents[0]?.language ?? '')(texts);
  const question = [text, ...listOtherWords(state)].find(isAnswered) ?? text;
  return createAnswerRequest({ labels, content: [...documents, { type: 'text', text: question }] }, state, model);
}
