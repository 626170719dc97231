import { expect, test } from 'vitest';
import { markdownOf } from '../kit.ts';

test.each([
  ['a half <math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>', 'a half $\\frac{1}{2}$'],
  ['<math><msup><mn>10</mn><mn>6</mn></msup></math>', '$10^{6}$'],
  ['<math><msqrt><mn>16</mn></msqrt><mo>=</mo><mn>4</mn></math>', '$\\sqrt{16}=4$'],
  ['<math><mroot><mi>x</mi><mn>3</mn></mroot><mtext> of 5%</mtext></math>', '$\\sqrt[3]{x}\\text{ of 5\\%}$'],
  ['<math><munderover><mo>∑</mo><mn>1</mn><mi>n</mi></munderover><mi>i</mi></math>', '$∑_{1}^{n}i$'],
  ['<math><mo>(</mo><mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac><mo>)</mo></math>', '$(\\binom{n}{k})$'],
  ['<math><mfrac linethickness="0.5px"><mn>1</mn><mn>2</mn></mfrac></math>', '$\\frac{1}{2}$'],
  [
    '<math><mmultiscripts><mi>U</mi><mn>2</mn><none/><mprescripts/><mn>92</mn><mn>238</mn></mmultiscripts></math>',
    '${}_{92}^{238}U_{2}$',
  ],
  ['<math><mmultiscripts><mi>R</mi><mi>i</mi><mi>j</mi><mi>k</mi><none/></mmultiscripts></math>', '$R_{i}^{j}{}_{k}$'],
  ['<math><mfenced open="[" close="]" separators=";"><mn>1</mn><mn>2</mn></mfenced></math>', '$[1;2]$'],
  ['<math><mover><mi>x</mi><mo>¯</mo></mover></math>', '$\\overline{x}$'],
  ['<math alttext=""><msup><mn>10</mn><mn>6</mn></msup></math>', '$10^{6}$'],
  [
    'Energy <span class="katex"><span class="katex-html" aria-hidden="true"><span>E=mc</span></span></span>',
    'Energy $E=mc$',
  ],
  [
    '<mjx-container><mjx-math data-mml-node="a b"><mjx-mi><i data-c="78"></i></mjx-mi></mjx-math></mjx-container>',
    '$x$',
  ],
  [
    '<mjx-container><mjx-math><mjx-mi><i data-c="-5"></i><i data-c="78"></i></mjx-mi></mjx-math></mjx-container>',
    '$x$',
  ],
])('%s is read as TeX', (html, text) => {
  expect(markdownOf(`<p>${html}</p>`)).toBe(text);
});
