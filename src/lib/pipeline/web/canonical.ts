/**
 * One name for an address, however engines and pages write it. The one rule: it is also what is fetched, so nothing goes
 * that a server could answer differently without: `www.`, a mobile host, a last slash, http for https and the order of the
 * query all stay.
 */

/** Longer ones are no address of a page that people pass on. */
const MAX_ADDRESS = 2000;

/** What campaigns, mail programs and social networks add to tell where a reader came from. */
const TRACKING = new Set(
  (
    'gclid gclsrc dclid gbraid wbraid srsltid _ga _gl fbclid msclkid yclid twclid ttclid li_fat_id igsh igshid ' +
    'mc_cid mc_eid mkt_tok ml_subscriber ml_subscriber_hash oly_anon_id oly_enc_id vero_id _hsenc _hsmi ' +
    'ref_src ref_url wt_mc wt_zmc'
  ).split(' '),
);

/** Wikipedia serves the same pages under both, and only one of them is named by its searches. */
const MOBILE_WIKIPEDIA = /^([a-z-]{2,20})\.m\.wikipedia\.org$/;

/**
 * The canonical address: http or https, without fragment and without what only tracks. Null for what is no web address,
 * is too long, or carries a name and a password. Idempotent.
 */
export function canonicalUrl(address: string): string | null {
  if (address.length > MAX_ADDRESS || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  url.hash = '';
  url.search = withoutTracking(url.search);
  url.hostname = url.hostname.replace(MOBILE_WIKIPEDIA, '$1.wikipedia.org');
  // RFC 3986 §6.2.2.1: the same character whichever case its hexadecimal digits have
  const canonical = url.href.replace(/%[0-9a-f]{2}/gi, (escaped) => escaped.toUpperCase());
  return canonical.length > MAX_ADDRESS ? null : canonical;
}

/** What is left stays as it is written: there are servers for which `?a` and `?a=` are two things. */
function withoutTracking(search: string): string {
  const kept = search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !tracks(part.split('=', 1).join('').toLowerCase()));
  return kept.length === 0 ? '' : `?${kept.join('&')}`;
}

function tracks(name: string): boolean {
  return name.startsWith('utm_') || TRACKING.has(name);
}
