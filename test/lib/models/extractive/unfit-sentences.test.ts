import { expect, test } from 'vitest';
import { isNotice } from '../../../../src/lib/models/extractive/notices.ts';
import { isCutOpen } from '../../../../src/lib/models/extractive/unfit-sentences.ts';

test.each([
  'The European Commission links aid to the purchase of grain.',
  'In terms of GDP, Germany is the largest economy in Europe.',
  'The terms of the peace deal were published on Monday.',
  'State-sponsored hackers stole the data of 5 million people.',
  'Television advertising grew by 8 percent last year.',
  'Users can subscribe to the event stream with one call.',
  'Partager le pouvoir est difficile dans un pays divisé.',
  'Suscribió el acuerdo con los sindicatos del puerto.',
  'Registraron cinco terremotos en la costa del norte.',
  'Опубликовано исследование о жизни пчёл в городах.',
  '订阅费用从今年一月起上涨了百分之十。',
  '扫描显示他的肺部没有异常。',
  '未经许可进入保护区者将被罚款五千元。',
  '点击率在过去一年中上升了一倍。',
  'लेखक ने कहा कि पुस्तक अगले वर्ष छपेगी।',
])('no notice: %s', (text) => {
  expect(isNotice(text, false)).toBe(false);
});

test.each([
  'Buying through our links may earn us a commission, which supports our work.',
  'Commissions may be paid to us for purchases, and some commission goes to the links’ owner.',
  'By going on you accept the terms of use.',
  'This text is sponsored by a maker of oars.',
  'Subscribe to our weekly channel.',
  'Lire aussi : tous les ponts.',
  'Publié le 3 mai 2024 à 10 h.',
  'Suscríbase a nuestro boletín.',
  'Le puede interesar: los puentes del río.',
  'Leia também: todas as pontes.',
  'Inscreva-se no nosso canal.',
  'Leggi anche: tutti i ponti.',
  'Автор: Иван Петров.',
  'Подпишитесь на нашу рассылку.',
  'Читайте также: все мосты города.',
  '原标题：旧桥关闭。',
  '责任编辑：王伟。',
  '点击查看更多内容。',
  '写真：田中太郎。',
  'यह भी पढ़ें: सभी पुल।',
  'लेखक: राम कुमार।',
])('a notice: %s', (text) => {
  expect(isNotice(text, false)).toBe(true);
});

test.each([
  ['”Det är bra”, säger Anna till tidningen.', false],
  ['Options are a) yes and b) no, the paper says.', false],
  ['The end of it”, he said.', true],
  ['The end of (it, he said.', true],
  ['It was small) and old.', true],
])('%s is cut open: %j', (text, wanted) => {
  expect(isCutOpen(text)).toBe(wanted);
});
