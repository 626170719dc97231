/** The call of a model from which an answer can be given again. Pure. */
import type { Frame } from '../frames/frames.ts';
import type { ModelCallFrame } from '../frames/model-frames.ts';

/** The first attempt of the last call that decided or answered; of a translation, of its first part. `own`: an exchange's. */
export function findAnswerCall(own: readonly Frame[]): ModelCallFrame | undefined {
  const calls = own.filter((frame) => frame.kind === 'model.call');
  const last =
    calls.findLast(({ purpose }) => purpose === 'decide' || purpose === 'answer') ??
    calls.find(({ purpose }) => purpose === 'translate');
  return calls.find(({ key }) => key === last?.key);
}
