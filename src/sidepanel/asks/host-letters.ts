/** Decodes a host that is written in ASCII (RFC 3492): the platform has no decoder. */
const [BASE, MIN, MAX, SKEW, DAMP] = [36, 1, 26, 38, 700];
const [FIRST_CODE, FIRST_BIAS] = [0x80, 72];

/** The host in letters; '' if it has no other form. */
export function formatHostLetters(host: string): string {
  const letters = host
    .split('.')
    .map((label) => (label.startsWith('xn--') ? (decodeLabel(label.slice(4)) ?? label) : label))
    .join('.');
  return letters === host ? '' : letters;
}

/** Null if it is malformed. */
function decodeLabel(label: string): string | null {
  const delimiter = label.lastIndexOf('-');
  const codes = Array.from(label.slice(0, Math.max(0, delimiter)), (letter) => letter.charCodeAt(0));
  let [code, bias, index] = [FIRST_CODE, FIRST_BIAS, 0];
  for (let at = delimiter + 1; at < label.length;) {
    const before = index;
    for (let [weight, k] = [1, BASE]; ; k += BASE) {
      const digit = parseInt(label.charAt(at++), BASE);
      if (Number.isNaN(digit)) return null;
      const value = digit < 10 ? digit + 26 : digit - 10;
      index += value * weight;
      const threshold = Math.min(MAX, Math.max(MIN, k - bias));
      if (value < threshold) break;
      weight *= BASE - threshold;
    }
    const count = codes.length + 1;
    bias = adapt(index - before, count, before === 0);
    code += Math.floor(index / count);
    index %= count;
    if (code > 0x10ffff) return null;
    codes.splice(index++, 0, code);
  }
  return String.fromCodePoint(...codes);
}

function adapt(delta: number, count: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / DAMP) : Math.floor(delta / 2);
  rest += Math.floor(rest / count);
  let k = 0;
  for (; rest > ((BASE - MIN) * MAX) / 2; k += BASE) rest = Math.floor(rest / (BASE - MIN));
  return k + Math.floor((BASE * rest) / (rest + SKEW));
}
