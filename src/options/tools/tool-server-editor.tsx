/** Adds a tool server, or changes its token. */
import { isToolServerAddress } from '../../lib/protocol/settings/tool-servers.ts';
import type { OptionsHost } from '../host.ts';
import { KeyField } from '../models/server-access.tsx';
import { Field, URL_INPUT } from '../parts/field.tsx';
import { bindField, EditorForm, SaveButtons, useForm, useSaving } from '../parts/form.tsx';
import { Message, useMessage } from '../parts/section.tsx';
import { t } from '../strings/strings.ts';
import { getServerOrigin } from './tool-server-access.ts';

interface ToolServerEditorProps {
  readonly label: string;
  readonly host: OptionsHost;
  /** '' for a new server; else its address stays. */
  readonly address: string;
  readonly taken: readonly string[];
  /** The names of others that are sent the token of this address. */
  readonly listSharers: (address: string) => readonly string[];
  /** Rejects with a plain sentence, and nothing has changed. `isKept`: a sign-in that the token replaces may go on there. */
  readonly onSave: (address: string, isKept: boolean) => Promise<void>;
  readonly onCancel: () => void;
}

export function ToolServerEditor(props: ToolServerEditorProps) {
  const { label, host, address, taken, listSharers, onSave, onCancel } = props;
  const validate = (form: { readonly address: string }): { readonly address?: string } => {
    const text = form.address.trim();
    if (!isToolServerAddress(text)) return { address: t.toolServerInvalid };
    return taken.includes(text) ? { address: t.toolServerThere } : {};
  };
  const state = useForm({ address, key: '' }, validate);
  const { form, edit, element, checkFields } = state;
  const { message, showMessage, showFailure } = useMessage();
  const { isSaving, save } = useSaving(showFailure);
  const sharers = listSharers(form.address);
  const submit = (): void => {
    if (isSaving || !checkFields()) return;
    const to = form.address.trim();
    const access = host.requestOrigin(to); // in the user gesture, before any await
    save(async () => {
      if (!(await access)) throw new Error(t.declined(new URL(to).origin));
      await onSave(to, form.key.trim() !== '' && (await host.saveToken(to, form.key)));
    });
  };
  return (
    <EditorForm label={label} element={element} onSubmit={submit} onCancel={onCancel}>
      {address === '' && (
        <Field
          {...bindField(state, 'address')}
          label={t.toolServerAddress}
          help={t.toolServerAddressHelp}
          {...URL_INPUT}
        />
      )}
      <KeyField
        host={host}
        endpoint={getServerOrigin(form.address)}
        words={t.tokenWords}
        remove={async (origin) => t.sayEnded(t.tokenWords.removed, await host.signOut(origin))}
        help={t.tokenHelp}
        caution={sharers.length === 0 ? undefined : t.tokenShared(sharers)}
        value={form.key}
        onText={(key) => edit({ key })}
        onMessage={showMessage}
      />
      <SaveButtons label={t.saveToolServer} isSaving={isSaving} />
      <Message {...message} />
    </EditorForm>
  );
}
