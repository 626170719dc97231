/** Quotes that would turn their source around, and true ones that look unlike it. */
import { describe, expect, it } from 'vitest';
import { openSource } from '../../../../src/lib/pipeline/cite/source.ts';
import { mayTurn } from '../../../../src/lib/pipeline/cite/turning-words.ts';
import { alignQuote } from './align-quote.ts';

const align = (quote: string, text: string, language = 'en') => alignQuote(quote, [openSource(text, language)], '');
const verdictOf = (quote: string, text: string, language = 'en') => align(quote, text, language).verdict;
const leftOutOf = (quote: string, text: string, language = 'en'): readonly string[] => {
  const { exact = '', leftOut = [] } = align(quote, text, language).place ?? {};
  return leftOut.map(({ start, end }) => exact.slice(start, end).trim());
};

describe('an ellipsis', () => {
  const PRICE =
    'The price includes delivery, which takes a week, and a warranty. It does not include set-up. However, the first year is free. Returns are simple. Refunds take three days.';

  it.each([
    ['The price includes delivery, … and a warranty.', 'a clause'],
    ['the first year is free. … Refunds take three days.', 'a sentence'],
    ['Returns are simple. [...] Refunds take three days.', 'nothing'],
  ])('that leaves out no more than clauses joins them: %j leaves out %s', (quote) => {
    expect(verdictOf(quote, PRICE)).toBe('close');
  });

  it.each([
    ['It does … include set-up.', ['not']],
    ['The price includes … a warranty', ['delivery, which takes a week, and']],
    ['and a warranty. … the first year is free', ['. It does not include set-up. However,']],
    [
      'The price includes delivery … Returns are simple',
      [', which takes a week, and a warranty. It does not include set-up. However, the first year is free.'],
    ],
    ['price … delivery, which takes a week', ['includes']],
  ])(
    '[R11.2] over a negation, a contrast or part of a clause makes a quote shortened, with what it leaves out: %j',
    (quote, words) => {
      expect(verdictOf(quote, PRICE)).toBe('shortened');
      expect(leftOutOf(quote, PRICE)).toEqual(words);
    },
  );

  it.each([
    ['The minister stole money, his enemies say, from the fund.', 'The minister stole money, … from the fund.', 'en'],
    ['The drug is free, provided that you are poor, for all.', 'The drug is free, … for all.', 'en'],
    ['You may leave, as long as you pay, at noon.', 'You may leave, … at noon.', 'en'],
    ['He killed her, according to a rumour, the paper wrote.', 'He killed her, … the paper wrote.', 'en'],
    ['The bridge is safe, within limits, for lorries.', 'The bridge is safe, … for lorries.', 'en'],
    ['The plan works, in theory, every day.', 'The plan works, … every day.', 'en'],
    ['He won, in a dream, the film says.', 'He won, … the film says.', 'en'],
    ['Le soin est gratuit, à condition d’être pauvre, pour tous.', 'Le soin est gratuit, … pour tous.', 'fr'],
    ['El trato es gratis, siempre que sea pobre, para todos.', 'El trato es gratis, … para todos.', 'es'],
    ['Das Mittel ist frei, vorausgesetzt man ist arm, für alle.', 'Das Mittel ist frei, … für alle.', 'de'],
    ['The firm cut jobs, critics allege, in May.', 'The firm cut jobs … in May.', 'en'],
    ['The minister resigned, sources told the paper, on Monday.', 'The minister resigned … on Monday.', 'en'],
    ['The road is open, weather permitting, all winter.', 'The road is open … all winter.', 'en'],
    ['Members pay nothing, if eligible, for the course.', 'Members pay nothing … for the course.', 'en'],
    ['The house is sold, subject to approval, to the town.', 'The house is sold … to the town.', 'en'],
    ['The tax will fall, he hopes, next year.', 'The tax will fall … next year.', 'en'],
    ['Il a volé l’argent, dit-on, du fonds.', 'Il a volé l’argent … du fonds.', 'fr'],
    ['Robó el dinero, dicen sus enemigos, del fondo.', 'Robó el dinero … del fondo.', 'es'],
    ['Ha rubato i soldi, dicono i nemici, del fondo.', 'Ha rubato i soldi … del fondo.', 'it'],
    ['Он украл деньги, говорят враги, из фонда.', 'Он украл деньги … из фонда.', 'ru'],
    ['治疗是免费的，前提是患者贫困，适用于所有人。', '治疗是免费的，…适用于所有人。', 'zh'],
    ['治療は無料で、貧しい場合に限り、全員に提供される。', '治療は無料で、…全員に提供される。', 'ja'],
  ])('over a condition, a limit or who said it makes a quote shortened: %j', (text, quote, language) => {
    expect(verdictOf(quote, text, language)).toBe('shortened');
  });

  it.each([['## Not included\n\n'], ['**Not included**\n\n'], ['> ## Not included\n>\n> ']])(
    'never goes over a heading: %j',
    (heading) => {
      expect(
        verdictOf(
          'The first three words … the last three words',
          `The first three words.\n\n${heading}the last three words`,
        ),
      ).toBe('missing');
    },
  );

  it.each([
    ['en', 'he did not, in the end, come'],
    ['de', 'jedoch kam er'],
    ['fr', 'mais il est venu'],
    ['es', 'pero no vino'],
    ['it', 'ma è venuto'],
    ['pt', 'mas veio'],
    ['nl', 'maar hij kwam'],
    ['sv', 'men han kom'],
    ['pl', 'ale przyszedł'],
    ['ru', 'но он пришёл'],
    ['uk', 'але він прийшов'],
    ['el', 'αλλά ήρθε'],
    ['ar', 'لكنه جاء'],
    ['he', 'אבל הוא בא'],
    ['hi', 'लेकिन वह आया'],
    ['vi', 'nhưng anh ấy đến'],
    ['id', 'tetapi dia datang'],
    ['zh', '但是他来了'],
    ['ja', 'しかし彼は来た'],
    ['ko', '그러나 그는 왔다'],
    ['th', 'แต่เขามา'],
    ['', 'ma è venuto'],
    ['cs', 'přišel'],
    ['en', 'მოვიდა'],
  ])('knows a contrast in %j, and trusts no language that it does not know: %s', (language, words) => {
    expect(mayTurn(words, language)).toBe(true);
  });
});

