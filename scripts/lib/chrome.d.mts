/** Types of chrome.mjs for the tests. */
export interface TargetInfo {
  readonly targetId: string;
  readonly type: string;
  readonly url: string;
  readonly title: string;
  readonly attached: boolean;
  readonly embedderData?: { readonly tabActive?: boolean };
}

export interface RawPage {
  readonly targetId: string;
  send(method: string, params?: object): Promise<unknown>;
  /** Listens to an event of this page; returns what stops it. */
  on(method: string, listener: (params: unknown) => void): () => void;
  /** Runs `fn(...args)` in the page; arguments and result travel as JSON. A string is an expression. */
  evaluate<R, A extends readonly unknown[] = readonly []>(
    fn: ((...args: A) => R) | string,
    ...args: A
  ): Promise<Awaited<R>>;
  goto(url: string, ms?: number): Promise<void>;
  detach(): Promise<void>;
  close(): Promise<unknown>;
}

export interface RawChrome {
  /** Id of the extension. */
  readonly id: string;
  readonly profile: string;
  /** Settles when the browser has gone. */
  readonly ended: Promise<unknown>;
  url(path: string): string;
  send(method: string, params?: object, sessionId?: string): Promise<unknown>;
  targets(): readonly TargetInfo[];
  /** Resolves with the first truthy value of `look`, asked again whenever a target comes, changes or goes. */
  until<T>(look: (targets: readonly TargetInfo[]) => T | undefined | false, what: string, ms?: number): Promise<T>;
  attach(targetId: string): Promise<RawPage>;
  firstPage(): Promise<RawPage>;
  open(url: string): Promise<RawPage>;
  clickAction(page: RawPage): Promise<void>;
  sidePanel(path: string): Promise<RawPage>;
  close(): Promise<void>;
}

export interface LaunchOptions {
  readonly executable: string;
  /** Absolute path of the unpacked extension. */
  readonly extension: string;
  readonly headless?: boolean;
  readonly args?: readonly string[];
}

export const QUIET_PATH: string;
/** Expression for an extension page: settles once the worker has registered its listeners. */
export const WORKER_READY: string;
export const QUIET_FLAGS: readonly string[];
export function sandboxFlags(): string[];
export function throwawayProfile(executable: string): Promise<string>;
export function removeProfile(profile: string): Promise<void>;
/** Id of the `tab` target in front at `url`. Throws when there is not exactly one. */
export function tabInFront(targets: readonly TargetInfo[], url: string): string;
export function within<T>(promise: Promise<T>, ms: number, what: string): Promise<T>;
export function launchChrome(options: LaunchOptions): Promise<RawChrome>;
