/** Canonicalises addresses to fetch: removes only what cannot change the response, so `www.` and http stay. */

const MAX_URL = 2000;

const TRACKING_PARAMETERS = new Set(
  (
    'gclid gclsrc dclid gbraid wbraid srsltid _ga _gl fbclid msclkid yclid twclid ttclid li_fat_id igsh igshid ' +
    'mc_cid mc_eid mkt_tok ml_subscriber ml_subscriber_hash oly_anon_id oly_enc_id vero_id _hsenc _hsmi ' +
    'ref_src ref_url wt_mc wt_zmc'
  ).split(' '),
);

/** Wikipedia serves the same pages under both hosts, but its search returns only one. */
const MOBILE_WIKIPEDIA = /^([a-z-]{2,20})\.m\.wikipedia\.org$/;

/** Null if it is no web address, too long, or has credentials. Idempotent. */
export function canonicaliseUrl(address: string): string | null {
  if (address.length > MAX_URL || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  url.hash = '';
  url.search = removeTracking(url.search);
  url.hostname = url.hostname.replace(MOBILE_WIKIPEDIA, '$1.wikipedia.org');
  // RFC 3986 §6.2.2.1: hexadecimal digits in escapes are case-insensitive
  const canonical = url.href.replace(/%[0-9a-f]{2}/gi, (escaped) => escaped.toUpperCase());
  return canonical.length > MAX_URL ? null : canonical;
}

/** Keeps the rest as written: for some servers `?a` and `?a=` differ. */
function removeTracking(search: string): string {
  const kept = search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !isTrackingParameter(part.split('=', 1).join('').toLowerCase()));
  return kept.length === 0 ? '' : `?${kept.join('&')}`;
}

function isTrackingParameter(name: string): boolean {
  return name.startsWith('utm_') || TRACKING_PARAMETERS.has(name);
}
