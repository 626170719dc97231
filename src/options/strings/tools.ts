import { formatCount, formatList } from '../../lib/base/locale.ts';

const KEPT_THERE = 'The server did not confirm that you are signed out: end the access there too if it matters.';

export const TOOL_STRINGS = {
  toolServers: 'Tool servers',
  toolServersHelp:
    'Servers of tools that a model may ask to use, over MCP. You are shown what would be sent before each call.',
  noToolServers: 'None yet.',
  addToolServer: 'Add a server',
  toolServerAddress: 'Address',
  toolServerAddressHelp: 'Such as https://mcp.example.org/mcp, or http://localhost:3000/mcp.',
  toolServerInvalid:
    'Start with https://, or with http:// for a server on this computer. Leave out user names and “#”.',
  toolServerThere: 'Already in the list.',
  tokenWords: {
    label: 'Token',
    saved: (origin: string) => `A token is saved for ${origin}. Type another to replace it.`,
    remove: 'Remove token',
    removed: 'The token was removed.',
  },
  tokenHelp: 'If the server wants one. Stored on this computer and sent only to this site.',
  tokenShared: (names: readonly string[]) =>
    `One token is kept per site: ${formatList(names)} and this server are sent the same one.`,
  saveToolServer: 'Save and test',
  testToolServer: 'Test',
  testToolServerLabel: (name: string) => `Test ${name}`,
  signIn: (host: string) => `Sign in at ${host}`,
  signingIn: 'Waiting for the sign-in…',
  signedIn: 'You are signed in.',
  signedOut: 'You are signed out.',
  keptThere: KEPT_THERE,
  /** `isKept`: a sign-in may go on at the server. */
  sayEnded: (ended: string, isKept: boolean) => (isKept ? `${ended} ${KEPT_THERE}` : ended),
  signInAgain: 'Sign in again',
  tryAgain: 'Try again',
  signInAgainLabel: (name: string) => `Sign in again: ${name}`,
  signOut: 'Sign out',
  signOutLabel: (name: string) => `Sign out: ${name}`,
  pageTools: 'Tools of pages',
  noPageTools: 'None are on. A page that has tools offers them in the panel, under +.',
  pageToolsHelp: 'A model may ask to use these on their site. You are shown each call first.',
  pageToolsOn: (origin: string, names: readonly string[]) => `${origin}: ${formatList(names)}`,
  pageToolsOff: (origin: string) => `The tools of ${origin} are off.`,
  switchOff: 'Switch off',
  switchOffLabel: (name: string) => `Switch off ${name}`,
  clientId: 'Client ID',
  clientIdHelp: (redirect: string) =>
    `This server registers no apps by itself. Register one there with the address ${redirect}, and enter what you get.`,
  ownClient: 'A client ID of your own',
  ownClientLine: 'Only if you have one.',
  ownClientHelp: (redirect: string) =>
    `Of a client that you registered, or the address of its document. It must allow ${redirect}.`,
  clientIdMissing: 'Enter the client ID, too.',
  forgetClient: 'Forget it',
  clientKept: 'One is saved. Type another to replace it.',
  clientSecret: 'Client secret',
  clientSecretHelp: 'If you got one. Stored on this computer and sent only there.',
  toolServerSure: (name: string, withToken: boolean) =>
    withToken ? `Remove ${name}, its tools and its token?` : `Remove ${name} and its tools?`,
  toolsFound: (title: string, count: number) =>
    count === 0 ? `${title} has no tools.` : `${title} answers. Switch on what a model may ask for.`,
  servedOn: {
    tools: (count: number) => formatCount(count, { one: '# tool on', other: '# tools on' }),
    prompts: (count: number) => formatCount(count, { one: '# prompt on', other: '# prompts on' }),
  },
  promptsHelp:
    'Prompts: those that are on are offered when you type “/” in the panel. You see what one says before you send it.',
  itsOwnWords: 'In the server’s own words:',
  noWords: 'The server says nothing about it.',
  claims: {
    'read-only': 'only reads',
    destructive: 'may destroy something',
    idempotent: 'does no harm twice',
    'open-world': 'reaches further',
  },
  claimsThat: (claims: string) => `The server claims that it ${claims}. Nothing relies on that.`,
  toolArguments: 'What it takes, in the server’s own words:',
  toolChanged: 'The server has changed this tool, so it is off. Read it again before you switch it on.',
  toolChangedUnusable:
    'The server has changed this tool, so it is off. It can’t be used now: its arguments are too many, or are named as ours are.',
  toolGone: 'The server has this tool no more, so it is off.',
  forgetTool: 'Forget it',
  forgetToolLabel: (name: string) => `Forget it: ${name}`,
  forgetToolHelp: 'Ends this warning. It stays off.',
  toolUnusable: 'It can’t be used: its arguments are too many, or are named as ours are.',
  promptChanged: 'The server has changed this prompt, so it is off. Read it again before you switch it on.',
  promptGone: 'The server has this prompt no more, so it is off.',
  promptUnusable: 'It can’t be used: it asks for too much.',
  servedFull: {
    tools: (most: number) =>
      formatCount(most, {
        one: 'At most # tool of a server can be on.',
        other: 'At most # tools of a server can be on.',
      }),
    prompts: (most: number) =>
      formatCount(most, {
        one: 'At most # prompt of a server can be on.',
        other: 'At most # prompts of a server can be on.',
      }),
  },
  unasked: 'Don’t ask where nothing private goes along',
  unaskedHelp: 'What you have open, select, attach or say to a model is private: you are always asked then.',
  repeatable: 'Safe to repeat',
  repeatableHelp: 'After an interruption it is called again. Otherwise you are asked what became of it.',
} as const;
