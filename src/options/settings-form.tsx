/**
 * The form. The one rule: Save and Test ask the browser for the server's origin first, synchronously in the click or
 * the Enter that caused them, since after any await the person's gesture is gone.
 */
import { useRef, useState, type SyntheticEvent } from 'react';
import { messageOf } from '../lib/base/errors.ts';
import type { Replies } from '../lib/protocol/messages.ts';
import type { Settings } from '../lib/protocol/settings.ts';
import { errorsIn, formOf, originOf, settingsFrom, type Errors, type Form } from './form.ts';
import type { OptionsHost } from './host.ts';
import { CheckList } from './parts/check-list.tsx';
import { Limits } from './parts/limits.tsx';
import { Engine, Server, Timeouts } from './parts/sections.tsx';
import { t } from './strings.ts';

type Busy = 'no' | 'saving' | 'testing';

export function SettingsForm({ host, initial }: { readonly host: OptionsHost; readonly initial: Settings }) {
  const [form, setForm] = useState(() => formOf(initial));
  const [saved, setSaved] = useState(initial);
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState<Busy>('no');
  const [message, setMessage] = useState<{ readonly text: string; readonly bad: boolean }>({ text: '', bad: false });
  const [checks, setChecks] = useState<Replies['model.test'] | null>(null);
  const [keyVersion, setKeyVersion] = useState(0);
  const element = useRef<HTMLFormElement>(null);

  const say = (text: string): void => setMessage({ text, bad: false });
  const complain = (text: string): void => setMessage({ text, bad: true });
  const edit = (change: Partial<Form>): void => {
    const next = { ...form, ...change };
    setForm(next);
    say('');
    // a fault that was pointed out goes as soon as it is mended; new ones wait for Save
    const now = errorsIn(next);
    setErrors((shown) => Object.fromEntries(Object.entries(shown).filter(([name]) => name in now)));
  };

  /** Runs `work` once the form is sound and the server's origin is granted. Call it in the gesture. */
  const withAccess = (kind: Busy, work: () => Promise<void>): void => {
    if (busy !== 'no') return;
    setChecks(null);
    const found = errorsIn(form);
    setErrors(found);
    if (Object.keys(found).length > 0) {
      complain(t.fix);
      const [first] = Object.keys(found);
      const input = element.current?.elements.namedItem(first ?? '');
      if (input instanceof HTMLElement) {
        input.closest('details')?.setAttribute('open', '');
        input.focus();
      }
      return;
    }
    const access = form.provider === 'extractive' ? Promise.resolve(true) : host.requestOrigin(form.endpoint);
    setBusy(kind);
    say('');
    access
      .then((granted) => (granted ? work() : complain(t.declined(originOf(form.endpoint)))))
      .catch((thrown: unknown) => complain(t.notSaved(messageOf(thrown))))
      .finally(() => setBusy('no'));
  };

  const save = (event: SyntheticEvent): void => {
    event.preventDefault();
    withAccess('saving', async () => {
      const settings = settingsFrom(form, saved);
      if (form.provider === 'openai-compatible' && form.key.trim() !== '') await host.saveKey(form.endpoint, form.key);
      await host.saveSettings(settings);
      setSaved(settings);
      setForm({ ...formOf(settings), key: '' });
      setKeyVersion((version) => version + 1);
      say(t.savedNote);
    });
  };

  const test = (): void => {
    withAccess('testing', async () => {
      const key = form.key.trim() === '' ? null : form.key;
      const reply = await host.test({
        provider: form.provider,
        endpoint: form.endpoint.trim(),
        model: form.model.trim(),
        key,
        contextTokens: Number(form.contextTokens),
        keepAlive: 5,
      });
      if (reply.ok) setChecks(reply.value);
      else complain(`${reply.trouble.message} ${reply.trouble.cure}`);
    });
  };

  const withServer = form.provider === 'openai-compatible';
  return (
    <form ref={element} noValidate onSubmit={save}>
      <Engine form={form} edit={edit} />
      {withServer && <Server host={host} form={form} errors={errors} edit={edit} keyVersion={keyVersion} say={say} />}
      <Limits form={form} errors={errors} edit={edit} />
      {withServer && <Timeouts form={form} errors={errors} edit={edit} />}
      <div className="actions">
        <div className="row">
          <button type="submit" className="button accent" aria-disabled={busy !== 'no'}>
            {busy === 'saving' ? t.saving : t.save}
          </button>
          {withServer && (
            <button type="button" className="button" aria-disabled={busy !== 'no'} onClick={test}>
              {t.test}
            </button>
          )}
        </div>
        <p role={message.bad ? 'alert' : 'status'} className={message.bad ? 'warn' : ''}>
          {busy === 'testing' ? t.testing : message.text}
        </p>
        {checks !== null && <CheckList {...checks} />}
      </div>
    </form>
  );
}
