/** An authorization server over HTTP that lets everybody in, and holds clients to OAuth 2.1: PKCE, exact redirects, tokens that renew once. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ToolServer } from './mcp-server.ts';

export interface OAuthServer {
  readonly issuer: string;
  /** Paths that anybody asked for, in order. */
  readonly visited: readonly string[];
  /** Grants that were exchanged, in order. */
  readonly grants: readonly Readonly<Record<string, string>>[];
  readonly registered: readonly Readonly<Record<string, unknown>>[];
  /** All tokens that it gave: none may be found where it does not belong. */
  readonly given: readonly string[];
  /** What came to its revocation endpoint. */
  readonly revoked: readonly Readonly<Record<string, string>>[];
  /** Of the tokens given from now on, in seconds. */
  lasting(seconds: number): void;
  /** Ends the latest access token before its time. */
  expire(): void;
  /** Changes what the metadata says; null takes it back. */
  claim(changes: Readonly<Record<string, unknown>> | null): void;
  /** As {@link ToolServer.answer}: lets only those in who bring the latest token. */
  guard(server: ToolServer): (request: IncomingMessage, response: ServerResponse) => unknown;
  close(): Promise<void>;
}

export async function startOAuthServer(): Promise<OAuthServer> {
  const [grants, registered]: [Record<string, string>[], Record<string, unknown>[]] = [[], []];
  const [given, visited]: [string[], string[]] = [[], []];
  const revoked: Record<string, string>[] = [];
  let [seconds, count] = [3600, 0];
  let changes: Readonly<Record<string, unknown>> = {};
  let asked = new URLSearchParams();
  let current = { access: '', refresh: '' };
  let issuer = '';
  const send = (response: ServerResponse, status: number, body: object): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

  function exchange(grant: Record<string, string>): object | null {
    const { grant_type: type, code_verifier: verifier = '', code, refresh_token: refresh, redirect_uri: to } = grant;
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const isRight =
      type === 'refresh_token'
        ? refresh === current.refresh
        : code === `code-${String(count)}` &&
          challenge === asked.get('code_challenge') &&
          to === asked.get('redirect_uri');
    if (!isRight) return null;
    count += 1;
    current = { access: `kl-canary-access${String(count)}`, refresh: `kl-canary-refresh${String(count)}` };
    given.push(current.access, current.refresh);
    return { access_token: current.access, refresh_token: current.refresh, token_type: 'Bearer', expires_in: seconds };
  }
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', issuer);
    visited.push(pathname);
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += String(part);
    if (pathname === '/.well-known/oauth-authorization-server') {
      send(response, 200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        revocation_endpoint: `${issuer}/revoke`,
        registration_endpoint: `${issuer}/register`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
        authorization_response_iss_parameter_supported: true,
        ...changes,
      });
    } else if (pathname === '/register') {
      const client = JSON.parse(body) as Record<string, unknown>;
      registered.push(client);
      send(response, 201, { ...client, client_id: 'client-1' });
    } else if (pathname === '/authorize') {
      asked = searchParams;
      const to = new URL(searchParams.get('redirect_uri') ?? '');
      to.search = String(
        new URLSearchParams({ code: `code-${String(count)}`, state: searchParams.get('state') ?? '', iss: issuer }),
      );
      response.writeHead(302, { location: to.href }).end();
    } else if (pathname === '/token') {
      const grant = Object.fromEntries(new URLSearchParams(body));
      grants.push(grant);
      const tokens = exchange(grant);
      if (tokens) send(response, 200, tokens);
      else send(response, 400, { error: 'invalid_grant', error_description: 'That grant is over.' });
    } else if (pathname === '/revoke') {
      revoked.push(Object.fromEntries(new URLSearchParams(body)));
      current = { access: '', refresh: '' };
      send(response, 200, {});
    } else send(response, 404, {});
  }
  const http = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${String((http.address() as AddressInfo).port)}`;
  return {
    issuer,
    visited,
    grants,
    registered,
    given,
    revoked,
    lasting: (lasting) => void (seconds = lasting),
    expire: () => void (current = { ...current, access: '' }),
    claim: (claimed) => void (changes = claimed ?? {}),
    guard: (server) => (request, response) => {
      const metadata = '/.well-known/oauth-protected-resource/mcp';
      if (request.url === metadata) {
        send(response, 200, {
          resource: server.url,
          authorization_servers: [issuer],
          scopes_supported: ['sums'],
        });
        return true;
      }
      if (current.access !== '' && request.headers.authorization === `Bearer ${current.access}`) return false;
      const { origin } = new URL(server.url);
      const challenge = `Bearer resource_metadata="${origin}${metadata}", scope="sums"`;
      return response.writeHead(401, { 'www-authenticate': challenge }).end();
    },
    async close() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}
