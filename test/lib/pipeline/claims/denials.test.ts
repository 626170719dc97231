import { describe, expect, it } from 'vitest';
import { checkClaim } from '../../../../src/lib/pipeline/claims/check-claims.ts';

const check = (claim: string, evidence: string, language: string): readonly string[] =>
  checkClaim(claim, { sentences: [evidence], around: '' }, { known: '', language }).map(
    ({ claim: own, source }) => `${own} | ${source}`,
  );

describe('a claim that says what its evidence denies', () => {
  it.each([
    ['en', 'The bill passed in May.', 'The bill failed to pass in May.', 'bill passed | failed to pass'],
    ['en', 'The plant produces steel.', 'The plant stopped producing steel.', 'plant produces | stopped producing'],
    ['en', 'The company pays tax.', 'The company avoids paying tax.', 'company pays | avoids paying'],
    ['en', 'The firm agreed to pay the fine.', 'The firm refused to pay the fine.', 'to pay | refused to pay'],
    [
      'en',
      'The minister took bribes.',
      'The minister denied that he took bribes.',
      'minister took | denied that he took',
    ],
    ['en', 'The law has teeth.', 'The law lacks teeth.', 'has teeth | lacks teeth'],
    ['en', 'The vaccine causes infection.', 'The vaccine prevents infection.', 'causes infection | prevents infection'],
    ['en', 'Side effects occur.', 'Side effects rarely occur.', 'effects occur | rarely occur'],
    ['en', 'The dye is toxic.', 'The dye is non-toxic.', 'is toxic | non-toxic'],
    ['en', 'The law is constitutional.', 'The law is unconstitutional.', 'constitutional | unconstitutional'],
    ['en', 'The two sides agreed on the price.', 'The two sides disagreed on the price.', 'agreed | disagreed'],
    ['en', 'The two sides disagreed on the price.', 'The two sides agreed on the price.', 'disagreed | agreed'],
    ['en', 'The dye is harmful to fish.', 'The dye is harmless to fish.', 'harmful | harmless'],
    ['en', 'He climbed the peak in May.', 'He tried to climb the peak in May.', 'He climbed | tried to climb'],
    ['de', 'Das ist möglich.', 'Das ist unmöglich.', 'möglich | unmöglich'],
    [
      'de',
      'Er hat den Vertrag unterschrieben.',
      'Er weigerte sich, den Vertrag zu unterschreiben.',
      'den Vertrag | weigerte sich, den Vertrag',
    ],
    ['fr', 'Il a signé le contrat hier.', 'Il a refusé de signer le contrat hier.', 'a signé | refusé de signer'],
    ['en', 'She won the race in May.', 'She almost won the race in May.', 'She won | almost won'],
    ['en', 'She won.', 'She nearly won.', 'She won | nearly won'],
    ['en', 'The team won the final.', 'The team failed to win the final.', 'team won | failed to win'],
    [
      'en',
      'The searchers found the wreck.',
      'The searchers could not find the wreck.',
      'searchers found the wreck | could not find the wreck',
    ],
    ['en', 'Bats are blind.', 'It is a myth that bats are blind.', 'Bats | is a myth that bats'],
    ['fr', 'Elle a gagné la course.', 'Elle a failli gagner la course.', 'a gagné | failli gagner'],
    [
      'fr',
      'Les clients fument dans les bars.',
      'Il est interdit de fumer dans les bars.',
      'clients fument | interdit de fumer',
    ],
    ['de', 'Sie hat das Rennen gewonnen.', 'Sie hätte das Rennen fast gewonnen.', 'Rennen gewonnen | fast gewonnen'],
    [
      'es',
      'El ministro firmó el acuerdo.',
      'El ministro se negó a firmar el acuerdo.',
      'ministro firmó | negó a firmar',
    ],
    ['zh', '政府签署协议。', '政府拒绝签署协议。', '府签 | 拒绝签'],
    ['zh', '他们支持这项计划。', '他们反对这项计划。', '持这 | 反对这'],
  ])('is marked with both words: %s, %s', (language, claim, evidence, words) => {
    expect(check(claim, evidence, language)).toContain(words);
  });

  it.each([
    ['The bill did not pass.', 'The bill failed to pass.'],
    ['The firm declined to pay the fine.', 'The firm refused to pay the fine.'],
    ['He cannot walk.', 'He is unable to walk.'],
    ['The law has no teeth.', 'The law lacks teeth.'],
    ['The vaccine protects against infection.', 'The vaccine prevents infection.'],
    ['Side effects are rare.', 'Side effects rarely occur.'],
    ['The dye is not toxic.', 'The dye is non-toxic.'],
    ['The law is not constitutional.', 'The law is unconstitutional.'],
    ['The town banned cars in the centre.', 'The town prohibited cars in the centre.'],
    ['The plant went down in March.', 'The plant failed in March.'],
    ['The group met.', 'The non-profit group met in May.'],
    ['She came close to winning the race.', 'She almost won the race.'],
    ['She lost the race narrowly.', 'She almost won the race.'],
    ['Almost half of the seats went to the party.', 'The party won almost half of the seats.'],
    ['The team lost the final.', 'The team failed to win the final.'],
    ['The searchers did not find the wreck.', 'The searchers could not find the wreck.'],
    ['He found work in Paris.', 'He could not find work in London, but found work in Paris.'],
    ['The idea that bats are blind is wrong.', 'It is a common misconception that bats are blind.'],
    ['Bats can see.', 'It is a myth that bats are blind. In fact bats see well.'],
    ['The government fell after the treaty was signed.', 'The minister refused to sign the treaty.'],
  ])('is left alone where it denies it in other words: %s', (claim, evidence) => {
    expect(check(claim, evidence, 'en')).toEqual([]);
  });
});

describe('a claim that has the opposite verb of its evidence', () => {
  it.each([
    ['en', 'The firm met its target in 2019.', 'The firm missed its target in 2019.', 'met | missed'],
    ['en', 'Production continued in April.', 'Production ceased in April.', 'continued | ceased'],
    ['en', 'Parliament ratified the treaty.', 'Parliament rejected the treaty.', 'ratified | rejected'],
    ['fr', 'Le parlement a ratifié le traité.', 'Le parlement a rejeté le traité.', 'ratifié | rejeté'],
    ['de', 'Das Gesetz erlaubt das Rauchen.', 'Das Gesetz verbietet das Rauchen.', 'erlaubt | verbietet'],
  ])('is marked either way round: %s, %s', (language, claim, evidence, words) => {
    expect(check(claim, evidence, language)).toContain(words);
    expect(check(evidence, claim, language)).toContain(words.split(' | ').reverse().join(' | '));
  });

  it.each([
    ['The two met in Paris.', 'The two met in Paris, where he missed his train.'],
    ['Production did not stop.', 'Production continued in April.'],
    ['Production ended in April.', 'Production ceased in April.'],
    ['Parliament approved the treaty.', 'Parliament ratified the treaty.'],
    ['The firm did not meet its target.', 'The firm missed its target in 2019.'],
  ])('is left alone where it says the same: %s', (claim, evidence) => {
    expect(check(claim, evidence, 'en')).toEqual([]);
  });
});
