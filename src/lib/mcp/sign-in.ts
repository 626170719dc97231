/** Finds where and how to sign in at a tool server (OAuth 2.1), by the library's own steps up to the page that the user sees. */
import '../models/providers/no-eval.ts';
import {
  auth,
  discoverOAuthServerInfo,
  IssuerMismatchError,
  selectClientAuthMethod,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
} from '@modelcontextprotocol/client';
import { parseUrl } from '../base/urls.ts';
import { sendHttpRequest } from '../models/http/http-exchange.ts';
import { limitStream } from '../models/http/limit-stream.ts';
import { MAX_REACHED, type PreparedEvent, type SignInMessage } from '../protocol/offscreen/sign-in.ts';
import type { FaultEvent } from '../protocol/offscreen/tool-server.ts';
import { createWireRecord, type ConnectionOptions } from './connection.ts';
import { toFaultEvent, ToolServerError } from './faults.ts';

const MAX_METADATA_BYTES = 256 * 1024;
const STEP_MS = 15_000;

type Asked = Omit<SignInMessage, 'type' | 'mark' | 'address'>;

/** Never rejects. No token comes here: the worker asks for it. */
export async function prepareSignIn(asked: Asked, options: ConnectionOptions): Promise<PreparedEvent | FaultEvent> {
  const denied = new Set<string>();
  const fetchFn = createFetchWithin([new URL(options.address).origin, ...asked.reach], denied, options);
  try {
    return await prepare(asked, options.address, fetchFn, denied);
  } catch (thrown) {
    if (denied.size > 0) return createPreparedEvent([...denied]);
    const fault = toFaultEvent(thrown, createWireRecord());
    return fault.fault === 'failed' || fault.fault === 'sign-in' ? { ...fault, fault: 'no-sign-in' } : fault;
  }
}

const createPreparedEvent = (wanted: readonly string[]): PreparedEvent => ({
  type: 'prepared',
  wanted: wanted.slice(0, MAX_REACHED),
  canRegister: true,
  prompt: null,
});

async function prepare(
  { reach, redirectUrl, challenge, client, mayRegister }: Asked,
  address: string,
  fetchFn: typeof fetch,
  denied: ReadonlySet<string>,
): Promise<PreparedEvent> {
  const metadataUrl = parseUrl(challenge.metadata) ?? undefined;
  const state = await discover(address, { ...(metadataUrl && { resourceMetadataUrl: metadataUrl }), fetchFn });
  const { authorizationServerMetadata: metadata, authorizationServerUrl: server } = state;
  const tokenEndpoint = metadata?.token_endpoint ?? new URL('/token', server).href;
  const registration = metadata ? metadata.registration_endpoint : new URL('/register', server).href;
  const reached = [new URL(address).origin, ...reach];
  const page = metadata?.authorization_endpoint ?? new URL('/authorize', server).href;
  const needed = [page, tokenEndpoint, ...(client.id === '' ? [registration ?? []].flat() : [])];
  const wanted = new Set([
    ...denied,
    ...needed.map((url) => new URL(url).origin).filter((to) => !reached.includes(to)),
  ]);
  const canRegister = registration !== undefined;
  if (wanted.size > 0) return { ...createPreparedEvent([...wanted]), canRegister };
  if (!mayRegister || !(canRegister || client.id !== ''))
    return { type: 'prepared', wanted: [], canRegister, prompt: null };

  const methods = metadata?.token_endpoint_auth_methods_supported ?? [];
  const provider = createProvider({
    redirectUrl,
    discovery: state,
    isPublic: methods.includes('none'),
    client:
      client.id === ''
        ? null
        : {
            client_id: client.id,
            ...(client.hasSecret && { client_secret: 'kept' }), // by the worker
            issuer: metadata?.issuer ?? server,
          },
  });
  await auth(provider, { serverUrl: address, fetchFn, ...(challenge.scope !== '' && { scope: challenge.scope }) });
  const { information, authorizationUrl: url, verifier } = provider.captured;
  if (information === null || url === null) throw new ToolServerError('no-sign-in', 'It names no page to sign in at.');
  return {
    type: 'prepared',
    wanted: [],
    canRegister,
    prompt: {
      url: url.href,
      state: url.searchParams.get('state') ?? '',
      verifier,
      tokenEndpoint,
      revocationEndpoint: (metadata && 'revocation_endpoint' in metadata ? metadata.revocation_endpoint : '') ?? '',
      clientId: information.client_id,
      clientSecret: client.id === '' ? (information.client_secret ?? '') : '',
      method: selectClientAuthMethod(information, methods),
      resource: url.searchParams.get('resource') ?? '',
      issuer: metadata?.issuer ?? '',
      namesIssuer: metadata?.authorization_response_iss_parameter_supported === true,
      scope: url.searchParams.get('scope') ?? '',
    },
  };
}

