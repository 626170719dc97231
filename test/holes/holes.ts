/**
 * Deliberate holes: each takes one defence of docs/safety.md out of the code. The one rule: a promise is tested only if the tests
 * fail without it. `npm run holes` plants each and expects the named test to fail; a new promise brings its hole along.
 */
import { PANEL_HOLES } from './panel.ts';
import { MESSAGE_HOLES } from './messages.ts';
import { CITATIONS } from './citations.ts';
import { CLAIM_HOLES } from './claims.ts';
import { AGENT_HOLES } from './agents.ts';
import { EGRESS_HOLES } from './egress.ts';
import { HISTORY_HOLES } from './history.ts';
import { KEY_HOLES } from './keys.ts';
import { NETWORK_HOLES } from './network.ts';
import { PACKAGE_HOLES } from './package.ts';
import { PICTURE_HOLES } from './pictures.ts';
import { READING_HOLES } from './reading.ts';
import { RESEARCH_HOLES } from './research.ts';
import { SCHEDULE_HOLES } from './schedules.ts';
import { SPENDING_HOLES } from './spending.ts';
import { PAGE_TOOL_HOLES } from './page-tools.ts';
import { TOOL_SERVER_HOLES } from './tool-servers.ts';

export interface Hole {
  /** What the product would do. */
  readonly name: string;
  /** The file it is planted in, the text that stands there exactly once, and what takes its place. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly caughtBy: {
    readonly file: string;
    /** Part of the test's full name. */
    readonly test: string;
  };
}

const AGENT = 'src/lib/agent/';
const test = (file: string, name: string): Hole['caughtBy'] => ({ file: `test/${file}`, test: name });
const labels = (name: string) => test('lib/agent/frames/labels.properties.test.ts', name);
const gate = (name: string) => test('lib/agent/tool-calls/authorize.test.ts', name);
const context = (name: string) => test('lib/agent/context/compaction.properties.test.ts', name);
const fallback = (name: string) => test('lib/agent/fallback.properties.test.ts', name);
const table = test('lib/agent/tool-calls/policy.test.ts', 'the verdict of the table');
const approving = (name: string) => test('background/requests/grants.test.ts', name);

