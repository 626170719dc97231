/** Who may import whom. Every message says what to do instead. */
const contexts = 'background|content|offscreen|sidepanel|options';

/** The rooms of lib/agent: each imports those before it; rooms of one row do not import each other. */
const ROOMS = [
  ['frames'],
  ['storage-ports\\.ts'],
  ['ports\\.ts'],
  ['parse', 'budget'],
  ['state'],
  ['model-calls', 'store'],
  ['egress'],
  ['tool-calls'],
  ['context'],
  ['rag', 'loop', 'log'],
];
const roomRules = ROOMS.flatMap((row, i) =>
  row.map((room) => ({
    name: `agent-room-${room.replace('\\.ts', '')}-imports-rooms-before-it`,
    comment: `The rooms of lib/agent import one way: ${ROOMS.flat().join(', ').replaceAll('\\', '')}. Move what both need into the earlier one.`,
    severity: 'error',
    from: { path: `^src/lib/agent/${room}` },
    to: {
      path: `^src/lib/agent/(${[...row.filter((other) => other !== room), ...ROOMS.slice(i + 1).flat()].join('|')})(/|$)`,
    },
  })),
);

module.exports = {
  forbidden: [
    ...roomRules,
    {
      name: 'no-cycles',
      comment: 'Two files need each other: move what both need into a third that imports neither.',
      severity: 'error',
      from: {},
      // a part that is loaded later may use what loads it
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only', 'dynamic-import'] } },
    },
    {
      name: 'base-imports-nothing',
      comment: 'lib/base is the floor. Move what needs more up into the layer it serves.',
      severity: 'error',
      from: { path: '^src/lib/base/' },
      to: { pathNot: '^src/lib/base/' },
    },
    {
      name: 'pipelines-do-not-know-agents',
      comment:
        'Pipelines, models and schemas behave the same whoever calls. Pass what is needed as an argument, or move the code to lib/agent.',
      severity: 'error',
      from: { path: '^src/lib/(pipeline|models|schema|base)/' },
      to: { path: '^src/lib/(agent|agents|toolbox|jobs|protocol)/' },
    },
    {
      name: 'agent-sees-the-world-through-ports',
      comment:
        'lib/agent imports only itself, base, schema and types through ports.ts. Add a port, or pass the value in.',
      severity: 'error',
      from: {
        path: '^src/lib/agent/',
        pathNot: '^src/lib/agent/(ports|frames/(model-frames|frames|spec|artifact))\\.ts$',
      },
      to: { pathNot: '^src/lib/(agent|base|schema)/' },
    },
    {
      name: 'agents-know-runs-and-tools',
      comment:
        'lib/agents makes manifests into jobs and tools: it uses lib/agent, tools, jobs and the protocol’s types. Pass the rest in, as `save` is.',
      severity: 'error',
      from: { path: '^src/lib/agents/' },
      to: {
        path: '^src/lib/',
        pathNot: '^src/lib/(agents|agent|toolbox|jobs|pipeline|schema|base|protocol/requests/agents\\.ts)',
      },
    },
    {
      name: 'runs-do-not-know-agents',
      comment:
        'A run has agents through the port `Agents` (lib/agent/ports.ts), which src/background fills. Move what others need to lib/agent/ports.ts.',
      severity: 'error',
      from: { path: '^src/lib/', pathNot: '^src/lib/agents/' },
      to: { path: '^src/lib/agents/' },
    },
    {
      name: 'one-reader-of-yaml',
      comment:
        'YAML is read and written in bounded work by lib/agents/manifest/yaml.ts and edit-yaml.ts alone: call them.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/lib/agents/manifest/(edit-)?yaml\\.ts$' },
      to: { path: '^node_modules/yaml/' },
    },
    {
      name: 'no-yaml-outside-the-panel',
      comment:
        'The worker gets manifests as JSON that the panel read, and pages get none: a YAML library would double what wakes with each event. Use manifest/validate-manifest.ts.',
      severity: 'error',
      from: { path: '^src/(background|content|offscreen)/' },
      to: { path: '^src/lib/agents/manifest/(edit-)?yaml\\.ts$', reachable: true },
    },
    {
      name: 'the-probe-is-a-leaf',
      comment:
        'Only src/offscreen puts a test of a model together. Its result goes by lib/protocol; what others need belongs to lib/models.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(lib/probe|offscreen)/' },
      to: { path: '^src/lib/probe/' },
    },
    {
      name: 'the-probe-knows-models-and-how-runs-speak-to-them',
      comment:
        'lib/probe tests what a run would do: use models, the agent’s protocols and the schema check, and pass the rest in.',
      severity: 'error',
      from: { path: '^src/lib/probe/' },
      to: { pathNot: '^src/lib/(probe|models|agent|base|schema|protocol/requests/model\\.ts)' },
    },
    {
      name: 'lib-is-pure',
      comment:
        'src/lib runs anywhere. Define a port here and implement it in src/chrome or in the context that has the API.',
      severity: 'error',
      from: { path: '^src/lib/' },
      to: { path: '^src/(?!lib/)' },
    },
    {
      name: 'chrome-adapters-know-only-lib',
      comment: 'src/chrome implements ports. A context imports it, never the other way round.',
      severity: 'error',
      from: { path: '^src/chrome/' },
      to: { path: `^src/(${contexts})/` },
    },
    {
      name: 'contexts-do-not-share-code',
      comment:
        'Browser contexts talk by messages (lib/protocol). Move shared code to lib or chrome. (Built scripts, ?iife, are files, not code.)',
      severity: 'error',
      from: { path: `^src/(${contexts})/` },
      to: { path: `^src/(${contexts})/`, pathNot: ['^src/$1/', '\\?iife$', '^src/content/[^/]+\\.iife\\.ts'] },
    },
    {
      name: 'panel-sees-only-the-fold',
      comment:
        'The panel knows runs through frames, their fold and what is told of them. Fold what you need in lib/agent/state.',
      severity: 'error',
      from: { path: '^src/(sidepanel|options)/' },
      to: {
        path: '^src/lib/agent/',
        pathNot: '^src/lib/agent/(frames/|state/|budget/|log/|parse/text-protocol\\.ts)',
      },
    },
    {
      name: 'no-test-code-in-the-product',
      comment: 'src never imports test or scripts. Move what the product needs into src.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|scripts)/' },
    },
    {
      name: 'no-dev-dependency-in-the-product',
      comment: 'The product runs on dependencies. Move the package there, or drop it.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/globals\\.d\\.ts$' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-orphans',
      comment: 'Nothing imports this file. Delete it, or use it.',
      severity: 'error',
      from: { orphan: true, path: '^src/', pathNot: ['\\.d\\.ts$'] },
      to: {},
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist' },
  },
};
