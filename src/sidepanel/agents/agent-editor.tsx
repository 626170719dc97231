/** A faulty manifest cannot be saved. */
import { useDeferredValue, useEffect, useId, useMemo, useRef } from 'react';
import { MAX_MANIFEST_LENGTH } from '../../lib/protocol/requests/agents.ts';
import type { Writing } from './agents-state.ts';
import { formatAgentName } from '../trace/active-agents.ts';
import { findLineRange, loadManifestCheck, type ManifestReadResult } from './manifest-check.ts';
import { Faults } from './agent-parts.tsx';
import { Confirmation } from '../parts/confirmation.tsx';
import { useModel, usePanel } from '../panel-context.ts';
import { t } from '../strings/strings.ts';
import { Button } from '../parts/button.tsx';
import { Form } from '../parts/submit-form.tsx';
import { useLoaded } from '../parts/use-loaded.ts';

export function AgentEditor({ writing }: { readonly writing: Writing }) {
  const { panel } = usePanel();
  const agents = useModel((model) => model.agents.list) ?? [];
  const { of, text, before, saving, leaving } = writing;
  const { read, failed: checkFailed } = useManifestCheck(useDeferredValue(text));
  const field = useRef<HTMLTextAreaElement>(null);
  const verdictId = useId();
  const words = t.agents.editor;
  useUnloadGuard(text !== before);
  const manifest = read?.ok === true ? read.manifest : null;
  const replaced = manifest && agents.find(({ id }) => id === manifest.id && id !== of);
  const canSave = manifest !== null && !saving && writing.faults.length === 0;
  const save = (): void => {
    if (canSave) void panel.agents.save(text, manifest);
  };
  const selectLine = (line: number): void => {
    const { start, end } = findLineRange(text, line);
    field.current?.focus();
    field.current?.setSelectionRange(start, end);
  };
  return (
    <Form className="editor" submit={save}>
      {leaving && (
        <Confirmation
          question={words.unsaved}
          no={words.stay}
          yes={words.leave}
          act={() => panel.agents.confirmLeave(true)}
          close={() => panel.agents.confirmLeave(false)}
        />
      )}
      <textarea
        ref={field}
        aria-label={words.label}
        aria-describedby={verdictId}
        aria-invalid={read?.ok === false}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        wrap="off"
        rows={Math.min(28, Math.max(14, text.split('\n').length + 1))}
        maxLength={MAX_MANIFEST_LENGTH}
        value={text}
        onChange={({ target }) => panel.agents.setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          save();
        }}
      />
      <div id={verdictId}>
        <Verdict read={read} failed={checkFailed} workerFaults={writing.faults} go={selectLine} />
        {replaced && <p className="note">{words.replaces(formatAgentName(replaced.name))}</p>}
      </div>
      <div className="row">
        <button type="submit" className="button accent" aria-disabled={!canSave}>
          {saving ? words.saving : words.save}
        </button>
        <Button onClick={panel.agents.goBack}>{words.cancel}</Button>
      </div>
    </Form>
  );
}

interface VerdictProps {
  readonly read: ManifestReadResult | null;
  readonly failed: boolean;
  readonly workerFaults: Writing['faults'];
  readonly go: (line: number) => void;
}

function Verdict({ read, failed, workerFaults: refused, go }: VerdictProps) {
  const words = t.agents.editor;
  const faults = read?.ok === false ? read.faults : refused;
  const line = failed
    ? words.checkFailed
    : read === null
      ? words.checking
      : faults.length > 0
        ? words.faults(faults.length)
        : words.faultless;
  return (
    <>
      <p className={faults.length > 0 || failed ? 'verdict warn' : 'verdict fine'} role="status">
        {line}
      </p>
      {faults.length > 0 && <Faults faults={faults} go={go} />}
    </>
  );
}

const loadCheckOrNull = () => loadManifestCheck().catch(() => null);

/** `read` is null until the check has loaded. */
function useManifestCheck(text: string) {
  const check = useLoaded(loadCheckOrNull);
  const read = useMemo(() => check?.read(text) ?? null, [check, text]);
  return { read, failed: check === null };
}

function useUnloadGuard(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const guard = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', guard);
    return () => removeEventListener('beforeunload', guard);
  }, [unsaved]);
}
