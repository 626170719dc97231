import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../src/lib/base/hash.ts';

describe('sha256', () => {
  it('is the digest of the UTF-8 bytes', async () => {
    expect(await sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(await sha256('日本')).toBe('cf2abf0c5be326cb922a70f8163f91079c4d9aa8655c60ead89ad545c9de2e92');
  });
});
