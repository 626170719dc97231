import { describe, expect, it } from 'vitest';
import { checkClaim } from '../../../../src/lib/pipeline/claims/check-claims.ts';

const check = (claim: string, evidence: string, language = 'en', around = ''): readonly string[] =>
  checkClaim(claim, { sentences: [evidence], around }, { known: '', language }).map(
    ({ claim: own, source }) => `${own} | ${source}`,
  );

describe('a name in another form', () => {
  it.each([
    ['The EU adopted the law in May.', 'The European Union adopted the law in May.'],
    ['The European Union adopted the law in May.', 'The EU adopted the law in May.'],
    ['The UN sent aid to the town.', 'The United Nations sent aid to the town.'],
    ['NATO met on the coast.', 'The North Atlantic Treaty Organization met on the coast.'],
    ['He moved to NYC last year.', 'He moved to New York City last year.'],
    ['Mr Smith signed the deal.', 'John Smith signed the deal.'],
    ['President Biden signed the bill.', 'Joe Biden signed the bill.'],
    ['Chancellor Merkel opened the bridge.', 'Angela Merkel opened the bridge.'],
    ['Angela Merkel opened the bridge.', 'Chancellor Merkel opened the bridge.'],
    ['Dr. Miller led the trial.', 'Anne Miller led the trial.'],
    ['It was built after World War II.', 'It was built after World War Two.'],
    ['Louis XIV built the palace.', 'Louis the Fourteenth built the palace.'],
  ])('is not marked: %s', (claim, evidence) => {
    expect(check(claim, evidence)).toEqual([]);
  });

  it.each([
    ['The EU adopted the law in May.', 'The United Nations adopted the law in May.', 'The EU | The United Nations'],
    ['The UN sent aid to the town.', 'The European Union sent aid to the town.', 'The UN | The European Union'],
    ['Jane Smith signed the deal.', 'John Smith signed the deal.', 'Jane Smith | John Smith'],
    ['Mr Jones signed the deal.', 'John Smith signed the deal.', 'Mr Jones | John Smith'],
    ['Louis XV built the palace.', 'Louis XIV built the palace.', 'Louis XV | Louis XIV'],
  ])('is marked where it is another: %s', (claim, evidence, words) => {
    expect(check(claim, evidence)).toContain(words);
  });
});

describe('a name in another language than the page’s', () => {
  const page = 'The city council of London closed the old bridge. Germany and the United States sent engineers.';
  it.each([
    ['L’Allemagne et les États-Unis ont envoyé des ingénieurs à la ville.', page, 'en'],
    ['Alemania y los Estados Unidos enviaron a los ingenieros.', page, 'en'],
    ['Die Ingenieure kamen aus Deutschland und aus den Vereinigten Staaten.', page, 'en'],
    ['Le conseil de la ville de Londres a fermé le vieux pont.', page, 'en'],
    ['The city of Munich closed the old bridge.', 'Die Stadt München hat die alte Brücke gesperrt.', 'de'],
  ])('is not marked: %s', (claim, evidence, language) => {
    expect(check(claim, evidence, language)).toEqual([]);
  });

  it('is marked where it is another', () => {
    expect(check('La Pologne et la Suède ont envoyé des ingénieurs à la ville.', page, 'en').length).toBeGreaterThan(0);
    expect(check('Le conseil de la ville de Paris a fermé le vieux pont.', page, 'en').length).toBeGreaterThan(0);
  });
});

describe('a number with a bound or in the round', () => {
  it.each([
    ['en', 'About 70 % agreed.', '69.8 % agreed.'],
    ['en', 'The tower is roughly 330 m high.', 'The tower is 329.7 m high.'],
    ['en', 'About 1.2 million people live there.', '1,187,000 people live there.'],
    ['en', 'More than 1,000 people came.', '1,023 people came.'],
    ['en', 'Fewer than 100 people came.', '97 people came.'],
    ['en', 'More than half of the voters agreed.', '53 % of the voters agreed.'],
    ['en', 'Almost half of the voters agreed.', '49.7 % of the voters agreed.'],
    ['de', 'Mehr als 1000 Menschen kamen in die Stadt.', '1023 Menschen kamen in die Stadt.'],
    ['fr', 'Plus de 1000 personnes sont venues dans la ville.', '1023 personnes sont venues dans la ville.'],
    ['es', 'Más de 1000 personas llegaron a la ciudad.', '1023 personas llegaron a la ciudad.'],
  ])('is not marked where it is true of the evidence: %s, %s', (language, claim, evidence) => {
    expect(check(claim, evidence, language)).toEqual([]);
  });

  it.each([
    ['About 70 % agreed.', '62 % agreed.'],
    ['More than 1,000 people came.', '923 people came.'],
    ['More than 1,000 people came.', '92,300 people came.'],
    ['Fewer than 100 people came.', '103 people came.'],
    ['More than 1,000 people came.', 'Fewer than 1,023 people came.'],
    ['1,000 people came.', '1,023 people came.'],
    ['More than 5 km were closed.', '6 miles were closed.'],
  ])('is marked where it is not: %s', (claim, evidence) => {
    expect(check(claim, evidence).length).toBeGreaterThan(0);
  });
});
