/** Tests models and lists a server's models in the offscreen document, for configurations that may be unsaved. */
import { withLine, type OpenLine } from '../chrome/offscreen/line.ts';
import { hasAccess } from '../chrome/permissions.ts';
import { dropTypedKey, type OpenKeyedAccess } from '../chrome/storage/keys.ts';
import { redactValue } from '../chrome/storage/redact-key.ts';
import type { Tokens } from '../lib/agent/budget/usage.ts';
import { UserFacingError } from '../lib/base/errors.ts';
import { check } from '../lib/protocol/check.ts';
import type { ListMessage, ProbeAnswer, TestMessage } from '../lib/protocol/offscreen/probe.ts';
import type { Candidate, ListedModel, ProbeReport, ServerCandidate } from '../lib/protocol/requests/model.ts';

export interface ModelProber {
  readonly testModel: (candidate: Candidate, signal: AbortSignal) => Promise<ProbeReport>;
  /** Rejects with a `UserFacingError` if the server has no list or refuses it. */
  readonly listModels: (server: ServerCandidate, signal: AbortSignal) => Promise<readonly ListedModel[]>;
}

type Question = Omit<TestMessage, 'mark' | 'mayReach'> | Omit<ListMessage, 'mark' | 'mayReach'>;

/** `recordTest` counts what a test spent. */
export function createModelProber(
  openLine: OpenLine,
  openAccess: OpenKeyedAccess,
  recordTest: (candidate: Candidate, spent: Tokens) => Promise<void>,
): ModelProber {
  async function ask(question: Question, server: ServerCandidate, signal: AbortSignal): Promise<ProbeAnswer> {
    const { provider, endpoint, key } = server;
    const access = await openAccess(provider, endpoint, key);
    try {
      const mayReach = await hasAccess(endpoint).catch(() => null);
      const answer = await withLine(openLine, 'probe', signal, (line) => {
        const answered = new Promise<unknown>((resolve) => {
          line.onDisconnect.addListener(() => resolve(undefined));
          line.onMessage.addListener(resolve);
        });
        line.postMessage({ ...question, mark: access.mark, mayReach });
        return answered;
      });
      const checked = check('probe.answer', access.secret === null ? answer : redactValue(answer, access.secret));
      if (!checked.ok) throw new UserFacingError(CUT_ERROR);
      return checked.value.answer as unknown as ProbeAnswer;
    } finally {
      access.release();
      await dropTypedKey(key); // the page that had it may be closed before the test ends
    }
  }
  return {
    async testModel(candidate, signal) {
      const answer = await ask({ type: 'test', candidate }, candidate, signal);
      if (answer.type !== 'report') throw new UserFacingError(answer.type === 'failed' ? answer.error : CUT_ERROR);
      const { report, spent } = answer;
      if (spent.input + spent.output > 0) await recordTest(candidate, spent).catch(() => undefined); // as for runs
      return report;
    },
    async listModels({ provider, endpoint, key }, signal) {
      const server = { provider, endpoint, key };
      const answer = await ask({ type: 'list', server }, server, signal);
      if (answer.type === 'models') return answer.models;
      throw new UserFacingError(answer.type === 'failed' ? answer.error : CUT_ERROR);
    },
  };
}

const CUT_ERROR = {
  code: 'probe.cut',
  message: 'The test was cut before it ended.',
  hint: 'Run it again.',
} as const;
