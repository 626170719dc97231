/** Deliberate holes in the one way out (SAFETY D16): what leaves unasked, what may be read for it, and what the card shows. */
import type { Hole } from './holes.ts';

const EGRESS = 'src/lib/agent/egress/';
const gate = (name: string): Hole['caughtBy'] => ({ file: 'test/lib/agent/egress/gate.test.ts', test: name });
const leaks = (name: string): Hole['caughtBy'] => ({
  file: 'test/lib/agent/egress/leaks.properties.test.ts',
  test: name,
});
const words = (name: string): Hole['caughtBy'] => ({ file: 'test/lib/agent/egress/user-words.test.ts', test: name });

export const EGRESS_HOLES: readonly Hole[] = [
  {
    name: 'lets an agent read the tab inside research',
    file: 'src/lib/agent/tool-calls/run-sub-agent.ts',
    find: "tab: isElsewhere ? 'never' : getTabRight(state),",
    replace: "tab: 'own',",
    caughtBy: gate('asks before it reads the tab of a run that was begun by pressing Search'),
  },
  {
    name: 'fetches hits by itself after private words',
    file: `${EGRESS}gate.ts`,
    find: "if (decideEgress(egress) !== 'allow' || told + bits > MAX_UNASKED_BITS) continue;",
    replace: 'if (told + bits > MAX_UNASKED_BITS || egress.own) continue;',
    caughtBy: gate('fetches no hit by itself, once private words stand in the prompt'),
  },
  {
    name: 'hands an agent what the person allowed its caller for good',
    file: 'src/lib/agent/frames/narrow-config.ts',
    find: '    grants: [],\n',
    replace: '',
    caughtBy: gate('has nothing that the person allowed its caller for good'),
  },
  {
    name: 'takes any query for the person’s own words',
    file: `${EGRESS}departure.ts`,
    find: 'own: isOwnQuery(text, listSearchedTexts(state)), bits: 0',
    replace: 'own: listSearchedTexts(state).length > 0, bits: 0',
    caughtBy: gate('fetches no hit by itself, once private words stand in the prompt'),
  },
  {
    name: 'lets a query say something by words that come again',
    file: `${EGRESS}user-words.ts`,
    find: 'new Set(words.map((word) => word.toLowerCase())).size < words.length',
    replace: 'words.length === 0',
    caughtBy: words('is none with a word twice'),
  },
  {
    name: 'counts nothing of what the choice of links says',
    file: `${EGRESS}decide-egress.ts`,
    find: '=> Math.log2(Math.max(1, among));',
    replace: '=> Math.log2(Math.min(1, among));',
    caughtBy: gate('lets 8 calls a turn tell sites at most 16 bits'),
  },
  {
    name: 'takes what was added to a typed address for the person’s own',
    file: `${EGRESS}departure.ts`,
    find: 'if (typed.has(text)) return',
    replace: 'if (Array.from(typed).some((url) => text.startsWith(url))) return',
    caughtBy: gate('asks before it opens what was typed with #4711 added to it'),
  },
  {
    name: 'counts nothing of what the choice among typed addresses says',
    file: `${EGRESS}departure.ts`,
    find: 'bits: isPrivate ? countChoiceBits(typed.size) : 0',
    replace: 'bits: 0',
    caughtBy: gate('counts what the choice among typed addresses says'),
  },
  {
    name: 'takes an agent of the web for a request about the tab',
    file: `${EGRESS}rights.ts`,
    find: "  if (job !== 'agent') return",
    replace: '  return',
    caughtBy: {
      file: 'test/lib/agent/tool-calls/authorize.test.ts',
      test: 'is no tab where the person pressed Search alone',
    },
  },
  {
    name: 'tells an unnamed server the words of kept agents',
    file: 'src/lib/agents/called-agent-job.ts',
    find: "isElsewhere ? cards.filter(({ source }) => source === 'built-in') : cards",
    replace: 'cards',
    caughtBy: {
      file: 'test/lib/agents/called-agent-job.properties.test.ts',
      test: 'tells nothing of kept agents to a server that nobody named',
    },
  },
  {
    name: 'counts each question of a run afresh without an end',
    file: 'src/lib/agent/state/resets.ts',
    find: 'toldBefore: state.request.toldBefore + state.request.told,',
    replace: '',
    caughtBy: gate('lets all questions of a run tell sites at most 64 bits'),
  },
  {
    name: 'takes what is allowed for good as allowed whatever the prompt holds',
    file: `${EGRESS}decide-egress.ts`,
    find: "if (labels.confidentiality === 'private')",
    replace: "if (labels.confidentiality === 'private' && !granted)",
    caughtBy: { file: 'test/lib/agent/tool-calls/authorize.test.ts', test: 'is for prompts that hold nothing private' },
  },
  {
    name: 'gives an agent on a server that nobody named the files of the request',
    file: 'src/lib/agent/tool-calls/run-sub-agent.ts',
    find: '    ...(isElsewhere ? EMPTY_REQUEST : {}),\n',
    replace: '',
    caughtBy: leaks('a server that a card named learns no file or picture'),
  },
  {
    name: 'takes what an error quotes for the program’s own words',
    file: 'src/lib/agent/tool-calls/execute.ts',
    find: 'mergeLabels(turnLabels, registry.tools.get(call.tool)?.errorLabels ?? SYSTEM_LABELS)',
    replace: 'mergeLabels(turnLabels, SYSTEM_LABELS)',
    caughtBy: { file: 'test/lib/jobs/files.test.ts', test: 'is a trouble with a cure' },
  },
  {
    name: 'takes what was asked of a page for words to search with',
    file: 'src/lib/agent/egress/rights.ts',
    find: "job === 'chat' || job === 'ask' ||",
    replace: "job === 'chat' ||",
    caughtBy: { file: 'test/lib/jobs/files.test.ts', test: 'is private: neither what was asked' },
  },
  {
    name: 'takes what an agent was asked about a file for words to search with',
    file: 'src/lib/agent/egress/rights.ts',
    find: " || (job === 'agent' && isGiven)",
    replace: '',
    caughtBy: {
      file: 'test/lib/agent/tool-calls/authorize.test.ts',
      test: 'is asked without a public word where an agent is given',
    },
  },
  {
    name: 'quotes a kept agent’s name in an error as the program’s own',
    file: 'src/lib/agents/agent-tool.ts',
    find: '    errorLabels: getCardLabels(card),\n',
    replace: '',
    caughtBy: { file: 'test/lib/jobs/agent.test.ts', test: 'that is no longer stored is named in an error' },
  },
  {
    name: 'believes a tool that says it reaches nothing',
    file: 'src/lib/agent/tool-calls/execute.ts',
    find: '  { ports, ...egress }: Gate,\n): ToolContext {',
    replace: '  { ports: _gated, ...egress }: Gate,\n): ToolContext {\n  const ports = ungated;',
    caughtBy: gate('lets nothing out of a tool that hides where it reaches'),
  },
  {
    name: 'sends an agent’s task to a server that nobody named for the run',
    file: 'src/lib/agents/agent-tool.ts',
    find: 'getDestination: (_args, state) => (state?.spec ? findUnnamedServer(card.model, state.spec) : null),',
    replace: '',
    caughtBy: gate('says where it would send its task'),
  },
  {
    name: 'tells the model a kept agent’s words as the program’s own',
    file: 'src/lib/agents/agent-tool.ts',
    find: '${JSON.stringify(toOneLine(routing, MAX_ROUTING_CHARS))}',
    replace: '${routing}',
    caughtBy: gate('is described in its own words as data'),
  },
  {
    name: 'tells the builder a kept agent’s words as the program’s own',
    file: 'src/lib/agents/building/list-capabilities.ts',
    find: '${quoteRouting(card).trim()',
    replace: '${card.routing.trim()',
    caughtBy: { file: 'test/lib/agents/building/builder.test.ts', test: 'is told a kept agent’s words as data' },
  },
];