describe('a question', () => {
  it.each([
    ['Is the bridge safe', 'Is the bridge safe?', '?'],
    ['Is the bridge safe.', 'Nobody asked. Is the bridge safe? Yes.', '?'],
    ['the bridge will close', 'So the bridge will close in May?', 'in May?'],
    ['el puente es seguro.', '¿Acaso el puente es seguro?', '?'],
    ['这座桥安全。', '有人问：这座桥安全？', '？'],
    ['الجسر آمن', 'هل الجسر آمن؟', '؟'],
    ['η γέφυρα είναι ασφαλής.', 'Είναι αλήθεια ότι η γέφυρα είναι ασφαλής; Ναι.', ';'],
    ['THE BRIDGE IS SAFE', 'You say the bridge is safe?', '?'],
  ])('[R11.2] stays one: %j of %j leaves out %j', (quote, text, words) => {
    expect(verdictOf(quote, text, '')).toBe('shortened');
    expect(leftOutOf(quote, text, '')).toEqual([words]);
  });

  it.each([
    ['Is the bridge safe?', 'Is the bridge safe? Yes.'],
    ['It is safe', 'It is safe. Is it new?'],
    ['¿El puente es seguro?', '¿El puente es seguro? Sí.'],
    ['it was built in 1850', 'Records say it was built in 1850 (?) by hand.'],
    ['the bridge is safe', 'Who says the bridge is safe? The council: the bridge is safe.'],
  ])('that is quoted as one is word for word, and so is what is none: %j', (quote, text) => {
    expect(verdictOf(quote, text)).toBe('verbatim');
  });

  it('is not made of a statement', () => {
    expect(verdictOf('The bridge is safe?', 'The bridge is safe.')).toBe('missing');
  });
});

