/** What went wrong with a tool server, of what the library threw and what the wire came to. */
import {
  ProtocolError,
  SdkError,
  SdkErrorCode,
  UnauthorizedError,
  UrlElicitationRequiredError,
} from '@modelcontextprotocol/client';
import { getErrorMessage } from '../base/errors.ts';
import { isRecord, toList, toText } from '../base/loose.ts';
import { cleanLine } from '../base/one-line.ts';
import type { WireFault } from '../models/http/call-errors.ts';
import type { FaultEvent, ToolServerFault } from '../protocol/offscreen/tool-server.ts';
import type { WireRecord } from './connection.ts';

const MAX_DETAIL = 400;

/** A fault that this code found, as opposed to one that the server reported. */
export class ToolServerError extends Error {
  readonly fault: ToolServerFault;
  /** What a server is told that asked for it: -1 is a request that was rejected (MCP). */
  readonly code = -1;
  constructor(fault: ToolServerFault, detail = '') {
    super(detail);
    this.name = 'ToolServerError';
    this.fault = fault;
  }
}

/** Whether a server lacks what was asked: it refuses, or takes too long. */
export const isRefusedOrLate = (thrown: unknown): boolean =>
  thrown instanceof ProtocolError || (thrown instanceof SdkError && thrown.code === SdkErrorCode.RequestTimeout);

const WIRE_FAULTS: Readonly<Record<WireFault, ToolServerFault>> = {
  'bad-address': 'unreachable',
  unreachable: 'unreachable',
  redirect: 'redirect',
  'wrong-type': 'not-mcp',
  cut: 'cut',
  'too-long': 'too-large',
  'line-too-long': 'too-large',
  malformed: 'not-mcp',
};

const SDK_FAULTS: Readonly<Partial<Record<SdkErrorCode, ToolServerFault>>> = {
  [SdkErrorCode.RequestTimeout]: 'timeout',
  [SdkErrorCode.ConnectionClosed]: 'cut',
  [SdkErrorCode.InvalidResult]: 'bad-result',
  [SdkErrorCode.UnsupportedResultType]: 'protocol',
  [SdkErrorCode.EraNegotiationFailed]: 'not-mcp',
  [SdkErrorCode.ListPaginationExceeded]: 'too-large',
  [SdkErrorCode.ClientHttpAuthentication]: 'sign-in',
  [SdkErrorCode.ClientHttpForbidden]: 'forbidden',
  [SdkErrorCode.ClientHttpUnexpectedContent]: 'not-mcp',
};

export function toFaultEvent(thrown: unknown, wire: WireRecord): FaultEvent {
  const detail = cleanLine(describe(thrown), MAX_DETAIL);
  const fault = classifyFault(thrown, wire);
  const isRefusal = fault === 'sign-in' || fault === 'scope';
  return {
    type: 'fault',
    fault,
    detail,
    ...(isRefusal && wire.challenge && { challenge: wire.challenge }),
    ...(fault === 'sign-in' && !wire.isCalled && { mayRenew: true }),
  };
}

function describe(thrown: unknown): string {
  if (!(thrown instanceof UrlElicitationRequiredError)) return getErrorMessage(thrown);
  // as it came: the library has not looked into it
  const pages = toList(thrown.elicitations).filter(isRecord);
  return pages.map(({ message, url }) => `${toText(url)} ${toText(message)}`).join(' ');
}

function classifyFault(thrown: unknown, { fault: wireFault, status, challenge }: WireRecord): ToolServerFault {
  if (thrown instanceof ToolServerError) return thrown.fault;
  if (thrown instanceof UrlElicitationRequiredError) return 'needs-page';
  if (wireFault !== null) return WIRE_FAULTS[wireFault];
  if (challenge?.isScopeShort && status === 403) return 'scope';
  if (thrown instanceof UnauthorizedError || status === 401) return 'sign-in';
  if (status === 403) return 'forbidden';
  if (status === 404 || status === 410) return 'missing';
  if (status >= 500) return 'down';
  // the library has no names for these two
  if (getErrorMessage(thrown).includes('output schema')) return 'bad-result';
  if (getErrorMessage(thrown).includes('protocol version is not supported')) return 'protocol';
  if (thrown instanceof ProtocolError) return 'refused';
  if (status >= 400) return 'not-mcp';
  if (thrown instanceof SdkError) return SDK_FAULTS[thrown.code] ?? 'failed';
  if (thrown instanceof SyntaxError || (thrown instanceof Error && thrown.name.includes('ZodError'))) return 'not-mcp';
  return 'failed';
}
