import { describe, expect, it } from 'vitest';
import { createAnswerJudge } from '../../../../src/lib/pipeline/retrieval/answer-judge.ts';

const TIDES =
  'Tidal power turns the energy of tides into electricity. The first large plant opened at La Rance in France in 1966. ' +
  'It cost 620 million francs. South Korea built Sihwa with 254 MW. Anne Miller ran the plant for 20 years.';

describe('a question', () => {
  it.each([
    'What is the capital of France?',
    'What is the population of France?',
    'Who is the president of South Korea?',
    'How old is Anne Miller?',
    'Who invented electricity?',
    'Where was Anne Miller born?',
    'Who won the World Cup in France?',
    'What is nuclear power?',
  ])('of few words is not answered by a page that only mentions its topic: %s', (question) => {
    expect(createAnswerJudge(question, 'en')([TIDES])).toBe(false);
    expect(createAnswerJudge(question, 'en')([TIDES, 'The mole is old. It is what is left of the harbour.'])).toBe(
      false,
    );
  });

  it.each([
    'When did the first plant open?',
    'How much did the plant cost?',
    'Who built Sihwa?',
    'What is tidal power?',
    'Where is La Rance?',
    'What happened in 1966?',
    'How long did Anne Miller run the plant?',
    'What is another name for tidal power?',
    'What is the plant in South Korea called?',
  ])('is answered by a page that has what it asks for: %s', (question) => {
    expect(createAnswerJudge(question, 'en')([TIDES])).toBe(true);
  });

  it('of many words is judged by its names and numbers first', () => {
    const mayAnswer = (question: string): boolean => createAnswerJudge(question, 'en')([TIDES, 'The mole is old.']);
    expect(mayAnswer('Which wealthy banker financed machines and wages at La Rance in France during 1966?')).toBe(true);
    expect(mayAnswer('When did the large plant of Quebec Hydro near Boston turn energy into heat?')).toBe(false);
  });

  it.each([
    [
      'de',
      'Das erste große Kraftwerk wurde 1966 an der Rance in Frankreich eröffnet.',
      ['Was ist die Hauptstadt von Frankreich?'],
      ['Wann wurde das Kraftwerk eröffnet?', 'Wie hieß das erste Kraftwerk?'],
    ],
    [
      'fr',
      'La première grande centrale a ouvert à La Rance en France en 1966.',
      ['Quelle est la capitale de la France ?'],
      ['Quand a ouvert la première centrale ?'],
    ],
    [
      'es',
      'La primera gran central abrió en La Rance, Francia, en 1966.',
      ['¿Cuál es la capital de Francia?'],
      ['¿Cuándo abrió la primera central?'],
    ],
    ['ru', 'Завод открыт в 1966 году во Франции.', ['Какая столица Франции?'], ['Когда открыли завод?']],
    ['zh', '第一座大型电站于1966年在法国朗斯开放。', ['法国的首都是哪里？'], ['电站什么时候开放？']],
    [
      'ja',
      '最初の大型発電所は1966年にフランスのランスで開業した。',
      ['フランスの首都はどこですか？'],
      ['発電所はいつ開業しましたか？'],
    ],
    [
      'ko',
      '최초의 대형 발전소는 1966년 프랑스 랑스에 문을 열었다.',
      ['프랑스의 수도는 어디인가요?'],
      ['발전소는 언제 열었나요?'],
    ],
    ['ar', 'افتتحت المحطة الأولى في فرنسا عام 1966.', ['ما هي عاصمة فرنسا؟'], ['متى افتتحت المحطة؟']],
    ['th', 'โรงไฟฟ้าแห่งแรกเปิดในฝรั่งเศสเมื่อปี 1966', ['เมืองหลวงของฝรั่งเศสคืออะไร'], ['โรงไฟฟ้าเปิดเมื่อไหร่']],
  ])('is told in %s', (language, page, refused, answered) => {
    for (const question of refused)
      expect([question, createAnswerJudge(question, language)([page])]).toEqual([question, false]);
    for (const question of answered)
      expect([question, createAnswerJudge(question, language)([page])]).toEqual([question, true]);
  });
});
