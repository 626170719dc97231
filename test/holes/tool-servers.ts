/** Deliberate holes in what stands between a run and the tools of servers (SAFETY D10, D16). */
import type { Hole } from './holes.ts';

const client = (name: string): Hole['caughtBy'] => ({ file: 'test/lib/mcp/mcp-client.test.ts', test: name });
const tool = (name: string): Hole['caughtBy'] => ({ file: 'test/lib/toolbox/server/server-tool.test.ts', test: name });
const narrow = (name: string): Hole['caughtBy'] => ({ file: 'test/lib/schema/narrow-schema.test.ts', test: name });

const resource = (name: string): Hole['caughtBy'] => ({ file: 'test/lib/mcp/resources.test.ts', test: name });
const signIn = (name: string): Hole['caughtBy'] => ({ file: 'test/lib/mcp/sign-in.test.ts', test: name });
const worker = (name: string): Hole['caughtBy'] => ({ file: 'test/chrome/offscreen/sign-in.test.ts', test: name });

const question = (name: string): Hole['caughtBy'] => ({ file: 'test/lib/mcp/elicitation.test.ts', test: name });
const asking = (name: string): Hole['caughtBy'] => ({
  file: 'test/lib/toolbox/server/asking-server.test.ts',
  test: name,
});

const sampling = (name: string): Hole['caughtBy'] => ({ file: 'test/lib/toolbox/server/sampling.test.ts', test: name });

