/** Addresses that may not be fetched, in every writing that anybody has tried, and such that may. */

/** Ranges of IPv4 that are not public (IANA's special-purpose registry): first address, and bits of its prefix. */
export const BLOCKED_V4: readonly (readonly [base: number, bits: number])[] = [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24',
  '203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
]
  .flatMap((line) => line.split(' '))
  .map((range) => {
    const [address = '', bits] = range.split('/');
    return [v4Number(address), Number(bits)];
  });

/** The same of IPv6: all outside 2000::/3, and what is special within. */
export const BLOCKED_V6: readonly (readonly [base: bigint, bits: number])[] = [
  [0n, 3],
  [0x4000n << 112n, 2],
  [0x8000n << 112n, 1],
  [0xffffn << 32n, 96],
  [0x0064_ff9bn << 96n, 96],
  [0xfc00n << 112n, 7],
  [0xfe80n << 112n, 10],
  [0xfec0n << 112n, 10],
  [0xff00n << 112n, 8],
  [0x2001_0000n << 96n, 23],
  [0x2001_0000n << 96n, 32],
  [0x2001_0db8n << 96n, 32],
  [0x2002n << 112n, 16],
  [0x3fffn << 112n, 20],
];

function v4Number(address: string): number {
  return address.split('.').reduce((number, octet) => number * 256 + Number(octet), 0);
}

