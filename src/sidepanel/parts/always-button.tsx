/**
 * “Always”, for what can be allowed so. The one rule: it names exactly what it allows, one origin as code read it off the
 * call, and is no easier to press than a yes for once.
 */
import type { AskedCall } from '../../lib/agent/frames.ts';
import { exactly } from '../../lib/base/visible.ts';
import { t } from '../strings.ts';
import { Deliberate } from './deliberate.tsx';

interface AlwaysButtonProps {
  readonly call: AskedCall;
  readonly place: string;
  readonly busy: boolean;
  readonly act: () => void;
}

export function AlwaysButton({ call: { grant }, place, busy, act }: AlwaysButtonProps) {
  if (!grant) return null;
  return <Deliberate place={place} busy={busy} act={act} label={t.approveAlways(siteOf(grant.origin))} />;
}

/** The host; the whole origin where that is not the encrypted one. */
const siteOf = (origin: string): string => exactly(origin.replace(/^https:\/\//, ''));
