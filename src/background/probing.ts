/** Tests models and lists a server's models in the offscreen document, for configurations that may be unsaved. */
import { withLine, type OpenLine } from '../chrome/offscreen/line.ts';
import { hasAccess } from '../chrome/permissions.ts';
import { dropTypedKey, type OpenKeyedAccess } from '../chrome/storage/keys.ts';
import type { CallUnderWay } from '../chrome/storage/call-under-way.ts';
import { redactValue } from '../chrome/storage/redact-key.ts';
import type { Tokens } from '../lib/agent/budget/usage.ts';
import { UserFacingError } from '../lib/base/errors.ts';
import { raceWithAbort } from '../lib/base/async.ts';
import { check } from '../lib/protocol/check.ts';
import type { PortLike } from '../lib/protocol/offscreen/offscreen.ts';
import type { ListMessage, ProbeAnswer, TestMessage } from '../lib/protocol/offscreen/probe.ts';
import type { Candidate, ListedModel, ProbeReport, ServerCandidate } from '../lib/protocol/requests/model.ts';

export interface ModelProber {
  /** One test per id, by whichever worker. Stopped by the signal, it resolves with what is known by then. */
  readonly testModel: (candidate: Candidate, id: string, signal: AbortSignal) => Promise<ProbeReport>;
  /** Rejects with a `UserFacingError` if the server has no list or refuses it. */
  readonly listModels: (server: ServerCandidate, signal: AbortSignal) => Promise<readonly ListedModel[]>;
}

type Hear = (told: Extract<ProbeAnswer, { readonly spent: Tokens }>) => void;
type Unmarked<M> = Omit<M, 'mark' | 'mayReach'>;

interface ProberDeps {
  readonly openLine: OpenLine;
  readonly openAccess: OpenKeyedAccess;
  /** Counts what the test's call of that number spent. */
  readonly recordCall: (id: string, seq: number, candidate: Candidate, spent: Tokens) => Promise<void>;
  /** Keeps what a test's call under way spends at least, for the next worker; null when none is. */
  readonly saveCall: (id: string, call: CallUnderWay | null) => Promise<void>;
  /** By the id of their test. */
  readonly loadCalls: () => Promise<ReadonlyMap<string, CallUnderWay>>;
  /** Resolves with false if a test of that id was begun already, also by a worker that has died. */
  readonly claim: (id: string) => Promise<boolean>;
}

/** For what the call under way has spent. */
const STOP_MS = 5000;

export function createModelProber(deps: ProberDeps): ModelProber {
  const { openLine, openAccess, recordCall, saveCall, loadCalls, claim } = deps;
  async function ask(
    question: Unmarked<TestMessage> | Unmarked<ListMessage>,
    { provider, endpoint, key }: ServerCandidate,
    signal: AbortSignal,
    hear: Hear,
  ): Promise<ProbeAnswer> {
    try {
      const { mark, secret, release } = await openAccess(provider, endpoint, key);
      const mayReach = await hasAccess(endpoint).catch(() => null);
      const redact = (message: unknown): unknown => (secret === null ? message : redactValue(message, secret));
      return await withLine(openLine, 'probe', NEVER, (line) =>
        exchange(line, { ...question, mark, mayReach }, redact, signal, hear),
      ).finally(release);
    } finally {
      await dropTypedKey(key); // the page that had it may be closed before the test ends
    }
  }
  /** Ids of the tests of this worker. */
  const live = new Set<string>();
  /** Counts the calls in which workers died, whether or not somebody asks for their tests again. What cannot be counted is kept. */
  async function recordCuts(): Promise<void> {
    for (const [id, { seq, candidate, spent }] of await loadCalls()) {
      if (live.has(id)) continue;
      await recordCall(id, seq, candidate, spent);
      await saveCall(id, null);
    }
  }
  return {
    async testModel(candidate, id, signal) {
      await recordCuts().catch(() => undefined); // as for runs
      if (!(await claim(id))) throw new UserFacingError(CUT_ERROR);
      live.add(id);
      let seq = 0;
      let recorded = Promise.resolve();
      const note = (work: () => Promise<void>): void => {
        recorded = recorded.then(work).catch(() => undefined); // as for runs
      };
      const hear: Hear = ({ type, spent }) => {
        const call = type === 'begun' ? seq : seq++;
        note(() =>
          type === 'begun' ? saveCall(id, { seq: call, candidate, spent }) : recordCall(id, call, candidate, spent),
        );
      };
      try {
        const answer = await ask({ type: 'test', candidate }, candidate, signal, hear);
        if (answer.type === 'report') return answer.report;
        throw new UserFacingError(answer.type === 'failed' ? answer.error : CUT_ERROR);
      } finally {
        note(() => saveCall(id, null));
        await recorded;
        live.delete(id);
      }
    },
    async listModels({ provider, endpoint, key }, signal) {
      const server = { provider, endpoint, key };
      const answer = await ask({ type: 'list', server }, server, signal, () => undefined);
      if (answer.type === 'models') return answer.models;
      throw new UserFacingError(answer.type === 'failed' ? answer.error : CUT_ERROR);
    },
  };
}

/** A document is made, or given up, in bounded time; what it works on is stopped through the line. */
const NEVER = new AbortController().signal;

async function exchange(
  line: PortLike,
  question: TestMessage | ListMessage,
  redact: (message: unknown) => unknown,
  signal: AbortSignal,
  hear: Hear,
): Promise<ProbeAnswer> {
  signal.throwIfAborted();
  const answered = new Promise<ProbeAnswer>((resolve, reject) => {
    const fail = (): void => reject(new UserFacingError(CUT_ERROR));
    line.onDisconnect.addListener(fail);
    line.onMessage.addListener((message) => {
      const checked = check('probe.answer', redact(message));
      const answer = checked.ok ? (checked.value.answer as unknown as ProbeAnswer) : null;
      if (answer === null) fail();
      else if (answer.type === 'begun' || answer.type === 'spent') hear(answer);
      else resolve(answer);
    });
  });
  line.postMessage(question);
  return raceWithAbort(answered, signal).catch((thrown: unknown) => {
    if (!signal.aborted) throw thrown;
    line.postMessage({ type: 'stop' });
    return raceWithAbort(answered, AbortSignal.timeout(STOP_MS));
  });
}

const CUT_ERROR = {
  code: 'probe.cut',
  message: 'The test was cut before it ended.',
  hint: 'Run it again.',
} as const;
