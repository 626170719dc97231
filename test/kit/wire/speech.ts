/**
 * How a provider's server words one reply, for `model-server-replies.ts`: what a reply says is the same everywhere, its
 * events are not. One file beside this one per wire format.
 */
import type { Protocol } from '../../../src/lib/models/http/wire-format.ts';
import type { CallStyle, ServedCall } from '../models/model-server-calls.ts';
import type { Behaviour, Exchange } from '../models/model-server.ts';

/** One event: its data, and its name where the format names events. */
export interface WireEvent {
  readonly data: string;
  readonly name?: string;
}

export interface Figures {
  readonly input: number;
  readonly output: number;
  /** Part of `input`. */
  readonly cached?: number;
  /** Part of `output`. */
  readonly reasoning?: number;
  /** The server's own object instead, where a test is about its shape. */
  readonly raw?: Readonly<Record<string, unknown>>;
}

/** The wording of one reply; made anew for each, so that it may count. Every method gives the events of one moment. */
export interface Speech {
  /** `figures`: said here where the server says them first; null where it does not. */
  begin(figures: Figures | null): readonly WireEvent[];
  thought(piece: string): readonly WireEvent[];
  text(piece: string): readonly WireEvent[];
  /** A refusal in the place that the format has for it, where that is not the text. */
  refusal?(piece: string): readonly WireEvent[];
  /**
   * What stands for each moment of these calls: `size` characters of arguments an event, where they come in fragments. A
   * format that closes what it began takes them one by one, and is asked for no more than are sent.
   */
  calls(calls: readonly Required<ServedCall>[], size: number, style: CallStyle): Iterable<readonly WireEvent[]>;
  /** `reason`: `stopRuns`, `tool_calls`, `length`, `content_filter`, or the server's own word. */
  finish(reason: string, figures: Figures | null): readonly WireEvent[];
  /** The figures in an event of their own after the finish; [] where they stand in the finish. */
  figures(figures: Figures): readonly WireEvent[];
  /** What says that nothing follows; [] where the format has no such thing. */
  end(): readonly WireEvent[];
}

/** Cases of the conformance list, by name. */
type CaseName = string;

/** A provider's wire, as its server speaks it and as its adapter understands it. */
export interface WireFormat {
  readonly protocol: Protocol;
  /** Path of the base URL: `/v1`. */
  readonly base: string;
  readonly framing: 'sse' | 'ndjson';
  isCall(exchange: Exchange): boolean;
  speech(exchange: Exchange): Speech;
  /** A refusal in this provider's shape. */
  readonly refuse: (status: number, message: string, headers?: Readonly<Record<string, string>>) => Behaviour;
  /** An error in mid-stream, in this provider's shape. */
  readonly failure: (message: string) => WireEvent;
  /** An event that is JSON, but none of this protocol. */
  readonly foreign: WireEvent;
  /** The answer to a request for its models. */
  models(ids: readonly string[]): Behaviour;
  /** Cases of the list that this wire cannot say, each with the reason. */
  readonly without: Readonly<Record<CaseName, string>>;
}
