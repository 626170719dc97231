/** Decides which addresses may be fetched (SAFETY D9), by the parsed host; refuses anything not known public. */
import ipaddr from 'ipaddr.js';
import { PRIVATE_NAMES } from './private-hosts.ts';
import { parseUrl } from '../../base/urls.ts';

export type AddressProblem = 'no-address' | 'scheme' | 'credentials' | 'private-address' | 'private-name';

const MAX_ADDRESS = 2000;

/** Null if allowed. Never throws; does not resolve names. All ports: browsers block unsafe ones themselves. */
export function findAddressProblem(address: string): AddressProblem | null {
  const url = address.length > MAX_ADDRESS ? null : parseUrl(address);
  if (!url) return 'no-address';
  const { protocol, username, password, hostname } = url;
  if (!/^https?:$/.test(protocol)) return 'scheme';
  if (username !== '' || password !== '') return 'credentials';
  const literal = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  // browsers convert all numeric notations of IPv4 to four parts
  if (ipaddr.isValid(literal)) return isPublicIp(literal) ? null : 'private-address';
  return isPublicName(hostname) ? null : 'private-name';
}

export const isPublicAddress = (address: string): boolean => findAddressProblem(address) === null;

/** All allocated IPv6 space (RFC 4291, 2.4 and IANA's registry). */
const GLOBAL_UNICAST: readonly [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** IPv6 forms that embed an IPv4 address match neither: no page is published under one. */
function isPublicIp(literal: string): boolean {
  const ip = ipaddr.parse(literal);
  return ip.range() === 'unicast' && (ip instanceof ipaddr.IPv4 || ip.match(...GLOBAL_UNICAST));
}

function isPublicName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  const labels = name.split('.');
  if (labels.length < 2 || labels.includes('')) return false;
  return !PRIVATE_NAMES.some((privateName) => name === privateName || name.endsWith(`.${privateName}`));
}

const TRACKING_PARAMETERS = new Set(
  (
    'gclid gclsrc dclid gbraid wbraid srsltid _ga _gl fbclid msclkid yclid twclid ttclid li_fat_id igsh igshid ' +
    'mc_cid mc_eid mkt_tok ml_subscriber ml_subscriber_hash oly_anon_id oly_enc_id vero_id _hsenc _hsmi ' +
    'ref_src ref_url wt_mc wt_zmc'
  ).split(' '),
);

/** Wikipedia serves the same pages under both hosts, but its search returns only one. */
const MOBILE_WIKIPEDIA = /^([a-z-]{2,20})\.m\.wikipedia\.org$/;

/**
 * Removes only what cannot change the response, so `www.` and http stay. Null if it is no web address, too long, or has
 * credentials. Idempotent.
 */
export function canonicaliseUrl(address: string): string | null {
  const url = address.length > MAX_ADDRESS ? null : parseUrl(address);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  url.hash = '';
  url.search = removeTracking(url.search);
  url.hostname = url.hostname.replace(MOBILE_WIKIPEDIA, '$1.wikipedia.org');
  // RFC 3986 §6.2.2.1: hexadecimal digits in escapes are case-insensitive
  const canonical = url.href.replace(/%[0-9a-f]{2}/gi, (escaped) => escaped.toUpperCase());
  return canonical.length > MAX_ADDRESS ? null : canonical;
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
