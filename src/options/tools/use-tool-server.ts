/** The test of one server of tools: what it has, or what is wrong with it. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { getErrorMessage, type UserError } from '../../lib/base/errors.ts';
import type { ToolsEvent } from '../../lib/protocol/offscreen/tool-server.ts';
import type { OptionsHost } from '../host.ts';
import { t } from '../strings/strings.ts';

export interface ToolServerTest {
  readonly isRunning: boolean;
  readonly found: Omit<ToolsEvent, 'type'> | null;
  readonly error: Pick<UserError, 'message' | 'hint'> | null;
  /** By the server, before it says what it has. */
  readonly isSignInAsked: boolean;
}

const NO_TEST: ToolServerTest = { isRunning: false, found: null, error: null, isSignInAsked: false };

const SIGN_IN_CODES: readonly string[] = ['tool-server.sign-in', 'tool-server.scope'];

/** `isNew`: it is tested at once. */
export function useToolServerTest(host: OptionsHost, address: string, isNew: boolean) {
  const [test, setTest] = useState(NO_TEST);
  const current = useRef(new AbortController());

  const start = (access: Promise<boolean>): void => {
    current.current.abort();
    current.current = new AbortController();
    const { signal } = current.current;
    const show = (change: Partial<ToolServerTest>): void => {
      if (!signal.aborted) setTest({ ...NO_TEST, ...change });
    };
    const run = async (): Promise<void> => {
      if (!(await access)) {
        show({ error: { message: t.declined(new URL(address).origin), hint: '' } });
        return;
      }
      const reply = await host.testToolServer(address);
      if (reply.ok) show({ found: reply.value });
      else show({ error: reply.error, isSignInAsked: SIGN_IN_CODES.includes(reply.error.code) });
    };
    show({ isRunning: true });
    run().catch((thrown: unknown) => show({ error: { message: getErrorMessage(thrown), hint: '' } }));
  };
  const startNew = useEffectEvent(() => {
    if (isNew) start(Promise.resolve(true));
  });
  useEffect(() => {
    startNew();
    return () => current.current.abort();
  }, []);
  return {
    test,
    /** Must be called in a user gesture: the browser may have to ask. */
    start: (): void => start(host.requestOrigin(address)),
    /** Access was given when it was saved. */
    startAfterSave: (): void => start(Promise.resolve(true)),
  };
}