export const HOLES: readonly Hole[] = [
  // D1: labels
  {
    name: 'raises integrity where several labels meet',
    file: `${AGENT}frames/labels.ts`,
    find: "(['untrusted', 'user', 'system'] as const)",
    replace: "(['system', 'user', 'untrusted'] as const)",
    caughtBy: labels('is no better than any of them'),
  },
  {
    name: 'forgets that one of several is private',
    file: `${AGENT}frames/labels.ts`,
    find: "all.some((l) => l.confidentiality === 'private')",
    replace: "all.every((l) => l.confidentiality === 'private')",
    caughtBy: labels('is no better than any of them'),
  },
  {
    name: 'drops labels when a run goes on after an interruption',
    file: `${AGENT}state/journal.ts`,
    find: 'this.#state = foldAll(past);',
    replace:
      "this.#state = foldAll(past.map((f) => ({ ...f, labels: { integrity: 'user', confidentiality: 'public', origin: 'user' } })));",
    caughtBy: labels('after an interruption at any write'),
  },
  {
    name: 'forgets in a result what led to its call',
    file: `${AGENT}tool-calls/tool-results.ts`,
    find: 'const labels = mergeLabels(outcome.labels, state.turn?.labels ?? UNKNOWN_LABELS);',
    replace: 'const { labels } = outcome;',
    caughtBy: labels('is held for better'),
  },
  {
    name: 'believes a tool that vouches for what it has read',
    file: `${AGENT}tool-calls/execute.ts`,
    find: 'inputLabels.push(findBodyLabels(journal.state, hash));',
    replace: '',
    caughtBy: labels('vouches for what it has read'),
  },
  {
    name: 'writes the intent of an approved call as the person’s own words',
    file: `${AGENT}loop/plan-commits.ts`,
    find: "return { kind: 'tool.call', parentId: id, labels, step: state.step",
    replace: "return { kind: 'tool.call', parentId: id, labels: USER_LABELS, step: state.step",
    caughtBy: labels('is held for better'),
  },
  // D2: the policy and the gate
  {
    name: 'allows a tool that does not exist',
    file: `${AGENT}tool-calls/policy.ts`,
    find: "if (!tool || !TIERS.includes(tool.tier)) return 'deny';",
    replace: "if (!tool || !TIERS.includes(tool.tier)) return 'allow';",
    caughtBy: test('lib/agent/tool-calls/policy.test.ts', 'denies a tool that does not exist'),
  },
  {
    name: 'allows a rule what destroys',
    file: `${AGENT}tool-calls/policy.ts`,
    find: 'if (tool.definition.annotations.destructive ||',
    replace: "if ((tool.definition.annotations.destructive && labels.integrity !== 'system') ||",
    caughtBy: table,
  },
  {
    name: 'allows an address that a model composed',
    file: `${AGENT}egress/decide-egress.ts`,
    find: "granted || (named && kind === 'read');",
    replace: "granted || named || kind === 'write';",
    caughtBy: table,
  },
  {
    name: 'lets what is private out to a site that was named',
    file: `${AGENT}egress/decide-egress.ts`,
    find: 'reachable && own && bits <=',
    replace: 'reachable && bits <=',
    caughtBy: table,
  },
  {
    name: 'allows where nobody can tell where a call reaches',
    file: `${AGENT}tool-calls/policy.ts`,
    find: ' || to === UNREADABLE',
    replace: '',
    caughtBy: table,
  },
  {
    name: 'takes a site that the model named for one that the person named',
    file: `${AGENT}egress/user-words.ts`,
    find: "{ form, word } of state.userReplies) if (form === 'question' || form === 'turn') texts.push(word)",
    replace: "{ form, about, word } of state.userReplies) if (form === 'question') texts.push(about, word)",
    caughtBy: gate('and what the person named'),
  },
  {
    name: 'looks at a call before the plan alone',
    file: `${AGENT}tool-calls/execute.ts`,
    find: 'const { approved } = await assertCallAllowed(call, registry, journal.state);',
    replace: 'const approved = null;',
    caughtBy: gate('has an intent and no yes'),
  },
  // D7: approvals
  {
    name: 'does not compare what runs with what was agreed to',
    file: `${AGENT}tool-calls/authorize.ts`,
    find: '&& recorded.approved === (await hashCall(call.tool, call.args))',
    replace: '',
    caughtBy: gate('is another than the one agreed to'),
  },
  {
    name: 'takes a yes for whatever is asked',
    file: `${AGENT}state/agent-state.ts`,
    find: "return kind !== 'approve' || ask.call?.hash === reply.hash;",
    replace: 'return true;',
    caughtBy: test('lib/agent/hostile-models.properties.test.ts', 'yes to another call'),
  },
  {
    name: 'takes one yes twice',
    file: `${AGENT}state/fold-tool-calls.ts`,
    find: "{ status: 'settled', approved: null }",
    replace: "{ status: 'settled' }",
    caughtBy: gate('takes a yes for spent'),
  },
  {
    name: 'takes “always” for a site to hold for its subdomains',
    file: `${AGENT}tool-calls/policy.ts`,
    find: 'grant.origin === to',
    replace: "String(to).endsWith(grant.origin.replace('https://', ''))",
    caughtBy: gate('is not for'),
  },
  {
    name: 'grants for good what no question was about',
    file: 'src/background/requests/run-requests.ts',
    find: ' && one.call?.hash === hash',
    replace: '',
    caughtBy: approving('that is not asked grants nothing'),
  },
  // D6: messages
  ...MESSAGE_HOLES,
  // D13: bounds
  {
    name: 'acts on a call of a reply that was cut',
    file: `${AGENT}parse/parse-reply.ts`,
    find: '  if (reply.calls.length > 0) {\n    if (cut) return problems.unfinished(reply.finish);\n',
    replace: '  if (reply.calls.length > 0) {\n',
    caughtBy: test('lib/agent/parse/parse-reply.test.ts', 'acts on no call of a reply that ended by'),
  },
  {
    name: 'does not reserve what calls side by side may spend',
    file: `${AGENT}model-calls/model-call.ts`,
    find: 'journal.reserved.set(key, { ...estimate, model: binding, of: getCorrelationId(journal.state) });',
    replace: '',
    caughtBy: test('lib/agent/state/limits.test.ts', 'counting what calls side by side may still take'),
  },
  {
    name: 'listens to a model for ever',
    file: `${AGENT}model-calls/read-stream.ts`,
    find: 'if (length > SIZE_LIMITS.reply) return endAsCut();',
    replace: '',
    caughtBy: test('lib/agent/frames/bounds.test.ts', 'of endless text is cut'),
  },
  // Other models: what they cost, how long they are waited for, and who may take over
  {
    name: 'moves to a model that the person did not name for it',
    file: `${AGENT}state/model-roles.ts`,
    find: 'const { main, fallback } = models;',
    replace: 'const { main, fallback = null } = { ...models, fallback: models.fallback ?? models.fast };',
    caughtBy: fallback('only to one that the person named'),
  },
  {
    name: 'gives a model up at its first failure',
    file: `${AGENT}loop/recover-from-failure.ts`,
    find: 'const unrecoverable = isGivenUp(effect, spec);',
    replace: 'const unrecoverable = failures > 0;',
    caughtBy: test('lib/agent/fallback.test.ts', 'is tried as often as any call'),
  },
  {
    name: 'charges every call at the main model’s prices',
    file: `${AGENT}state/fold-model-calls.ts`,
    find: 'const model = spec && findModelBinding(spec.models, frame.model);',
    replace: 'const model = spec && spec.models.main;',
    caughtBy: fallback('costs what its calls cost'),
  },
  {
    name: 'asks a server again before the time it named',
    file: `${AGENT}loop/recover-from-failure.ts`,
    find: 'return Math.max(jittered, retryAfterMs);',
    replace: 'return Math.max(jittered, Math.min(retryAfterMs, LONGEST_WAIT_MS));',
    caughtBy: test('lib/agent/backoff.test.ts', 'never shorter than the server asked for'),
  },
  {
    name: 'reads again what a model had read that was given up since',
    file: 'src/lib/toolbox/page/summarize-page-content.ts',
    find: 'if (earlierSize <= maxTokens) size = earlierSize;',
    replace: '',
    caughtBy: test('lib/agent/fallback.test.ts', 'what it has read is not read again'),
  },
  // What the model is shown
  {
    name: 'forgets the labels of what notes were made of',
    file: `${AGENT}context/compaction.ts`,
    find: "labels: mergeLabels(labels, content.by === 'model' ? MODEL_LABELS : SYSTEM_LABELS),",
    replace: 'labels: SYSTEM_LABELS,',
    caughtBy: context('is held for better'),
  },
  {
    name: 'forgets in a prompt the labels of turns that notes stand for',
    file: `${AGENT}context/transcript.ts`,
    find: 'await this.#addMessages(messages, computeTurnLabels(turn), speaker',
    replace:
      "await this.#addMessages(messages, display === 'summarised' ? USER_LABELS : computeTurnLabels(turn), speaker",
    caughtBy: context('is held for better'),
  },
  {
    name: 'compacts where nothing is won',
    file: `${AGENT}context/compaction.ts`,
    find: '=> after <= MAX_COMPACTED_SHARE * before;',
    replace: '=> after < before;',
    caughtBy: context('Property 10'),
  },
  {
    name: 'loses the goal at the end of the prompt',
    file: `${AGENT}context/grounding.ts`,
    find: "['Goal', [toOneLine(currentGoal, isGoalShown(state) ? MAX_GOAL_CHARS : Infinity)]],",
    replace: '',
    caughtBy: context('Property 11'),
  },
  {
    name: 'lets what pages say close the grounding',
    file: `${AGENT}context/grounding.ts`,
    find: "escapeData(rows.join('\\n'))",
    replace: "rows.join('\\n')",
    caughtBy: context('nothing that a page says can close it'),
  },
  {
    name: 'runs again what failed the same way twice',
    file: `${AGENT}tool-calls/registry.ts`,
    find: 'if (isEscalated(previous.code, state.memory))',
    replace: 'if (previous.times > 3)',
    caughtBy: test('lib/agent/loop/reflection.test.ts', 'is not run a third time'),
  },
  ...KEY_HOLES,
  ...PANEL_HOLES,
  ...CITATIONS,
  ...CLAIM_HOLES,
  ...PICTURE_HOLES,
  ...READING_HOLES,
  ...RESEARCH_HOLES,
  ...NETWORK_HOLES,
  ...PACKAGE_HOLES,
  ...AGENT_HOLES,
  ...EGRESS_HOLES,
  ...HISTORY_HOLES,
  ...SCHEDULE_HOLES,
  ...SPENDING_HOLES,
  ...TOOL_SERVER_HOLES,
  ...PAGE_TOOL_HOLES,
];
