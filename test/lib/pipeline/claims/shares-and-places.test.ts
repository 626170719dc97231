import { describe, expect, it } from 'vitest';
import { checkClaim } from '../../../../src/lib/pipeline/claims/check-claims.ts';

const check = (claim: string, evidence: string, language: string) =>
  checkClaim(claim, { sentences: [evidence], around: '' }, { known: '', language });

describe('a share said by two numbers', () => {
  it.each([
    ['en', '20 % of adults smoke.', 'One in five adults smokes.'],
    ['en', 'One in five adults smokes.', '20 % of adults smoke.'],
    ['en', 'One in five adults smokes.', '1 in 5 adults smokes.'],
    ['en', 'A fifth of adults smoke.', 'One in five adults smokes.'],
    ['en', 'Two in three agreed.', '67 % agreed.'],
    ['en', 'One out of ten children is ill.', '10 percent of children are ill.'],
    ['en', 'Nine out of ten dentists agree.', '90 % of dentists agree.'],
    ['de', '20 % der Erwachsenen rauchen.', 'Jeder fünfte Erwachsene raucht.'],
    ['de', 'Einer von fünf Erwachsenen raucht.', '20 % der Erwachsenen rauchen.'],
    ['fr', 'Un adulte sur cinq fume dans le pays.', '20 % des adultes fument dans le pays.'],
    ['es', 'Uno de cada cinco adultos fuma en el país.', 'El 20 % de los adultos fuma en el país.'],
    ['zh', '五分之一的成年人吸烟。', '20%的成年人吸烟。'],
  ])('is not marked where it says the same, in %s: %s', (language, claim, evidence) => {
    expect(check(claim, evidence, language)).toEqual([]);
  });

  it.each([
    ['en', 'One in four adults smokes.', '20 % of adults smoke.'],
    ['en', 'One in five adults smokes.', 'One in six adults smokes.'],
    ['fr', 'Un adulte sur quatre fume dans le pays.', '20 % des adultes fument dans le pays.'],
    ['es', 'Uno de cada cuatro adultos fuma en el país.', 'El 20 % de los adultos fuma en el país.'],
    ['zh', '四分之一的成年人吸烟。', '20%的成年人吸烟。'],
  ])('is marked where it does not, in %s: %s', (language, claim, evidence) => {
    expect(check(claim, evidence, language).length).toBeGreaterThan(0);
  });
});

describe('a decade or a century', () => {
  it.each([
    ['en', 'It was built in the 1990s.', 'It was built in the nineties.'],
    ['en', 'It was built in the 1990s.', 'It was built in 1994.'],
    ['en', 'It was built in the 90s.', 'It was built in the 1990s.'],
    ['en', 'It was built in the nineties.', 'It was built in the 1990s.'],
    ['en', 'It was built in the 19th century.', 'It was built in 1850.'],
    ['en', 'It was built in the nineteenth century.', 'It was built in 1850.'],
    ['de', 'Es wurde in den 1990er Jahren gebaut.', 'Es wurde 1994 gebaut.'],
    ['de', 'Es wurde in den neunziger Jahren gebaut.', 'Es wurde in den 1990er Jahren gebaut.'],
    ['de', 'Es wurde im 19. Jahrhundert gebaut.', 'Es wurde 1850 gebaut.'],
    ['fr', 'Il a été construit dans les années 1990.', 'Il a été construit en 1994.'],
    ['fr', 'Il a été construit au XIXe siècle.', 'Il a été construit en 1850.'],
    ['es', 'Fue construido en los años noventa en la ciudad.', 'Fue construido en 1994 en la ciudad.'],
    ['es', 'Fue construido en el siglo XIX en la ciudad.', 'Fue construido en 1850 en la ciudad.'],
    ['zh', '这座桥建于20世纪90年代。', '这座桥建于1994年。'],
    ['zh', '这座桥建于19世纪。', '这座桥建于1850年。'],
  ])('is not marked where it says the same, in %s: %s', (language, claim, evidence) => {
    expect(check(claim, evidence, language)).toEqual([]);
  });

  it.each([
    ['en', 'It was built in the 1980s.', 'It was built in 1994.'],
    ['en', 'It was built in the eighties.', 'It was built in the 1990s.'],
    ['en', 'It was built in the 18th century.', 'It was built in 1850.'],
    ['en', 'It was built in 1850.', 'It was built in the 19th century.'],
    ['fr', 'Il a été construit au XVIIIe siècle.', 'Il a été construit en 1850.'],
    ['zh', '这座桥建于18世纪。', '这座桥建于1850年。'],
  ])('is marked where it does not, in %s: %s', (language, claim, evidence) => {
    expect(check(claim, evidence, language).length).toBeGreaterThan(0);
  });
});

