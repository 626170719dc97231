import { expect, it } from 'vitest';
import { checkClaim } from '../../../../src/lib/pipeline/claims/check-claims.ts';

const check = (claim: string, evidence: string, language: string) =>
  checkClaim(claim, { sentences: [evidence], around: '' }, { known: '', language });

it.each([
  ['en', 'The plan costs $1.2 billion.', 'The plan costs $1.2B.'],
  ['en', 'It has 1.2 billion users.', 'It has 1.2B users.'],
  ['en', 'It is worth $3 trillion.', 'It is worth $3tn.'],
  ['en', 'It costs between 5 million and 10 million.', 'It costs between 5 and 10 million.'],
  ['en', 'It costs $5 million to $10 million.', 'It costs $5–10 million.'],
  ['en', 'It fell from 1.2 million to 1.1 million.', 'It fell from 1.2 to 1.1 million.'],
  ['en', 'Some 500,000 people came.', 'Half a million people came.'],
  ['en', 'It took 2.5 years.', 'It took two and a half years.'],
  ['en', 'The fine is 100,000 rupees.', 'The fine is 1,00,000 rupees.'],
  ['en', 'The fine is 100,000 rupees.', 'The fine is 1 lakh rupees.'],
  ['en', 'It was minus 5 degrees.', 'It was −5 °C.'],
  ['en', 'It began in 2005.', 'It began in two thousand and five.'],
  ['en', 'He came on May 3, 2024.', 'He came on 2024-5-3.'],
  ['en', 'It holds between 2 million and 3 million people.', 'It holds between two million and three million people.'],
  ['es', 'Creció 2 millones en tres años.', 'Creció dos millones en tres años.'],
  ['en', 'The drive takes 1 h 30 min.', 'The drive takes 1 h and 30 min.'],
  ['en', 'He paid 5 million.', 'He paid 5 million. Thousands protested.'],
  ['en', 'It costs $15.', 'It costs $15 T-bone steaks included.'],
  ['en', 'It has a 3 tesla magnet.', 'It has a 3T tesla magnet.'],
  ['en', 'It has 5, 10 and 15 million users.', 'It has 5 million, 10 million and 15 million users.'],
  ['en', 'It took 2.5 million years.', 'It took two and a half million years.'],
  ['en', 'It runs on version 2.4.10.', 'It runs on version 2.4.10 or later.'],
  ['es', 'Messi marca 2 goles.', 'Messi marca dos goles.'],
  ['ko', '3조각을 먹었다.', '3 조각을 먹었다.'],
  ['zh', '三个成员组合。', '3名成员组合。'],
  ['de', 'Er kam am 3. Mai 2024.', 'Er kam am 03.05.24.'],
  ['de', 'Es dauerte 1,5 Stunden.', 'Es dauerte anderthalb Stunden.'],
  ['de', 'Das kostet 1.000 Milliarden Euro.', 'Das kostet eine Billion Euro.'],
  ['fr', 'Il y a 21 morts.', 'Il y a vingt et un morts.'],
  ['fr', 'Le train part à 14:30.', 'Le train part à 14h30.'],
  ['fr', 'Elle est née le 3 décembre 1990.', 'Elle est née le 3 déc. 1990.'],
  ['fr', 'Le coût par habitant est de 5 euros.', 'Le coût par personne est de 5 euros.'],
  ['fr', 'Il reste seulement cinq jours.', 'Il ne reste que cinq jours.'],
  ['es', 'Hay 31 casas.', 'Hay treinta y una casas.'],
  ['es', 'Cuesta 5.000 millones de euros.', 'Cuesta 5 mil millones de euros.'],
  ['it', 'Sono arrivati 22 alunni.', 'Sono arrivati ventidue alunni.'],
  ['pt', 'São 21 casas.', 'São vinte e uma casas.'],
  ['ru', 'Там 21 дом.', 'Там двадцать один дом.'],
  ['ja', '参加者は1200万人。', '参加者は1,200万人。'],
  ['ja', '30%が反対した。', '3割が反対した。'],
  ['zh', '30%的人反对。', '三成的人反对。'],
  ['zh', '会议于2024年5月3日召开。', '会议于2024/5/3召开。'],
  ['zh', '这是重要的会议。', '这是特别重要的会议。'],
  ['zh', '会议在北京召开。', '会议分别在北京召开。'],
  ['ko', '30,000명이 왔다.', '3만 명이 왔다.'],
  ['ko', '2024-05-03에 왔다.', '2024년 5월 3일에 왔다.'],
  ['th', 'ราคา 5,000,000 บาท', 'ราคา 5 ล้านบาท'],
  ['ar', 'بلغ عدد السكان 5000000', 'بلغ عدد السكان 5 ملايين'],
  ['ar', 'جاء 1234 شخصا', 'جاء ١٬٢٣٤ شخصا'],
  ['pl', 'Urodził się 1990-05-03.', 'Urodził się 3 maja 1990.'],
  ['de', 'Es gab 500 Fälle.', 'Die Zahl der Fälle stieg auf 500.'],
  ['pt', 'O carro subiu de preço.', 'O carro aumentou de preço.'],
])('in %s %j is faithful to %j, and the other way round', (language, one, other) => {
  expect(check(one, other, language)).toEqual([]);
  expect(check(other, one, language)).toEqual([]);
});

it.each([
  ['en', 'The fire killed 5 people.', 'The fire killed 5,000 people.'],
  ['en', 'It cost $3 million.', 'It cost $3,000 million.'],
  ['en', 'It has 1.2 employees.', 'It has 1,200 employees.'],
  ['en', 'The fine is 1,00,500 rupees.', 'The fine is 1,00,000 rupees.'],
  ['de', 'Das kostet 12 Euro.', 'Das kostet 12.000 Euro.'],
  ['de', 'Die Regierung baut keine neuen Straßen.', 'Die Regierung baut neue Straßen und Brücken.'],
  ['de', 'Der Minister ist nicht zurückgetreten.', 'Der Minister ist unter Druck zurückgetreten und reist ab.'],
  ['fr', 'Il y a 20 morts.', 'Il y a vingt et un morts.'],
  ['fr', 'Il ne reste pas cinq jours.', 'Il reste cinq jours.'],
  ['en', 'It costs $1.2 million.', 'It costs $1.2B.'],
  ['ja', '参加者は1200人。', '参加者は1,200万人。'],
])('in %s %j is marked beside %j', (language, claim, evidence) => {
  expect(check(claim, evidence, language)).not.toEqual([]);
});
