/**
 * May this call be made? Pure, and asked before every call, also after a resume (SAFETY D2). The one rule: nothing depends
 * on what a model says of itself; what is not allowed here by name of its effect is asked or denied.
 */
import type { Labels } from './labels.ts';
import type { ToolAnnotations } from './tool.ts';

export type Verdict = 'allow' | 'ask' | 'deny';

export interface PolicyInput {
  /** Null for a tool that does not exist. */
  readonly annotations: ToolAnnotations | null;
  /** The worst of what stood in the prompt that led to the call; a rule's own calls stand on nothing. */
  readonly labels: Labels;
}

export function decide({ annotations, labels }: PolicyInput): Verdict {
  if (!annotations) return 'deny';
  const { readOnly, openWorld, destructive } = annotations;
  if (labels.integrity === 'system' && !destructive) return 'allow';
  if (!readOnly || destructive) return 'ask';
  // reading the world at large carries words out: what is private must not leave because a page said so
  return openWorld && labels.integrity === 'untrusted' && labels.confidentiality === 'private' ? 'ask' : 'allow';
}
