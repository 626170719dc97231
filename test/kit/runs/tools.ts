/**
 * Tools of every kind over a small world that remembers what they did to it. The one rule: what a tool says depends on
 * its call and on the world alone, so that a run that is resumed ends as it would have.
 */
import {
  SYSTEM_LABELS,
  USER_LABELS,
  type Artifact,
  type Body,
  type Labels,
} from '../../../src/lib/agent/frames/frames.ts';
import type { Job } from '../../../src/lib/agent/loop/job.ts';
import type { RunPorts } from '../../../src/lib/agent/ports.ts';
import type { Commits } from '../../../src/lib/agent/state/journal.ts';
import { isGivenUp } from '../../../src/lib/agent/state/request-state.ts';
import { findArtifact } from '../../../src/lib/agent/state/artifacts.ts';
import {
  createRegistry,
  OWN_TAB,
  ToolError,
  type Tool,
  type ToolAnnotations,
  type ToolOutcome,
} from '../../../src/lib/agent/tool-calls/index.ts';

/** What the tools have done: outlives every worker. */
export interface Deeds {
  /** Executions of tools with consequences, in order. */
  readonly effects: { readonly key: string; readonly tool: string; readonly n: number }[];
  /** Executions of every tool. */
  readonly runs: Map<string, number>;
  /** Calls of `shaky` that failed, by their argument. */
  readonly failed: Map<number, string[]>;
}

export const noDeeds = (): Deeds => ({ effects: [], runs: new Map(), failed: new Map() });
export const copyDeeds = ({ effects, runs, failed }: Deeds): Deeds => ({
  effects: [...effects],
  runs: new Map(runs),
  failed: new Map(Array.from(failed, ([n, keys]) => [n, [...keys]])),
});

export const READ_ONLY: ToolAnnotations = {
  title: 'Tool',
  readOnly: true,
  destructive: false,
  idempotent: true,
  openWorld: false,
};
const IDEMPOTENT: ToolAnnotations = { ...READ_ONLY, readOnly: false };
const ONCE: ToolAnnotations = { ...IDEMPOTENT, idempotent: false };

/** Of what comes from somebody else's page. */
export const UNTRUSTED: Labels = { integrity: 'untrusted', confidentiality: 'private', origin: 'https://example.org' };

/** Names that no tool of the product gives. */
const [SEEN, PIECE] = ['seen', 'piece'] as string[] as ['other', 'other'];

/** Thoughts of rules begin so; a model's never do. */
export const RULE = 'Rule:';

export interface ToyOptions {
  readonly deeds: Deeds;
  /** Called where a worker may die: before and after a tool does what it does. */
  readonly point?: (name: string) => void;
  /** Characters that every text found has more. */
  readonly bulk?: number;
  /** The run begins with a call of `look` by rule. */
  readonly opening?: boolean;
}

export const TOY_TOOLS = [
  'look',
  'put',
  'send',
  'wipe',
  'post',
  'shaky',
  'broken',
  'several',
  'finish',
  'inside',
  'glance',
  'stuck',
  'later',
  'read',
  'open',
] as const;
/** Tools that must never be run twice for one call. */
export const AT_MOST_ONCE: readonly string[] = ['send', 'wipe', 'open', 'watch'];

type Run = (n: number, context: Parameters<Tool['run']>[1]) => Commits<ToolOutcome>;