describe('what a reader does not see', () => {
  it.each([
    ['\u202esafe\u202c', 'an override'],
    ['sa\u200bfe', 'a zero-width space'],
    ['sa\u2060fe', 'a word joiner'],
    ['\u2067safe\u2069 now', 'an isolate'],
    ['safe\u{e0041}\u{e0042}', 'tags'],
    ['5\u00ad0', 'a soft hyphen in a number'],
  ])('[R11.2] has no place in a quote whose source lacks it: %j, %s', (quote) => {
    expect(verdictOf(quote, 'The bridge is safe now, at 50 tons.')).toBe('missing');
  });

  it('is no reason to refuse a quote of a page that has it', () => {
    const page = 'می\u200cرود و un\u00adbe\u00adliev\u00adable क्\u200dष word\u2060joined \u2067שלום\u2069.';
    for (const quote of [page, page.replace(/\p{Cf}/gu, ''), 'می\u200cرود و', 'मिt un\u00adbelievable'.slice(3)])
      expect([quote, verdictOf(quote, page)]).toEqual([quote, 'verbatim']);
  });

  it('makes a page that shows other words than it says no source', () => {
    expect(verdictOf('it costs 001', 'it costs \u202e001\u202c')).toBe('missing');
  });
});

describe('a close quote', () => {
  it.each([
    ['The cure was found in May. They may sell it.', 'The cure was found in may. They'],
    ['He told us about the plan of the US and us.', 'the plan of the us and us.'],
    ['The array makes 5 mW at noon.', 'THE ARRAY MAKES 5 MW AT NOON'],
    ['He never paid. The town did.', 'He never paid the town'],
    ['Nobody said the drug is safe.', 'Nobody said. The drug is safe'],
    ['No, evidence supports this.', 'No evidence supports this'],
    ['Cà phê của má rất ngon', 'Cà phê của mạ rất ngon'],
    ['Cà phê của má rất ngon', 'Ca phe cua ma rat ngon'],
    ['Es ist schön und größer', 'Es ist schon und größer'],
    ['The resume is here', 'The résumé is here'],
  ])('of %j does not change what it says: %j', (text, quote) => {
    expect(verdictOf(quote, text, '')).toBe('missing');
  });

  it.each([
    ['The Mayor of Paris came. Nobody left.', 'the mayor of paris came. nobody left.'],
    ['The Mayor of Paris came.', 'THE MAYOR OF PARIS CAME'],
    ['MAYOR COMES TO PARIS', 'Mayor comes to Paris'],
    ['Mr. Smith paid.', 'Mr Smith paid'],
    ['This is NOT included.', 'this is not included'],
    ['Es ist schön und größer', 'Es ist schon und großer'],
  ])('of %j may have other case or lack accents and stops throughout: %j', (text, quote) => {
    expect(verdictOf(quote, text, '')).toBe('close');
  });
});

describe('a true quote', () => {
  it.each([
    ['He paid—at last—the bill.', 'He paid – at last – the bill.'],
    ['He paid — at last — the bill.', 'He paid--at last--the bill.'],
    ['ดื่มน้ำมากๆ', 'ดื่มน้ํามากๆ'],
    ['他说（昨天），没事。', '他说(昨天),没事。'],
    ['First we take the bridge.', '[F]irst we take'],
    ['Call `run(a)` twice.', 'Call run(a) twice'],
    ['```js\nrun(a, b);\n```', '```js run(a, b); ```'],
    ['```js\nrun(a, b);\n```', '```js\nrun(a, b);\n```'],
    ['- Free delivery\n- Easy returns', '• Free delivery\n• Easy returns'],
    ['“So,” he said.', "``So,'' he said."],
  ])('of %j is word for word in other type: %j', (text, quote) => {
    expect(verdictOf(quote, text)).toBe('verbatim');
  });

  it.each([
    ['first we take the bridge.', '[F]irst we take'],
    ['- Free delivery\n- Easy returns', '▪ Free delivery ▪ Easy returns'],
    ['In May, after rain, the river rose by two metres.', 'In May, … the river rose by two metres'],
  ])('of %j is close: %j', (text, quote) => {
    expect(verdictOf(quote, text)).toBe('close');
  });
});
