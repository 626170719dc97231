import { t } from '../strings/strings.ts';
import { Section, useMessage } from '../parts/section.tsx';
import { useCallback, useRef } from 'react';
import type { Grant } from '../../lib/agent/frames/spec.ts';
import { escapeInvisible } from '../../lib/base/escape-invisible.ts';
import { formatError } from '../../lib/base/errors.ts';
import type { OptionsHost } from '../host.ts';
import { useWatched } from '../use-settings.ts';
import { Button } from '../parts/button.tsx';

interface RemovableListProps {
  readonly id: string;
  readonly title: string;
  readonly help: string;
  readonly items: readonly { readonly key: string; readonly name: string; readonly remove: () => void }[];
  readonly remove: string;
  readonly removeLabel: (name: string) => string;
  readonly message: string;
}

function RemovableList({ id, title, help, items, message, ...labels }: RemovableListProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  /** The button disappears and would take the focus with it. */
  const removeItem = (remove: () => void): void => {
    heading.current?.focus();
    remove();
  };
  return (
    <Section id={id} title={title} help={help} heading={heading}>
      <ul className="access">
        {items.map(({ key, name, remove }) => (
          <li key={key} className="row">
            <span>{name}</span>
            <Button aria-label={labels.removeLabel(name)} onClick={() => removeItem(remove)}>
              {labels.remove}
            </Button>
          </li>
        ))}
      </ul>
      <p className="fine" aria-live="polite">
        {message}
      </p>
    </Section>
  );
}

/** What is stored, as it changes; none until it is read, and the reason in the message where it cannot be. */
function useWatchedItems<T>(load: () => Promise<readonly T[]>, watch: (on: () => void, signal: AbortSignal) => void) {
  const { message, showMessage, report } = useMessage();
  const showFailure = useCallback((thrown: unknown) => showMessage(formatError(thrown)), [showMessage]);
  return { items: useWatched(load, watch, showFailure) ?? [], message, report };
}

export function GrantList({ host }: { readonly host: OptionsHost }) {
  const { items: grants, message, report } = useWatchedItems(host.loadGrants, host.onGrants);
  const remove = (grant: Grant): void => {
    void report(host.removeGrant(grant), t.grantRemoved(formatGrant(grant)), t.grantKept);
  };
  return (
    <RemovableList
      id="grants"
      title={t.grants}
      help={grants.length === 0 ? t.noGrants : t.grantsHelp}
      items={grants.map((grant) => ({
        key: `${grant.tool} ${grant.origin}`,
        name: formatGrant(grant),
        remove: () => remove(grant),
      }))}
      remove={t.revoke}
      removeLabel={t.revokeLabel}
      message={message.text}
    />
  );
}

const formatGrant = ({ tool, origin }: Grant): string => t.grant(escapeInvisible(tool), escapeInvisible(origin));

export function AccessList({ host }: { readonly host: OptionsHost }) {
  const { items: origins, message, report } = useWatchedItems(host.listGrantedOrigins, host.onAccessChange);
  const forget = (pattern: string): void => {
    void report(host.forgetOrigin(pattern), t.forgotten(formatPattern(pattern)), t.notForgotten);
  };
  return (
    <RemovableList
      id="access"
      title={t.access}
      help={origins.length === 0 ? t.noAccess : t.accessHelp}
      items={origins.map((pattern) => ({ key: pattern, name: formatPattern(pattern), remove: () => forget(pattern) }))}
      remove={t.remove}
      removeLabel={t.forgetLabel}
      message={message.text}
    />
  );
}

/** The sites whose pages' tools a model may ask for. */
export function PageToolSites({ host }: { readonly host: OptionsHost }) {
  const { items: tools, message, report } = useWatchedItems(host.loadPageToolsOn, host.onPageTools);
  const origins = [...new Set(tools.map(({ origin }) => origin))];
  const listNames = (site: string): readonly string[] =>
    tools.flatMap(({ origin, name }) => (origin === site ? [escapeInvisible(name)] : []));
  return (
    <RemovableList
      id="page-tools"
      title={t.pageTools}
      help={origins.length === 0 ? t.noPageTools : t.pageToolsHelp}
      items={origins.map((origin) => ({
        key: origin,
        name: t.pageToolsOn(origin, listNames(origin)),
        remove: () => void report(host.switchOffPageTools(origin), t.pageToolsOff(origin)),
      }))}
      remove={t.switchOff}
      removeLabel={t.switchOffLabel}
      message={message.text}
    />
  );
}

function formatPattern(pattern: string): string {
  return pattern === '<all_urls>' || pattern.startsWith('*://*/') ? t.allSites : pattern.replace(/\/\*$/, '');
}
