/**
 * Where a person writes an agent. The one rule: what has a fault is not saved, and what is not saved goes away only by the
 * person's word.
 */
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react';
import { MAX_MANIFEST, type AgentEntry } from '../../lib/protocol/agents.ts';
import type { Writing } from '../agents-view.ts';
import { shownName } from '../at-work.ts';
import { lineAt, loadManifestCheck, type ManifestCheck, type Read } from '../manifest-check.ts';
import { Faults } from '../parts/faults.tsx';
import { Sure } from '../parts/sure.tsx';
import { usePanel } from '../panel-context.ts';
import { t } from '../strings.ts';

interface AgentEditorProps {
  readonly writing: Writing;
  readonly agents: readonly AgentEntry[];
}

export function AgentEditor({ writing, agents }: AgentEditorProps) {
  const { panel } = usePanel();
  const { of, text, before, saving, leaving } = writing;
  const { read, failed } = useRead(useDeferredValue(text));
  const field = useRef<HTMLTextAreaElement>(null);
  const below = useId();
  const words = t.agents.editor;
  useUnloadGuard(text !== before);
  const manifest = read?.ok === true ? read.manifest : null;
  const other = manifest && agents.find(({ id }) => id === manifest.id && id !== of);
  const ready = manifest !== null && !saving && writing.faults.length === 0;
  const save = (): void => {
    if (ready) void panel.agents.save(text, manifest);
  };
  const go = (line: number): void => {
    const { start, end } = lineAt(text, line);
    field.current?.focus();
    field.current?.setSelectionRange(start, end);
  };
  return (
    <form
      className="editor"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {leaving && (
        <Sure
          question={words.unsaved}
          no={words.stay}
          yes={words.leave}
          act={() => panel.agents.mayLeave(true)}
          close={() => panel.agents.mayLeave(false)}
        />
      )}
      <textarea
        ref={field}
        aria-label={words.label}
        aria-describedby={below}
        aria-invalid={read?.ok === false}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        wrap="off"
        rows={Math.min(28, Math.max(14, text.split('\n').length + 1))}
        maxLength={MAX_MANIFEST}
        value={text}
        onChange={({ target }) => panel.agents.write(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          save();
        }}
      />
      <div id={below}>
        <Verdict read={read} failed={failed} refused={writing.faults} go={go} />
        {other && <p className="note">{words.replaces(shownName(other.name))}</p>}
      </div>
      <div className="row">
        <button type="submit" className="button accent" aria-disabled={!ready}>
          {saving ? words.saving : words.save}
        </button>
        <button type="button" className="button" onClick={panel.agents.back}>
          {words.cancel}
        </button>
      </div>
    </form>
  );
}

interface VerdictProps {
  readonly read: Read | null;
  readonly failed: boolean;
  /** What the worker found. */
  readonly refused: Writing['faults'];
  readonly go: (line: number) => void;
}

function Verdict({ read, failed, refused, go }: VerdictProps) {
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

/** What the check says of a text; null until it has been loaded. */
function useRead(text: string): { readonly read: Read | null; readonly failed: boolean } {
  const [check, setCheck] = useState<ManifestCheck | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let current = true;
    loadManifestCheck().then(
      (loaded) => {
        if (current) setCheck(() => loaded);
      },
      () => {
        if (current) setFailed(true);
      },
    );
    return () => {
      current = false;
    };
  }, []);
  const read = useMemo(() => check?.read(text) ?? null, [check, text]);
  return { read, failed };
}

/** The browser asks too, where the page itself is left. */
function useUnloadGuard(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const guard = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', guard);
    return () => removeEventListener('beforeunload', guard);
  }, [unsaved]);
}
