/** Signing in at a tool server, and out: the button names the site whose page opens. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatError, formatUserError } from '../../lib/base/errors.ts';
import { parseUrl } from '../../lib/base/urls.ts';
import type { SignInStep } from '../../lib/protocol/requests/tool-server.ts';
import type { OptionsHost } from '../host.ts';
import { Button } from '../parts/button.tsx';
import { Field, PLAIN_INPUT } from '../parts/field.tsx';
import { Fold, Message, useMessage } from '../parts/section.tsx';
import { t } from '../strings/strings.ts';

interface SignInProps {
  readonly host: OptionsHost;
  readonly name: string;
  readonly address: string;
  /** The server asks for it. */
  readonly isAsked: boolean;
  /** It is read again whether the user is signed in once this changes. */
  readonly isChanging: boolean;
  /** The names of others that are sent the same token. */
  readonly sharers: readonly string[];
  readonly onDone: () => void;
}

const getHosts = (origins: readonly string[]): string =>
  origins.map((origin) => parseUrl(origin)?.host ?? '').join(', ');

export function SignIn({ host, name, address, isAsked, isChanging, sharers, onDone }: SignInProps) {
  const [isSignedIn, setSignedIn] = useState(false);
  const [isAgain, setAgain] = useState(false);
  const { message, showMessage, showFailure } = useMessage();
  const [isRunning, setRunning] = useState(false);
  const isOpen = isAsked || isAgain;
  const row = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    host.isSignedIn(address).then(setSignedIn, () => undefined); // storage errors show when it is tested
  }, [host, address, isAsked, isChanging]);
  const signOut = (): void => {
    if (isRunning) return; // what the browser's window is asked would come after it
    host.signOut(address).then(
      (isKept) => {
        setSignedIn(false);
        setAgain(false);
        showMessage(t.sayEnded(t.signedOut, isKept));
      },
      (thrown: unknown) => showFailure(thrown, t.notSaved),
    );
  };
  /** The form goes, and the focus with it. */
  const cancel = (): void => {
    flushSync(() => setAgain(false));
    row.current?.querySelector('button')?.focus();
  };
  const finish = (): void => {
    setAgain(false);
    setSignedIn(true);
    onDone();
  };
  return (
    <>
      {isOpen && (
        <SignInForm
          host={host}
          address={address}
          sharers={sharers}
          isRunning={isRunning}
          setRunning={setRunning}
          onDone={finish}
          onCancel={isAsked ? null : cancel}
        />
      )}
      {isSignedIn && (
        <p className="row" ref={row}>
          {t.signedIn}
          {!isOpen && (
            <Button look="small" aria-label={t.signInAgainLabel(name)} onClick={() => setAgain(true)}>
              {t.signInAgain}
            </Button>
          )}
          <Button look="small" aria-label={t.signOutLabel(name)} aria-disabled={isRunning} onClick={signOut}>
            {t.signOut}
          </Button>
        </p>
      )}
      <Message {...message} />
    </>
  );
}

interface SignInFormProps extends Pick<SignInProps, 'host' | 'address' | 'sharers' | 'onDone'> {
  /** Null while the server asks for it: then it stays open. */
  readonly onCancel: (() => void) | null;
  /** The browser's window is open. */
  readonly isRunning: boolean;
  readonly setRunning: (isRunning: boolean) => void;
}

function SignInForm({ host, address, sharers, isRunning, setRunning, onDone, onCancel }: SignInFormProps) {
  const [attempt, setAttempt] = useState(0);
  const [step, setStep] = useState<SignInStep | null>(null);
  const [reach, setReach] = useState<readonly string[]>([]);
  const [client, setClient] = useState({ id: '', secret: '' });
  const { message, showMessage, showError, showFailure } = useMessage();
  const showFound = useEffectEvent((reply: Awaited<ReturnType<typeof host.signIn>>): void => {
    if (reply.ok) setStep(reply.value);
    else showError(formatUserError(reply.error));
  });
  useEffect(() => {
    host.signIn(address, [], false).then(showFound, (thrown: unknown) => showError(formatError(thrown)));
  }, [host, address, attempt, showError]);
  const cancelButton = onCancel && <Button onClick={onCancel}>{t.cancel}</Button>;
  const lookAgain = (): void => {
    showMessage('');
    setAttempt(attempt + 1);
  };
  if (step === null)
    return (
      <div className="stack">
        <Message {...message} />
        <div className="row">
          {message.bad && <Button onClick={lookAgain}>{t.tryAgain}</Button>}
          {cancelButton}
        </div>
      </div>
    );

  const { wanted, canRegister, hasClient } = step;
  const at = getHosts(wanted.length > 0 ? wanted : [reach.at(-1) ?? address]);
  const press = async (access: Promise<boolean>, origins: readonly string[]): Promise<void> => {
    if (!(await access)) {
      showError(t.declined(at));
      return;
    }
    if (client.id.trim() === '' && client.secret.trim() !== '') {
      showError(t.clientIdMissing);
      return;
    }
    if (client.id.trim() !== '')
      await host.saveClient(address, { id: client.id.trim(), secret: client.secret.trim(), reach: origins });
    showMessage(t.signingIn);
    const reply = await host.signIn(address, origins, true);
    setReach(origins);
    if (!reply.ok) showError(formatUserError(reply.error));
    else if (reply.value.isDone) onDone();
    else {
      setStep(reply.value);
      showMessage('');
    }
  };
  const start = (): void => {
    if (isRunning) return;
    const origins = [...reach, ...wanted];
    setRunning(true);
    press(host.requestSignIn(origins), origins)
      .catch((thrown: unknown) => showError(formatError(thrown)))
      .finally(() => setRunning(false));
  };
  const forget = (): void => {
    host.forgetClient(address).then(
      () => setStep({ ...step, hasClient: false }),
      (thrown: unknown) => showFailure(thrown, t.notSaved),
    );
  };
  const redirectUrl = host.getRedirectUrl();
  const clientFields = (
    <>
      <Field
        {...PLAIN_INPUT}
        label={t.clientId}
        help={canRegister ? t.ownClientHelp(redirectUrl) : t.clientIdHelp(redirectUrl)}
        placeholder={hasClient ? t.clientKept : ''}
        value={client.id}
        onText={(id) => setClient({ ...client, id })}
      >
        {hasClient && <Button onClick={forget}>{t.forgetClient}</Button>}
      </Field>
      <Field
        {...PLAIN_INPUT}
        type="password"
        label={t.clientSecret}
        help={t.clientSecretHelp}
        value={client.secret}
        onText={(secret) => setClient({ ...client, secret })}
      />
    </>
  );
  return (
    <div className="stack">
      {canRegister ? (
        <Fold title={t.ownClient} line={hasClient ? '' : t.ownClientLine} isOpen={hasClient}>
          {clientFields}
        </Fold>
      ) : (
        clientFields
      )}
      {sharers.length > 0 && <p className="fine">{t.tokenShared(sharers)}</p>}
      <div className="row">
        <Button look="accent" aria-disabled={isRunning} onClick={start}>
          {t.signIn(at)}
        </Button>
        {cancelButton}
      </div>
      <Message {...message} />
    </div>
  );
}
