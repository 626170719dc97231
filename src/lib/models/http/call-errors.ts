/** What ends a call to a model's server early; `failures.ts` has a sentence and a hint for each. */

export type WireFault =
  | 'bad-address'
  | 'unreachable'
  | 'redirect'
  | 'wrong-type'
  | 'cut'
  | 'too-long'
  | 'line-too-long'
  | 'malformed';

export class RefusedError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  constructor(status: number, headers: Headers, body: string) {
    super(`The model's server refused the request with ${String(status)}.`);
    this.name = 'RefusedError';
    this.status = status;
    this.headers = Object.fromEntries(headers);
    this.body = body;
  }
}

export class WireError extends Error {
  readonly fault: WireFault;
  readonly contentType: string;
  readonly body: string;
  constructor(fault: WireFault, options?: ErrorOptions & { contentType?: string; body?: string }) {
    super(`The exchange with the model's server failed: ${fault}.`, options);
    this.name = 'WireError';
    this.fault = fault;
    this.contentType = options?.contentType ?? '';
    this.body = options?.body ?? '';
  }
}

/** The stream ended properly, but the reply cannot be used. */
export class ReplyError extends Error {
  readonly fault: 'no-finish' | 'empty' | 'only-thoughts' | 'finished-in-error';
  constructor(fault: ReplyError['fault']) {
    super(`The model's reply cannot be used: ${fault}.`);
    this.name = 'ReplyError';
    this.fault = fault;
  }
}

export class BadCallError extends Error {
  constructor() {
    super('A tool call in the reply cannot be read.');
    this.name = 'BadCallError';
  }
}

export class StreamedError extends Error {
  readonly error: unknown;
  constructor(error: unknown) {
    super('The server reported an error inside its reply.');
    this.name = 'StreamedError';
    this.error = error;
  }
}