/** A server of 2025-03-26 has no metadata of its own, and may name an issuer elsewhere at its own origin. */
async function discover(
  address: string,
  options: NonNullable<Parameters<typeof discoverOAuthServerInfo>[1]>,
): Promise<OAuthDiscoveryState> {
  try {
    return await discoverOAuthServerInfo(address, options);
  } catch (thrown) {
    if (!(thrown instanceof IssuerMismatchError)) throw thrown;
    const found = await discoverOAuthServerInfo(address, { ...options, skipIssuerMetadataValidation: true });
    const issuer = parseUrl(found.authorizationServerMetadata?.issuer ?? '');
    if (found.resourceMetadata !== undefined || issuer?.origin !== new URL(address).origin) throw thrown;
    return found;
  }
}

interface ProviderOptions {
  readonly redirectUrl: string;
  readonly discovery: OAuthDiscoveryState;
  readonly isPublic: boolean;
  readonly client: StoredOAuthClientInformation | null;
}

interface Captured {
  information: StoredOAuthClientInformation | null;
  authorizationUrl: URL | null;
  verifier: string;
}

/** Keeps what the library comes to, and no token. */
function createProvider({ redirectUrl, discovery, isPublic, client }: ProviderOptions) {
  const captured: Captured = { information: client, authorizationUrl: null, verifier: '' };
  return {
    captured,
    redirectUrl,
    clientMetadata: {
      client_name: 'KnowledgeLens',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      ...(isPublic && { token_endpoint_auth_method: 'none' }),
    },
    state: () => crypto.randomUUID(),
    discoveryState: () => discovery,
    saveDiscoveryState: () => undefined,
    clientInformation: () => captured.information ?? undefined,
    saveClientInformation: (information: StoredOAuthClientInformation) => void (captured.information = information),
    tokens: () => undefined,
    saveTokens: () => undefined,
    redirectToAuthorization: (url: URL) => void (captured.authorizationUrl = url),
    saveCodeVerifier: (verifier: string) => void (captured.verifier = verifier),
    codeVerifier: () => captured.verifier,
  } satisfies OAuthClientProvider & { readonly captured: Captured };
}

/** An address elsewhere is not asked, and its origin noted. */
function createFetchWithin(
  origins: readonly string[],
  denied: Set<string>,
  { fetch, signal }: Pick<ConnectionOptions, 'fetch' | 'signal'>,
): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const { origin, href } = new URL(input instanceof Request ? input.url : input);
    if (!origins.includes(origin)) {
      denied.add(origin);
      throw new ToolServerError('no-sign-in', `${origin} may not be asked yet.`);
    }
    const response = await sendHttpRequest(fetch, href, {
      ...init,
      signal: AbortSignal.any([signal, AbortSignal.timeout(STEP_MS)]),
    });
    if (response.body === null) return response;
    const { status, headers } = response;
    return new Response(limitStream(response.body, false, MAX_METADATA_BYTES).stream, { status, headers });
  };
}