/** A job in which the model may use all of them. */
export function toyJob({ deeds, point = () => undefined, opening = false, bulk = 0 }: ToyOptions): Job {
  const tool = (name: string, annotations: ToolAnnotations, run: Run, rest: Partial<Tool> = {}): Tool => ({
    definition: {
      name,
      description: `Does ${name}.`,
      inputSchema: {
        type: 'object',
        properties: { n: { type: 'integer', minimum: 0 } },
        required: ['n'],
        additionalProperties: false,
      },
      examples: [],
      annotations,
    },
    tier: annotations.readOnly ? 'pure' : 'write',
    timeoutMs: 5000,
    async *run(args, context) {
      const n = Number(args['n']);
      point(`${name}: before`);
      await Promise.resolve();
      deeds.runs.set(name, (deeds.runs.get(name) ?? 0) + 1);
      if (!annotations.readOnly && name !== 'open') deeds.effects.push({ key: context.call.key, tool: name, n });
      point(`${name}: after`);
      return yield* run(n, context);
    },
    ...rest,
  });
  const says = (message: string, more: Partial<ToolOutcome> = {}): Run =>
    // oxlint-disable-next-line require-yield -- makes no model call
    async function* (n, { ports }) {
      const body = await bodyOf(`${message} ${String(n)}${' and so on'.repeat(bulk / 10)}`, ports);
      return {
        name: 'seen',
        payload: 'text',
        message: '{what} {n}: {num_objects}',
        metadata: { what: message, n },
        objects: [{ name: SEEN, body, meta: { n }, hidden: n === 3 }],
        content: [{ type: 'resource', title: message, uri: 'https://example.org/a', language: 'en', body }],
        labels: UNTRUSTED,
        ...more,
      };
    };
  const registry = createRegistry(
    tool('look', READ_ONLY, says('Looked')),
    tool('put', IDEMPOTENT, says('Put', { labels: USER_LABELS })),
    tool('send', ONCE, says('Sent', { labels: USER_LABELS })),
    tool('wipe', { ...ONCE, destructive: true }, says('Wiped')),
    // reads the world at large: asked for once something private is in the prompt
    tool('post', { ...READ_ONLY, openWorld: true }, says('Fetched'), {
      tier: 'public-read',
      getDestination: () => 'https://post.example',
    }),
    tool('shaky', READ_ONLY, (n, context) => {
      const keys = deeds.failed.get(n) ?? [];
      if (!keys.includes(context.call.key)) {
        if (keys.length >= n) return says('Steady')(n, context);
        deeds.failed.set(n, [...keys, context.call.key]);
      }
      throw new ToolError({ code: 'tool.shaky', message: 'It shook.', hint: 'Call it again.' }, true);
    }),
    tool('broken', READ_ONLY, () => {
      throw new ToolError({ code: 'tool.broken', message: 'It is broken.', hint: 'Do without.' }, false);
    }),
    tool('several', READ_ONLY, async function* (n, context) {
      for (const part of [1, 2]) {
        const { ports } = context;
        const body = await bodyOf(`piece ${String(part)} of ${String(n)}`, ports);
        yield* context.giveResult({
          name: 'piece',
          payload: 'text',
          message: `Piece ${String(part)}`,
          objects: [{ name: PIECE, body, meta: {}, hidden: false }],
          labels: UNTRUSTED,
        });
        point('several: given');
      }
      return yield* says('Gave')(n, context);
    }),
    tool('finish', READ_ONLY, says('Finished', { end: true })),
    tool(
      'inside',
      READ_ONLY,
      async function* (n, context) {
        const notes: string[] = [];
        for (const index of [1, 2]) {
          const text = `part ${String(index)} of ${String(n)}`;
          const reply = yield* context.callModel({
            key: `${context.call.key}/${String(index)}`,
            step: context.call.step,
            purpose: 'part',
            part: { index, of: 2 },
            labels: UNTRUSTED,
            request: {
              task: 'condense',
              maxOutputTokens: 50,
              messages: [{ role: 'user', content: [{ type: 'text', text }] }],
            },
          });
          notes.push(reply.text);
        }
        return yield* says(notes.join('+'))(n, context);
      },
      { timeoutMs: null },
    ),
    // a look at a picture, which a run does without where nobody can be asked
    tool(
      'glance',
      READ_ONLY,
      async function* (n, context) {
        const key = `${context.call.key}/look`;
        const {
          spec,
          request: { modelCalls: effects },
        } = context.state();
        if (spec && isGivenUp(effects.get(key), spec))
          throw new ToolError({ code: 'tool.blind', message: 'Nobody looked.', hint: 'Do without.' }, false);
        const of = { hash: String(n), url: 'https://example.org/a', width: 300, height: 100 };
        const reply = yield* context.callModel({
          key,
          step: context.call.step,
          purpose: 'look',
          part: null,
          labels: UNTRUSTED,
          request: {
            task: 'answer',
            maxOutputTokens: 50,
            messages: [
              { role: 'user', content: [{ type: 'image', mediaType: 'image/png', data: 'aGk=', alt: '', of }] },
            ],
          },
        });
        return yield* says(reply.text)(n, context);
      },
      { timeoutMs: null },
    ),
    tool('stuck', READ_ONLY, () => never()),
    tool('later', READ_ONLY, says('Later'), {
      checkAvailability: (state) => (findArtifact(state, SEEN) ? true : 'nothing has been looked at yet.'),
    }),
    tool('read', READ_ONLY, readTab, { tier: 'private-read', getDestination: () => OWN_TAB }),
    tool(
      'open',
      ONCE,
      async function* (n, context) {
        await context.ports.tabs.open(`https://example.org/${context.call.key}`, context.signal);
        return yield* says('Opened', { labels: USER_LABELS })(n, context);
      },
      {
        getDeparture({ n }, { turn }) {
          const call = turn?.calls.find(({ tool: name, args }) => name === 'open' && args['n'] === n);
          return { to: ['example.org'], text: `https://example.org/${call?.key ?? ''}` };
        },
      },
    ),
    // nobody asks for it: it runs once whenever an even number of things has come to be seen
    tool('watch', ONCE, says('Watched', { name: 'watched', objects: [], labels: SYSTEM_LABELS }), {
      checkAvailability: () => 'it runs by itself.',
      trigger: (state) => {
        const seen = Array.from(state.objects).filter((object) => object.name === SEEN).length;
        return seen > 0 && seen % 2 === 0
          ? { tool: 'watch', args: { n: seen }, thought: `${RULE} there are ${String(seen)}.` }
          : null;
      },
    }),
  );
  return {
    name: 'toy',
    canDelegate: true,
    registry,
    findOpeningCall: (state) =>
      opening && !findArtifact(state, SEEN) ? { tool: 'look', args: { n: 0 }, thought: `${RULE} look first.` } : null,
    instructions: () => 'Play.',
    buildAnswerRequest: () => Promise.reject(new Error('The model decides in this job.')),
  };
}

// oxlint-disable-next-line require-yield -- makes no model call
async function* readTab(_n: number, { ports, signal }: Parameters<Tool['run']>[1]): Commits<ToolOutcome> {
  const reading = await ports.pages.read(7, signal);
  const text = reading.kind === 'article' ? reading.article.markdown : reading.kind;
  const body = await bodyOf(text, ports);
  return {
    name: 'page',
    payload: 'page',
    message: 'Read it.',
    objects: [{ name: 'page', body, meta: {}, hidden: false } as unknown as Artifact],
    content: [{ type: 'resource', title: 'A page', uri: 'https://example.org/a', language: 'en', body }],
    labels: UNTRUSTED,
  };
}

async function bodyOf(text: string, ports: RunPorts): Promise<Body> {
  return {
    hash: await ports.blobs.put(text),
    length: text.length,
    tokens: await ports.tokens.count(text),
    preview: text.slice(0, 20),
  };
}

// oxlint-disable-next-line require-yield -- never comes so far
async function* never(): Commits<ToolOutcome> {
  return new Promise<never>(() => undefined);
}