describe('a place in another language than the page’s', () => {
  it.each([
    ['de', 'The city of Cologne closed the old bridge.', 'Die Stadt Köln hat die alte Brücke gesperrt.'],
    ['de', 'The city of Vienna closed the old bridge.', 'Die Stadt Wien hat die alte Brücke gesperrt.'],
    ['de', 'The city of Geneva closed the old bridge.', 'Die Stadt Genf hat die alte Brücke gesperrt.'],
    ['en', 'Die Stadt Warschau hat die alte Brücke gesperrt.', 'The city of Warsaw closed the old bridge.'],
    ['en', 'Die Stadt Venedig hat die alte Brücke gesperrt.', 'The city of Venice closed the old bridge.'],
    ['ru', 'The city of Prague closed the old bridge.', 'Город Прага закрыл старый мост.'],
    ['de', 'La ville d’Aix-la-Chapelle a fermé le pont.', 'Die Stadt Aachen hat die alte Brücke gesperrt.'],
    ['nl', 'The city of The Hague closed the old bridge.', 'De stad Den Haag heeft de oude brug gesloten.'],
    ['it', 'The city of Florence closed the old bridge.', 'La città di Firenze ha chiuso il vecchio ponte.'],
    ['pt', 'The city of Lisbon closed the old bridge.', 'A cidade de Lisboa fechou a ponte velha.'],
  ])('is not marked where it says the same, in %s: %s', (language, claim, evidence) => {
    expect(check(claim, evidence, language)).toEqual([]);
  });

  it.each([
    ['de', 'The city of Munich closed the old bridge.', 'Die Stadt Köln hat die alte Brücke gesperrt.'],
    ['it', 'The city of Leghorn closed the old bridge.', 'La città di Firenze ha chiuso il vecchio ponte.'],
  ])('is marked where it does not, in %s: %s', (language, claim, evidence) => {
    expect(check(claim, evidence, language).length).toBeGreaterThan(0);
  });
});

describe('a country, a city or a person in a script without capitals', () => {
  it.each([
    ['zh', '会议在北京举行。', '会议于周一在北京举行。'],
    ['zh', '主席在北京出席了会议。', '会议在北京举行，主席出席。'],
    ['ja', '会議は大阪で行われた。', '会議は大阪で開かれた。'],
    ['ja', 'コンピューターで会議が開かれた。', '会議はオンラインで開かれた。'],
  ])('is not marked where it says the same, in %s: %s', (language, claim, evidence) => {
    expect(check(claim, evidence, language)).toEqual([]);
  });

  it.each([
    ['zh', '会议在北京举行。', '会议在上海举行。'],
    ['zh', '田中当选主席。', '鈴木当选主席。'],
    ['zh', '王伟当选主席。', '李强当选主席。'],
    ['ja', '会議はパリで開かれた。', '会議はローマで開かれた。'],
    ['ja', '田中氏が会長に選ばれた。', '鈴木氏が会長に選ばれた。'],
    ['ja', '会議は東京で開かれた。', '会議は大阪で開かれた。'],
    ['zh', '中国赢得了比赛。', '日本赢得了比赛。'],
    ['ko', '회의는 서울에서 열렸다.', '회의는 부산에서 열렸다.'],
  ])('is marked where it does not, in %s: %s', (language, claim, evidence) => {
    expect(check(claim, evidence, language).length).toBeGreaterThan(0);
  });
});
