/** A page that is nothing but a consent dialog says so; a page with a banner is read. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isConsentWall } from '../../../../../src/lib/pipeline/page/read/read-article.ts';
import { goldenNames, PAGES } from '../../../../kit/pages/site.ts';
import { documentOf, openShadow, prose, readPage } from '../kit.ts';

const kindOf = (body: string): string => readPage(documentOf(`<body>${body}</body>`), openShadow).kind;

const dialog = (text: string, accept: string, refuse = 'x'): string =>
  `<div class="wall"><h1>Before you go on</h1><div><p>${text}</p></div><div><button>${refuse}</button> <button>${accept}</button></div></div>`;
const ENGLISH =
  'We use cookies and data to deliver our services. Personalised content depends on cookies. See our privacy policy.';

test.each([
  ['English', dialog(ENGLISH, 'Accept all', 'Reject all')],
  [
    'German',
    dialog('Wir verwenden Cookies. Mit Ihrer Einwilligung speichern wir Cookies auf Ihrem Gerät.', 'Alle akzeptieren'),
  ],
  ['French', dialog('Nous utilisons des cookies. Votre consentement peut être retiré.', 'Tout accepter')],
  ['Spanish', dialog('Usamos cookies. Consulte la política de privacidad.', 'Aceptar y continuar')],
  ['Italian', dialog('Usiamo cookie. Serve il tuo consenso.', 'Accetta')],
  ['Dutch', dialog('Wij gebruiken cookies en vragen uw toestemming.', 'Akkoord')],
  ['Polish', dialog('Używamy plików cookie za Twoją zgodą.', 'Zgadzam się')],
  ['Russian', dialog('Мы используем файлы cookie. Нужно ваше согласие.', 'Принять')],
  ['Japanese', dialog('当サイトはクッキーを使用します。プライバシーポリシー。', '同意する')],
  ['Chinese', dialog('我们使用 Cookie。请阅读隐私政策。', '全部接受')],
  ['Turkish', dialog('Çerez kullanıyoruz. Gizlilik politikası.', 'Kabul et')],
])('a wall in %s', (_language, body) => {
  expect(kindOf(body)).toBe('consent');
  expect(kindOf(`<header><nav><a href="/">Home</a></nav></header>${body}<footer>Imprint of the site</footer>`)).toBe(
    'consent',
  );
});

test('a dialog in a frame of another site, on a page without words', () => {
  expect(kindOf('<iframe id="sp_message_iframe_1" title="SP Consent Message"></iframe>')).toBe('consent');
  expect(kindOf('<iframe title="A map"></iframe>')).toBe('empty');
});

test('a page with a banner, a short one too, and a page about cookies are read', () => {
  const banner = dialog(ENGLISH, 'Accept all');
  expect(kindOf(`<main>${prose(200)}</main>${banner}`)).toBe('article');
  expect(
    kindOf(
      `<main><p>The ferry leaves at nine from the northern quay, and comes back at noon, on weekdays only.</p></main>${banner}`,
    ),
  ).toBe('article');
  expect(
    kindOf(
      `<article><h1>Cookies</h1>${'<p>A cookie is kept by the browser, with consent. Privacy rules ask for it.</p>'.repeat(5)}</article>`,
    ),
  ).toBe('article');
});

test('no golden page is taken for a wall, nor is a banner whose words stand apart in a short page', () => {
  for (const name of goldenNames()) {
    const source = readFileSync(join(PAGES, name, 'source.html'), 'utf8');
    expect(isConsentWall(documentOf(source).body), name).toBe(false);
  }
  const japanese = '<p>港の門は金曜日の正午に閉まり、修理のために三日のあいだ開きません。</p>'.repeat(8);
  const apart = `<div>クッキーを使用しています。<button>同意する</button></div><main>${japanese}</main><footer>プライバシー</footer>`;
  expect(kindOf(apart)).toBe('article');
});
