/** Messages about signing in at a tool server: the offscreen document finds out where, the worker gets the tokens. */
import type { FromSchema } from 'json-schema-to-ts';
import { defineObject } from '../../schema/object.ts';

/** Origins beyond the server's own. */
export const MAX_REACHED = 6;

const createTextSchema = (maxLength: number) => ({ type: 'string', maxLength }) as const;
const url = createTextSchema(8000);
const origins = { type: 'array', maxItems: MAX_REACHED, items: createTextSchema(300) } as const;

/** What a server said of signing in when it refused; '' for nothing. */
export const CHALLENGE_SCHEMA = defineObject({
  metadata: createTextSchema(2000),
  scope: createTextSchema(1000),
  /** The token is good, its rights are too few. */
  isScopeShort: { type: 'boolean' },
});

/** How the token endpoint knows the client (RFC 6749 §2.3). */
const CLIENT_PROPERTIES = {
  tokenEndpoint: url,
  /** Address at which a token is given back (RFC 7009); '' for none. */
  revocationEndpoint: url,
  clientId: createTextSchema(2000),
  /** Secret of a client that was registered just now; '' for none. */
  clientSecret: createTextSchema(2000),
  method: { enum: ['client_secret_basic', 'client_secret_post', 'none'] },
  resource: createTextSchema(2000),
} as const;

export const SIGN_IN_SCHEMAS = {
  /** Worker → document, as `tool-server.list`. */
  'tool-server.prepare': defineObject({
    type: { const: 'sign-in' },
    address: { type: 'string', minLength: 1, maxLength: 2000 },
    mark: createTextSchema(100),
    /** The other origins that may be asked. */
    reach: origins,
    redirectUrl: createTextSchema(200),
    challenge: CHALLENGE_SCHEMA,
    /** A client that the user registered; its id is '' for none. */
    client: defineObject({ id: createTextSchema(2000), hasSecret: { type: 'boolean' } }),
    /** False: only where it is, and nothing is registered. */
    mayRegister: { type: 'boolean' },
  }),
  'tool-server.prepared': defineObject({
    type: { const: 'prepared' },
    /** Origins that have to be asked too. */
    wanted: origins,
    canRegister: { type: 'boolean' },
    /** Null while something is wanted, or if nothing may be registered. */
    prompt: {
      anyOf: [
        { type: 'null' },
        defineObject({
          ...CLIENT_PROPERTIES,
          url,
          state: createTextSchema(100),
          verifier: createTextSchema(200),
          issuer: createTextSchema(2000),
          /** The answer must name the issuer (RFC 9207). */
          namesIssuer: { type: 'boolean' },
          scope: createTextSchema(2000),
        }),
      ],
    },
  }),
} as const;

export type Challenge = Readonly<FromSchema<typeof CHALLENGE_SCHEMA>>;
export type SignInMessage = Readonly<FromSchema<(typeof SIGN_IN_SCHEMAS)['tool-server.prepare']>>;
export type PreparedEvent = Readonly<FromSchema<(typeof SIGN_IN_SCHEMAS)['tool-server.prepared']>>;
export type SignInPrompt = NonNullable<PreparedEvent['prompt']>;
export type TokenClient = Pick<SignInPrompt, keyof typeof CLIENT_PROPERTIES>;
