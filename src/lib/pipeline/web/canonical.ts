/** One name for an address, however engines and pages write it. */

/** The canonical address: http or https, without fragment. Null for what is no web address, or carries a name and a password. */
export function canonicalUrl(address: string): string | null {
  if (address.length > 2000 || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  url.hash = '';
  return url.href;
}
