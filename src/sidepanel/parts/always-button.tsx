/**
 * Button that allows an action permanently. It names exactly the one origin that it allows, read by code from the call,
 * and is as hard to press by accident as a single approval.
 */
import type { AskedCall } from '../../lib/agent/frames.ts';
import { escapeInvisible } from '../../lib/base/visible.ts';
import { t } from '../strings.ts';
import { DeliberateButton } from './deliberate.tsx';

interface AlwaysButtonProps {
  readonly call: AskedCall;
  readonly place: string;
  readonly busy: boolean;
  readonly act: () => void;
}

export function AlwaysButton({ call: { grant }, place, busy, act }: AlwaysButtonProps) {
  if (!grant) return null;
  return <DeliberateButton place={place} busy={busy} act={act} label={t.approveAlways(formatSite(grant.origin))} />;
}

/** Returns the host; for an origin that is not HTTPS, the whole origin. */
const formatSite = (origin: string): string => escapeInvisible(origin.replace(/^https:\/\//, ''));
