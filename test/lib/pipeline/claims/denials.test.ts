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
  ])('is left alone where it denies it in other words: %s', (claim, evidence) => {
    expect(check(claim, evidence, 'en')).toEqual([]);
  });
});