/** Both ends of each range, as they are usually written. */
const edges = BLOCKED_V4.flatMap(([base, bits]) => [base, base + 2 ** (32 - bits) - 1]).map((number) =>
  [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.'),
);

const HOSTS = `
  127.1 127.0.1 127.255.255.254 127.0.0.1. 2130706433 2130706433. 0x7f000001 0X7F000001 0x7f.0x0.0x0.0x1 0x7f.1
  0x7F.0.0.0x1 017700000001 0177.0.0.1 0177.0.0.01 00177.0.0.1 0177.1 0x7f.0.1 127.0x1 127.000.000.001 0x7f.000.0x0.01
  0 0.0.0.0 0x0 00 0. 0.0 0.1
  10.1 10.0.1 167772161 0xa000001 0xa.1 012.1 012.0.0.1 0x0a.0x0.0x0.0x01
  172.16.1 172.31.255.1 2886729729 0xac100001 0254.020.0.1
  192.168.1 192.168.257 3232235777 0xc0a80101 0300.0250.0.1 0xc0.0xa8.0x1.0x1 192.0xa8.1.1
  169.254.169.254 169.254.43518 2852039166 0xa9fea9fe 0251.0376.0251.0376 169.16689662 0xa9.254.0251.254
  100.64.0.1 100.127.255.1 1681915905 198.18.0.5 198.19.255.1 224.0.0.1 239.255.255.250 255.255.255.254 4294967295
  0xffffffff 037777777777
  [::] [::0] [0:0:0:0:0:0:0:0] [0000:0000:0000:0000:0000:0000:0000:0000]
  [::1] [0::1] [0:0:0:0:0:0:0:1] [0000:0000:0000:0000:0000:0000:0000:0001] [::0:1] [::00:0001]
  [::ffff:127.0.0.1] [::FFFF:127.0.0.1] [::ffff:7f00:1] [::ffff:7F00:0001] [0:0:0:0:0:ffff:127.0.0.1]
  [0:0:0:0:0:ffff:7f00:1] [0000:0000:0000:0000:0000:ffff:7f00:0001] [::ffff:0:127.0.0.1] [::ffff:10.0.0.1]
  [::ffff:192.168.0.1] [::ffff:c0a8:1] [::ffff:169.254.169.254] [::ffff:a9fe:a9fe] [::ffff:172.16.0.1]
  [::ffff:100.64.0.1] [::ffff:0.0.0.0] [::127.0.0.1] [::7f00:1] [::10.0.0.1] [::192.168.1.1] [::a9fe:a9fe]
  [64:ff9b::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b::10.0.0.1] [64:ff9b::a9fe:a9fe] [64:ff9b:1::1] [64:ff9b:1::7f00:1]
  [2002:7f00:1::] [2002:7f00:1::1] [2002:0a00:1::1] [2002:c0a8:101::1] [2002:a9fe:a9fe::]
  [2001::1] [2001:0:4136:e378:8000:63bf:3fff:fdd2] [2001:0:0:0:0:0:80ff:fffe]
  [fc00::] [fc00::1] [fd00::1] [fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff] [FD12:3456:789A::1] [fd00:ec2::254]
  [fe80::] [fe80::1] [fe80::5efe:7f00:1] [febf::1] [fec0::1] [feff::1]
  [ff00::] [ff02::1] [ff05::2] [ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]
  [2001:db8::1] [2001:0db8:ffff::1] [3fff::1] [3fff:fff::1] [100::1] [2001:2::1] [2001:10::1] [2001:20::1] [5f00::1]
  [4000::1] [8000::1] [1::1]
  localhost LOCALHOST LocalHost localhost. localhost.. a.localhost a.b.localhost a.localhost. localhost.localdomain
  printer router wiki intranet com org nas01 printer. a wpad metadata kubernetes host-name
  printer.local PRINTER.LOCAL printer.local. _http._tcp.local db.internal metadata.google.internal metadata.google.internal.
  host.docker.internal instance-data.ec2.internal wiki.intranet mail.corp server.home nas.lan nas.lan. box.home.arpa
  a.b.home.arpa fritz.box wiki.private db.svc.cluster.local kubernetes.default.svc kubernetes.default.svc. db.prod.SVC
  api.cluster vault.service.consul registry.docker 1.0.0.127.in-addr.arpa wiki.localnet nas.router app.test a.invalid hidden.onion name.alt
  1.2.3.4.. 127.0.0.1.. a..example.org .example.org example.org.. . ..
`;

/** Digits, dots and letters that the browser reads as plain ones. */
const DRESSED = [
  '１２７.０.０.１',
  '１２７．０．０．１',
  '127。0。0。1',
  '127｡0｡0｡1',
  '①②⑦.⓪.⓪.①',
  '１９２.１６８.０.１',
  '０ｘ７ｆ.１',
  '２１３０７０６４３３',
  'ｌｏｃａｌｈｏｓｔ',
  'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
  'lo\u{ad}calhost',
  'local\u{200b}host',
  '𝓵𝓸𝓬𝓪𝓵𝓱𝓸𝓼𝓽',
  'printer。local',
  'ｎａｓ．ｌａｎ',
  'localhoﬆ',
  'bücher',
  'xn--bcher-kva',
  '日本',
  '%6c%6f%63%61%6c%68%6f%73%74',
  '%31%32%37.0.0.1',
  '127%2e0%2e0%2e1',
];

/** Whole addresses: userinfo, other schemes, what is none. */
const WHOLE = [
  'http://user@example.org/',
  'http://user:password@example.org/',
  'http://:password@example.org/',
  'http://example.org@127.0.0.1/',
  'http://example.org:80@127.0.0.1/',
  'http://127.0.0.1@example.org/',
  'http://example.org%2f@127.0.0.1/',
  'http://a:b@[::1]/',
  'http:\\\\127.0.0.1\\',
  'http:/127.0.0.1/',
  'http:127.0.0.1',
  'http:////127.0.0.1/',
  'HTTP://127.0.0.1',
  '  http://127.0.0.1/  ',
  'ht\ntp://127.0.\t0.1/',
  'http://127.0.0.1:80/',
  'https://127.0.0.1:443/',
  'http://127.0.0.1:8080/a?b#c',
  'http://127.0.0.1#@example.org/',
  'http://127.0.0.1?@example.org/',
  'http://127.0.0.1\\@example.org/',
  'http://127.0.0.1/@example.org/',
  'http://localhost:11434/api/tags',
  'http://[::1]:8080/',
  'file:///etc/passwd',
  'file://example.org/share',
  'ftp://example.org/',
  'ws://example.org/',
  'javascript:alert(1)',
  'data:text/html,hello',
  'blob:https://example.org/0f0f',
  'about:blank',
  'chrome://settings/',
  'chrome-extension://mjfaggjnahkjoeldpfcaihenooakmjbp/page.html',
  'view-source:http://example.org/',
  'filesystem:http://example.org/temporary/a',
  'gopher://example.org/',
  'mailto:someone@example.org',
  'https://',
  'https:///',
  'example.org',
  '//example.org/',
  '/path',
  '',
  ' ',
  'http://[::1',
  'http://[fe80::1%25eth0]/',
  'http://256.256.256.256/',
  'http://1.2.3.4.5/',
  'http://exa mple.org/',
  'http://example.org:99999/',
  `http://example.org/${'a'.repeat(2000)}`,
];

export const BLOCKED: readonly string[] = [
  ...new Set([...edges, ...HOSTS.trim().split(/\s+/), ...DRESSED].map((host) => `http://${host}/`)),
  ...WHOLE,
];

export const PUBLIC: readonly string[] = [
  ...'1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.1 169.253.255.255'.split(
    ' ',
  ),
  ...'169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0 192.0.3.0 192.167.255.255 192.169.0.0 198.17.255.255'.split(' '),
  ...'198.20.0.0 198.51.99.255 198.51.101.0 203.0.112.255 203.0.114.0 223.255.255.255 134744072 0x08080808'.split(' '),
  ...'[2606:4700:4700::1111] [2001:4860:4860::8888] [2a00:1450:4001::1] [2620:fe::fe] [2400:cb00::1]'.split(' '),
  ...'[2001:200::1] [2003::1] [3ffe::1] [2620:4f:8001::1] [3fff:1000::1] [2001:1db8::1] [2001:db7::1] [2001:db9::1]'.split(
    ' ',
  ),
  ...'example.org example.com example.net www.example.org news.example.org pages.example.com EXAMPLE.ORG example.org.'.split(
    ' ',
  ),
  ...'en.wikipedia.org de.wikipedia.org bbc.co.uk nytimes.com arxiv.org doi.org github.com docs.python.org'.split(' '),
  ...'localhost.example.org local.example.com internal.example.com home.example.org lan.io notlocalhost.com'.split(' '),
  ...'mylocal.net thehome.com corp.com test.de intranet.example.net 127.0.0.1.example.org 10.0.0.1.example.com'.split(
    ' ',
  ),
  ...'xn--bcher-kva.example bücher.de münchen.de 例え.jp пример.рф xn--80akhbyknj4f.xn--p1ai a.b.c.d.e.org'.split(' '),
  ...'example。org ｅｘａｍｐｌｅ.org 1password.com 4chan.org 0x.org 3.14.example.org a-b.example.org under_score.example.org'.split(
    ' ',
  ),
  ...'example.org:80 example.org:8080 example.org:443 site.example t.co x.ai home.blog a.dev'.split(' '),
].map((host) => `https://${host}/path?q=1`);
