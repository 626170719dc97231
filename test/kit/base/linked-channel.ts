/**
 * Two linked ends with the shape of a `chrome.runtime.Port`. The one rule, as in the browser: what is posted is copied as
 * JSON and arrives later, in order; closing one end tells the other, never oneself, and nothing arrives after that.
 */
interface Listeners<A extends readonly unknown[]> {
  addListener(callback: (...args: A) => void): void;
  removeListener(callback: (...args: A) => void): void;
  hasListener(callback: (...args: A) => void): boolean;
}

export interface LinkedPort {
  readonly name: string;
  /** Throws when the channel is closed. */
  postMessage(message: unknown): void;
  disconnect(): void;
  readonly onMessage: Listeners<readonly [unknown, LinkedPort]>;
  readonly onDisconnect: Listeners<readonly [LinkedPort]>;
}

class Event<A extends readonly unknown[]> implements Listeners<A> {
  readonly #callbacks = new Set<(...args: A) => void>();
  addListener(callback: (...args: A) => void): void {
    this.#callbacks.add(callback);
  }
  removeListener(callback: (...args: A) => void): void {
    this.#callbacks.delete(callback);
  }
  hasListener(callback: (...args: A) => void): boolean {
    return this.#callbacks.has(callback);
  }
  emit(...args: A): void {
    for (const callback of [...this.#callbacks]) callback(...args);
  }
}

/** Both ends of one channel. */
export function linkedChannel(name = 'panel'): readonly [LinkedPort, LinkedPort] {
  const channel = { open: true };
  const end = () => ({
    message: new Event<readonly [unknown, LinkedPort]>(),
    gone: new Event<readonly [LinkedPort]>(),
  });
  const [left, right] = [end(), end()];
  const make = (own: typeof left, other: typeof left, peer: () => LinkedPort): LinkedPort => ({
    name,
    postMessage(message) {
      if (!channel.open) throw new Error('Attempting to use a disconnected port object');
      const json = JSON.stringify(message);
      queueMicrotask(() => {
        if (channel.open) other.message.emit(JSON.parse(json) as unknown, peer());
      });
    },
    disconnect() {
      if (!channel.open) return;
      channel.open = false;
      queueMicrotask(() => {
        other.gone.emit(peer());
      });
    },
    onMessage: own.message,
    onDisconnect: own.gone,
  });
  const a: LinkedPort = make(left, right, () => b);
  const b: LinkedPort = make(right, left, () => a);
  return [a, b];
}