export const TOOL_SERVER_HOLES: readonly Hole[] = [
  {
    name: 'opens a page to sign in at where nobody agreed to',
    file: 'src/chrome/offscreen/sign-in.ts',
    find: '[prompt.url, prompt.tokenEndpoint].find(',
    replace: '[prompt.tokenEndpoint].find(',
    caughtBy: worker('a page where nobody agreed to is not opened'),
  },
  {
    name: 'takes the answer to another sign-in',
    file: 'src/chrome/offscreen/sign-in.ts',
    find: "if (answer.get('state') !== state)",
    replace: "if (answer.get('state') === '' && state !== '')",
    caughtBy: worker('an answer with another state is refused'),
  },
  {
    name: 'sends the token that renews a sign-in where access was taken back',
    file: 'src/chrome/storage/sign-ins.ts',
    find: "if (!(await hasAccess(endpoint))) throw new Error('no access');",
    replace: 'await hasAccess(endpoint);',
    caughtBy: {
      file: 'test/chrome/storage/sign-ins.test.ts',
      test: 'nothing is sent to where the person took the access back',
    },
  },
  {
    name: 'asks whatever site a tool server names for a sign-in',
    file: 'src/lib/mcp/sign-in.ts',
    find: 'if (!origins.includes(origin)) {',
    replace: "if (origin === '') {",
    caughtBy: signIn('nothing is asked where nobody agreed to'),
  },
  {
    name: 'believes metadata of another issuer',
    file: 'src/lib/mcp/sign-in.ts',
    find: 'if (found.resourceMetadata !== undefined || issuer?.origin !== new URL(address).origin) throw thrown;',
    replace: '',
    caughtBy: signIn('metadata that is of another server is refused'),
  },
  {
    name: 'calls a tool of a server that has changed it',
    file: 'src/lib/mcp/mcp-client.ts',
    find: "if ((await computeToolPin(tool)) !== pin) throw new ToolServerError('changed', name);",
    replace: '',
    caughtBy: client('a change of its description changes the pin'),
  },
  {
    name: 'gets a prompt of a server that has changed it',
    file: 'src/lib/mcp/prompts.ts',
    find: "if ((await computePin(prompt)) !== pin) throw new ToolServerError('changed', name);",
    replace: '',
    caughtBy: {
      file: 'test/lib/mcp/prompts.test.ts',
      test: 'a change of its description changes the pin, and the old one is not got',
    },
  },
  {
    name: 'asks a server for a prompt that is switched off',
    file: 'src/background/requests/requests.ts',
    find: 'prompts.find((each) => each.name === name)',
    replace: 'prompts[0]',
    caughtBy: { file: 'test/background/requests/requests.test.ts', test: 'neither where it is off or gone' },
  },
  {
    name: 'puts a server’s prompt into the person’s mouth',
    file: 'src/sidepanel/servers/server-sheet.tsx',
    find: 'write(words.follow);',
    replace: 'write(description);',
    caughtBy: { file: 'test/sidepanel/servers/prompt-sheet.test.tsx', test: 'none of its words become the person’s' },
  },
  {
    name: 'reads what another server has',
    file: 'src/background/requests/requests.ts',
    find: '.toolServers.find((server) => server.id === id)',
    replace: '.toolServers.find((server) => server.id !== id) ?? (await loadSettings()).toolServers[0]',
    caughtBy: {
      file: 'test/background/requests/requests.test.ts',
      test: 'a resource by its address, and neither where it is off',
    },
  },
  {
    name: 'shows a resource of a server by whatever name it has',
    file: 'src/lib/mcp/resources.ts',
    find: 'cleanLine(each, MAX_RESOURCE_NAME)',
    replace: 'each.slice(0, MAX_RESOURCE_NAME)',
    caughtBy: resource('is bounded for any list, each address once and each name in one clean line'),
  },
  {
    name: 'asks a server for pages of a list without end',
    file: 'src/lib/mcp/resources.ts',
    find: 'pages < MAX_PAGES && found.length',
    replace: 'pages < 5 * MAX_PAGES && found.length',
    caughtBy: resource('also where its pages never end'),
  },
  {
    name: 'takes a text for a picture because its server says so',
    file: 'src/sidepanel/files/server-file.ts',
    find: "const isPicture = bytes !== '' && ",
    replace: 'const isPicture = ',
    caughtBy: { file: 'test/sidepanel/servers/resource-sheet.test.tsx', test: 'a text that claims to be a picture' },
  },
  {
    name: 'pins a tool of a server without its words',
    file: 'src/lib/protocol/describe-tool.ts',
    find: 'stringifyCanonical({ name, description, inputSchema,',
    replace: 'stringifyCanonical({ name, d: typeof description, inputSchema,',
    caughtBy: client('a change of its description changes the pin'),
  },
  {
    name: 'takes whatever structure a server returns',
    file: 'src/lib/mcp/mcp-client.ts',
    find: 'if (checked?.ok === false) throw',
    replace: 'if (checked === undefined) throw',
    caughtBy: client('refuses structure that is not what was promised'),
  },
  {
    name: 'reads all that a tool server sends',
    file: 'src/lib/mcp/connection.ts',
    find: 'limitStream(source, false, MAX_RESPONSE_BYTES)',
    replace: 'limitStream(source, false, Infinity)',
    caughtBy: client('floods'),
  },
  {
    name: 'repeats a call of a server’s tool with a new token',
    file: 'src/lib/mcp/faults.ts',
    find: "fault === 'sign-in' && !wire.isCalled",
    replace: "fault === 'sign-in'",
    caughtBy: client('its call is only made again where none was made'),
  },
  {
    name: 'repeats a call of a server’s tool after a cut',
    file: 'src/lib/toolbox/server/server-tool.ts',
    find: 'idempotent: repeatable,',
    replace: 'idempotent: true,',
    caughtBy: tool('that was cut after its intent is made again only if the person said'),
  },
  {
    name: 'takes what a server’s tool returns for public',
    file: 'src/lib/toolbox/server/server-tool.ts',
    find: "  confidentiality: 'private',\n  origin: getWebOrigin(address),",
    replace: "  confidentiality: 'public',\n  origin: getWebOrigin(address),",
    caughtBy: tool('is a write, whatever it claims'),
  },
  {
    name: 'lets a tool call a server past the gate',
    file: 'src/lib/agent/egress/gate.ts',
    find: 'mayWrite(tool.address, stringifyCanonical(args)) && mayAnswer(attempt)',
    replace: 'tool.address !== stringifyCanonical(args) && mayAnswer(attempt)',
    caughtBy: tool('is refused below a tool that promises to reach nothing'),
  },
  {
    name: 'keeps the patterns of a stranger’s schema',
    file: 'src/lib/schema/narrow-schema.ts',
    find: "...(description !== '' && { description }),",
    replace:
      "...(description !== '' && { description }), ...(node['pattern'] ? { pattern: toText(node['pattern']) } : {}),",
    caughtBy: narrow('becomes one without what takes unbounded work'),
  },
  {
    name: 'sends a server what does not fit its form',
    file: 'src/lib/mcp/elicitation.ts',
    find: 'checkForm(fields, entered as Entered).values : null',
    replace: '(checkForm(fields, entered as Entered).values ?? entered) : null',
    caughtBy: question('so is what does not fit the form'),
  },
  {
    name: 'asks whatever number of questions a server has',
    file: 'src/lib/mcp/questions.ts',
    find: 'asked === null || count >= MAX_QUESTIONS',
    replace: 'asked === null',
    caughtBy: question('asks on and on is answered five times'),
  },
  {
    name: 'shows a server’s question without its host',
    file: 'src/lib/toolbox/server/server-tool.ts',
    find: "askUser(result.question, parseUrl(address)?.host ?? '', getResultLabels(tool))",
    replace: "askUser(result.question, '', getResultLabels(tool))",
    caughtBy: asking('has its question shown with its host'),
  },
  {
    name: 'keeps the call of a run that ended',
    file: 'src/lib/agent/loop/loop.ts',
    find: 'held = listHeldCalls(state);\n',
    replace: '',
    caughtBy: asking('is told when the run ends by a limit'),
  },
  {
    name: 'asks the model for a server before a yes',
    file: 'src/lib/agent/state/server-replies.ts',
    find: "asked?.kind === 'sampling' && answer?.entered !== null ? asked : null",
    replace: "asked?.kind === 'sampling' ? asked : null",
    caughtBy: sampling('is declined without a call of the model'),
  },
  {
    name: 'tells a server’s model call the question of the person',
    file: 'src/lib/agent/tool-calls/sample.ts',
    find: 'const request = createSamplingRequest(asked);\n  const { model }',
    replace:
      'const request = createSamplingRequest({ ...asked, system: `${asked.system}${getSpec(journal.state).goal}` });\n  const { model }',
    caughtBy: sampling('never: a prompt of a server with a word of the run'),
  },
  {
    name: 'pays for an answer that no server waits for',
    file: 'src/lib/agent/tool-calls/sample.ts',
    find: '!(await ports.toolServers.extend(call.id, asked.question, signal))',
    replace: 'false',
    caughtBy: sampling('is not paid where the server waits no more'),
  },
  {
    name: 'takes a model call for a server for something that the call to it would carry',
    file: 'src/lib/agent/tool-calls/execute.ts',
    find: "call.parentId === id && call.purpose !== 'sample'",
    replace: 'call.parentId === id',
    caughtBy: sampling('that failed is told to the server also where nothing need be asked'),
  },
  {
    name: 'pays twice for an answer that broke off',
    file: 'src/lib/agent/state/request-state.ts',
    find: "if (call?.call.purpose === 'sample') return !call.underWay;",
    replace: '',
    caughtBy: sampling('is called for once, though the reply breaks off'),
  },
  {
    name: 'answers a server with what the gate has not compared',
    file: 'src/lib/agent/egress/gate.ts',
    find: 'return answer.entered === resolveServerReply(call, getState());',
    replace: 'return true;',
    caughtBy: asking('is given what the person entered and nothing else'),
  },
  {
    name: 'lets a server on the web name a page of the person’s own network',
    file: 'src/lib/mcp/elicitation.ts',
    find: "!problem.startsWith('private-') || isPublicAddress(server)",
    replace: "!problem.startsWith('private-')",
    caughtBy: question('never: a page that is private for a server on the web'),
  },
  {
    name: 'has the model answer a picture of a server',
    file: 'src/lib/mcp/sampling.ts',
    find: 'texts.length > 0 && texts.length === blocks.length &&',
    replace: 'texts.length > 0 &&',
    caughtBy: { file: 'test/lib/mcp/sampling.test.ts', test: 'is declined unasked with a picture' },
  },
  {
    name: 'exports what was entered for a server',
    file: 'src/lib/agent/log/trajectory-log.ts',
    find: "isServerAskKey(frame.ask) ? { ...frame, text: '' } : frame",
    replace: 'isServerAskKey(frame.ask) ? { ...frame, text: frame.text } : frame',
    caughtBy: asking('which the model is not told'),
  },
];
