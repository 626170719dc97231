/** What every frame has. */
import type { Body } from './artifact.ts';
import type { Labels } from './labels.ts';

/** Version of the shapes below. */
export const FRAME_VERSION = 1;

/** As in MCP. A resource's text is read by its hash when a prompt is built. */
export type ContentBlock =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'resource';
      readonly title: string;
      readonly uri: string;
      readonly language: string;
      readonly body: Body;
    }
  | { readonly type: 'image'; readonly hash: string; readonly mediaType: string; readonly alt: string };

export interface FrameOf<K extends string> {
  readonly v: typeof FRAME_VERSION;
  readonly id: string;
  readonly runId: string;
  /** From 0, without gaps. */
  readonly seq: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Milliseconds since the frame before in which the computer slept: not working time. Absent for none. */
  readonly slept?: number;
  readonly kind: K;
  readonly parentId: string | null;
  /** `main` or a called agent's id. */
  readonly agentId: string;
  readonly correlationId: string | null;
  readonly labels: Labels;
  /** The extension's version. */
  readonly product: string;
}
