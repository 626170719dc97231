/** What is wrong with a tool server, and how to mend it. */
import type { UserError } from '../../lib/base/errors.ts';
import { isolateLine } from '../../lib/base/one-line.ts';
import { parseUrl } from '../../lib/base/urls.ts';
import type { ToolServerFault } from '../../lib/protocol/offscreen/tool-server.ts';

const getHost = (address: string): string => parseUrl(address)?.host ?? '';
const ASK_SERVER = 'Look at what the server says where it runs, or ask those who run it.';
const LOOK_UP = 'Look whether it was done.';

export const createNoAccessError = (address: string): UserError => ({
  code: 'tool-server.no-access',
  message: `KnowledgeLens may not reach ${getHost(address)}.`,
  hint: 'Open Settings, Tools, and test the server: Chrome asks then.',
});

/** One token is kept per site, so a sign-in would take the place of what is there. */
export const createTokenThereError = (address: string, isTyped: boolean): UserError => ({
  code: 'tool-server.token-there',
  message: isTyped
    ? `A key or token that was typed is saved for ${getHost(address)}.`
    : `You are signed in at ${getHost(address)} for another server.`,
  hint: isTyped ? 'Remove the key of this address first, to sign in instead.' : 'Sign out first.',
});

export const createLateSignInError = (address: string): UserError => ({
  code: 'tool-server.late-sign-in',
  message: `Signing in for ${getHost(address)} took more than 10 minutes.`,
  hint: 'Close the window that was opened, and try again.',
});

/** `detail`: the server's own words, or the library's. */
export function createToolServerError(fault: ToolServerFault, detail: string, address: string): UserError {
  const host = getHost(address);
  const words = detail === '' ? '' : ` It says: ${isolateLine(detail, 300)}`;
  const errors: Readonly<Record<ToolServerFault, Omit<UserError, 'code'>>> = {
    unreachable: {
      message: `${host} doesn’t answer.`,
      hint: 'Start the server, or look whether its address and port are right.',
    },
    redirect: {
      message: `${host} sends on to another address, which isn’t followed.`,
      hint: 'Enter the address that it sends to, if you trust it.',
    },
    missing: {
      message: `There is nothing at this address of ${host}.`,
      hint: 'Most servers are at `/mcp`: add it to the address.',
    },
    'not-mcp': {
      message: `What answers at ${host} doesn’t speak MCP over HTTP.`,
      hint: 'Most servers are at `/mcp`: look the address up. A server with the older transport (SSE) has to be updated.',
    },
    'sign-in': {
      message: `${host} wants a sign-in or a token, or another one.`,
      hint: 'Test it under Settings, Tools, to sign in, or enter a token that it accepts.',
    },
    forbidden: {
      message: `${host} refuses requests from this extension.`,
      hint: `Allow the origin of the extension in the server’s settings, or enter a token with more rights.`,
    },
    scope: {
      message: `${host} wants a sign-in with more rights for this.`,
      hint: 'Press “Sign in again” under Settings, Tools.',
    },
    'no-sign-in': {
      message: `Signing in for ${host} didn’t work.${words}`,
      hint: 'Try again, or enter a token instead.',
    },
    down: { message: `${host} has a fault of its own.`, hint: 'Try again later.' },
    protocol: { message: `${host} speaks a version of MCP that isn’t known.${words}`, hint: 'Update the server.' },
    'too-large': { message: `${host} sent more than is read at once.`, hint: 'Ask it for less.' },
    timeout: { message: `${host} took too long. Whether it did something isn’t known.`, hint: LOOK_UP },
    cut: { message: `${host} broke off. Whether it did something isn’t known.`, hint: LOOK_UP },
    changed: {
      message: `${isolateLine(detail)} of ${host} isn’t what you switched on: the server has changed it.`,
      hint: 'Open Settings, Tools, test the server, read what it says now and switch it on again.',
    },
    gone: {
      message: `${host} has no tool or prompt ${isolateLine(detail)} any more.`,
      hint: 'Open Settings, Tools, and test the server to see what it has.',
    },
    'bad-result': { message: `What ${host} returned isn’t what it promises.${words}`, hint: ASK_SERVER },
    refused: { message: `${host} refused.${words}`, hint: ASK_SERVER },
    unanswered: {
      message: `The question of ${host} was open for too long, and its call was ended. Whether it did something isn’t known.`,
      hint: LOOK_UP,
    },
    'no-sample': {
      message: `${host} wasn’t given the model’s answer that it asked for, and its call was ended. ${isolateLine(detail, 300)}`,
      hint: 'Ask again and allow it, or do without this tool.',
    },
    'needs-page': {
      message: `${host} wants you to do something on a page of its choice first.${words}`,
      hint: 'If you trust it, open that page, then ask again.',
    },
    failed: { message: `Talking with ${host} failed.${words}`, hint: 'Try again.' },
  };
  return { code: `tool-server.${fault}`, ...errors[fault] };
}
