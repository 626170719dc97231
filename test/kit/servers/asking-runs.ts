/** Runs whose model calls a tool of a server that asks something while it runs. */
import type { ServerRequest } from '../../../src/lib/agent/frames/control-frames.ts';
import type { Frame } from '../../../src/lib/agent/frames/frames.ts';
import type { ServerTool } from '../../../src/lib/agent/frames/server-tool.ts';
import type { Job } from '../../../src/lib/agent/loop/job.ts';
import type { CallAttempt, ServerToolResult } from '../../../src/lib/agent/ports.ts';
import type { Command } from '../../../src/lib/agent/storage-ports.ts';
import { listOpenAsks } from '../../../src/lib/agent/state/sub-agents.ts';
import type { ModelRequest } from '../../../src/lib/models/model.ts';
import { agentModel, type AgentModel } from '../models/agent-model.ts';
import { hit, webWorld, WIKIPEDIA } from '../web/web-world.ts';
import { articleWith, drive, LIMITS, specOf, stateOf, stored, world, type World } from '../runs/world.ts';

export const BOOK: ServerTool = {
  server: 'rooms',
  address: 'https://rooms.example/mcp',
  name: 'book',
  description: 'Books a room.',
  inputSchema: { type: 'object', properties: {} },
  pin: 'b'.repeat(64),
  repeatable: false,
  isPublic: true,
};
export const FORM = { type: 'object', properties: { name: { type: 'string', minLength: 2 } }, required: ['name'] };
const BOOKED: ServerToolResult = {
  failed: false,
  text: 'Booked.',
  structured: null,
  cut: false,
  leftOut: 0,
  declined: 0,
};
const NEXT: ServerTool = { ...BOOK, name: 'next' };

interface AskingOptions {
  readonly tool?: ServerTool;
  readonly asks?: ServerRequest;
  /** When the call next to it is made, which is one of the same decision. */
  readonly whileAsking?: ((w: World) => void) | null;
  /** What the model says to anything but a decision. */
  readonly other?: (request: ModelRequest) => { readonly text: string };
  /** Whether what it says to a server’s question breaks off. */
  readonly isCut?: boolean;
  /** Whether nothing private goes along, and it is allowed to call without a card then. */
  readonly isGranted?: boolean;
  readonly contextTokens?: number;
  readonly tokenBudget?: number;
  readonly goal?: string;
  readonly job?: Job | null;
}

export function startAsking({
  tool = BOOK,
  asks = { kind: 'form', schema: FORM },
  whileAsking = null,
  other,
  isCut = false,
  isGranted = false,
  contextTokens = 32_768,
  tokenBudget = LIMITS.tokenBudget,
  goal = 'Book a room.',
  job = null,
}: AskingOptions = {}) {
  const attempts: CallAttempt[] = [];
  const released: string[] = [];
  const server = { isWaiting: true };
  /** Numbers of frames at which a commit ended. */
  const ends: number[] = [];
  const calls = [tool, ...(whileAsking ? [NEXT] : [])].map(({ name }) => ({
    name: `rooms__${name}`,
    args: { reasoning: 'A room.' },
  }));
  const script = [{ calls }, { text: 'It is booked.' }];
  const model = agentModel(script, { notMine: ['read_page', 'search_web'], contextTokens, ...(other && { other }) });
  if (isCut) breakOff(model);
  const w: World = world(model, articleWith('A page.'), {
    ...(isGranted && webWorld({ find: () => [hit('rooms')] }).ports),
    toolServers: {
      call({ name }, _args, attempt) {
        if (name === NEXT.name) {
          whileAsking?.(w);
          return Promise.resolve(BOOKED);
        }
        attempts.push(attempt);
        const question = { id: 'q1', text: 'Who are you?', asks };
        return Promise.resolve(attempt.answer === null ? { question } : BOOKED);
      },
      extend: () => Promise.resolve(server.isWaiting),
      release: (id) => Promise.resolve(void released.push(id)),
    },
  });
  return {
    w,
    model,
    attempts,
    released,
    server,
    ends,
    job,
    spec: specOf({
      job: isGranted ? 'research' : 'ask',
      goal,
      serverTools: [tool, NEXT],
      limits: { ...LIMITS, tokenBudget },
      search: isGranted ? [WIKIPEDIA] : [],
      grants: isGranted ? [{ tool: `rooms__${tool.name}`, origin: 'https://rooms.example' }] : [],
    }),
  };
}

/** Has the replies to a server’s questions break off after their first words. */
function breakOff(model: AgentModel): void {
  const stream = model.stream.bind(model);
  const failure = { code: 'model.cut', message: 'It broke off.', hint: '', retryable: true };
  model.stream = async function* (request, ...rest) {
    for await (const event of stream(request, ...rest)) {
      yield event;
      if (request.task !== 'answer') continue;
      yield { type: 'error', failure };
      return;
    }
  };
}

type Started = ReturnType<typeof startAsking>;

export async function say(
  { w, spec, ends, job }: Pick<Started, 'w' | 'spec' | 'ends' | 'job'>,
  frames: readonly Frame[],
  ...commands: readonly Command[]
) {
  w.commands.push(...commands);
  return drive(
    w,
    stored(frames),
    spec,
    (commit) => {
      const taken = commit.flatMap((frame) => (frame.kind === 'control' ? [frame.commandId] : []));
      ends.push((commit.at(-1)?.seq ?? 0) + 1);
      w.commands.splice(0, Infinity, ...w.commands.filter(({ id }) => !taken.includes(id)));
    },
    job,
  );
}

/** Until the server asks. */
export async function askUntilQuestion(run: Started): Promise<Frame[]> {
  const past = await drive(run.w, [], run.spec, () => undefined, run.job);
  const cards = listOpenAsks(stateOf(past)).filter(({ form }) => form === 'approval');
  const agreed = cards.map(({ key, call }): Command => ({
    id: key,
    type: 'approve',
    ask: key,
    hash: call?.hash ?? '',
    always: null,
  }));
  return agreed.length === 0 ? past : say(run, past, ...agreed);
}
