/** Counts tokens. Asynchronous because the exact counter loads its rank table on first use (PLATFORM §9). */
export interface TokenCounter {
  count(text: string): Promise<number>;
}
