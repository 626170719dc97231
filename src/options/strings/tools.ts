import { formatCount, formatList } from '../../lib/base/locale.ts';

const KEPT_THERE = 'The server didn’t confirm the sign-out. End the access there too if it matters.';

export const TOOL_STRINGS = {
  toolServers: 'Tool servers',
  toolServersHelp: 'MCP servers with tools that a model may ask to use. You see what would be sent before each call.',
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
  tokenHelp: 'If the server needs one. Stored on this computer and sent only to this site.',
  tokenShared: (names: readonly string[]) => `This server shares its token with ${formatList(names)} on the same site.`,
  saveToolServer: 'Save and test',
  signIn: (host: string) => `Sign in at ${host}`,
  signingIn: 'Waiting for the sign-in…',
  signedIn: 'You’re signed in.',
  signedOut: 'You’re signed out.',
  keptThere: KEPT_THERE,
  /** `isKept`: a sign-in may go on at the server. */
  sayEnded: (ended: string, isKept: boolean) => (isKept ? `${ended} ${KEPT_THERE}` : ended),
  signInAgain: 'Sign in again',
  tryAgain: 'Try again',
  signInAgainLabel: (name: string) => `Sign in again: ${name}`,
  signOut: 'Sign out',
  signOutLabel: (name: string) => `Sign out: ${name}`,
  pageTools: 'Tools of pages',
  noPageTools: 'None are on. A page’s tools are in the panel, under +.',
  pageToolsHelp: 'A model may ask to use these on their site. You see each call first.',
  pageToolsOn: (origin: string, names: readonly string[]) => `${origin}: ${formatList(names)}`,
  pageToolsOff: (origin: string) => `The tools of ${origin} are off.`,
  switchOff: 'Switch off',
  switchOffLabel: (name: string) => `Switch off ${name}`,
  clientId: 'Client ID',
  clientIdHelp: (redirect: string) =>
    `This server doesn’t register apps on its own. Register one there with the address ${redirect}, then enter its ID.`,
  ownClient: 'Your own client ID',
  ownClientLine: 'Only if you have one.',
  ownClientHelp: (redirect: string) =>
    `A client you registered, or the address of its document. It must allow ${redirect}.`,
  clientIdMissing: 'Enter the client ID, too.',
  forgetClient: 'Remove client ID',
  clientKept: 'A client ID is saved. Type another to replace it.',
  clientSecret: 'Client secret',
  clientSecretHelp: 'If you got one. Stored on this computer and sent only there.',
  toolServerSure: (name: string, withToken: boolean) =>
    withToken ? `Remove ${name}, its tools and its token?` : `Remove ${name} and its tools?`,
  toolsFound: (title: string, count: number) =>
    count === 0 ? `${title} has no tools.` : `${title} works. Switch on the tools a model may ask for.`,
  servedOn: {
    tools: (count: number) => formatCount(count, { one: '# tool on', other: '# tools on' }),
    prompts: (count: number) => formatCount(count, { one: '# prompt on', other: '# prompts on' }),
  },
  promptsHelp: 'Prompts that are on appear when you type “/” in the panel. You see each one before you send it.',
  itsOwnWords: 'In the server’s own words:',
  noWords: 'The server doesn’t describe it.',
  claims: {
    'read-only': 'only reads',
    destructive: 'may destroy something',
    idempotent: 'is safe to repeat',
    'open-world': 'reaches other services',
  },
  claimsThat: (claims: string) => `The server claims that it ${claims}. This isn’t verified.`,
  toolArguments: 'Its arguments, in the server’s own words:',
  toolChanged: 'The server has changed this tool, so it is off. Read it again before you switch it on.',
  toolChangedUnusable: 'The server has changed this tool, so it is off. Its new arguments can’t be used.',
  toolGone: 'The server no longer has this tool, so it is off.',
  forgetTool: 'Dismiss',
  forgetToolLabel: (name: string) => `Dismiss: ${name}`,
  forgetToolHelp: 'Hides this warning. The tool stays off.',
  toolUnusable: 'It can’t be used because of its arguments.',
  promptChanged: 'The server has changed this prompt, so it is off. Read it again before you switch it on.',
  promptGone: 'The server no longer has this prompt, so it is off.',
  promptUnusable: 'It can’t be used because it asks for too much.',
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
  unasked: 'Don’t ask when nothing private is sent',
  unaskedHelp: 'You’re always asked when it may contain what you open, select, attach or say to a model.',
  repeatable: 'Safe to repeat',
  repeatableHelp: 'It is called again after an interruption. Otherwise you’re asked what happened.',
} as const;
