import { expect, it } from 'vitest';
import { createSpendingRecorder } from '../../../src/background/runs/spending.ts';
import { StoreError } from '../../../src/lib/agent/storage-ports.ts';
import { NO_EXPENSES } from '../../kit/storage/ledgers.ts';

const runs = Array.from({ length: 30 }, (_, n) => ({ runId: `r${String(n)}`, input: 5, output: 5 }));

function recorder(unreadable: string) {
  const counted: string[] = [];
  const { catchUp } = createSpendingRecorder(
    {
      record: (runId) => Promise.resolve(void counted.push(runId)).then(() => NO_EXPENSES),
      filterUncounted: (heads) => Promise.resolve([...heads]),
    },
    {
      load: (runId) => (runId === unreadable ? Promise.reject(new StoreError('corrupt', 'No.')) : Promise.resolve([])),
    },
    { showExpenses: () => undefined },
  );
  return { catchUp, counted };
}

it('a run that cannot be read keeps no other from being counted, nor does their number', async () => {
  const { catchUp, counted } = recorder('r3');
  await catchUp(runs);
  const others = runs.map(({ runId }) => runId).filter((id) => id !== 'r3');
  expect(counted).toEqual(expect.arrayContaining(others));
});

it('the latest are counted where there may be very many', async () => {
  const { catchUp, counted } = recorder('');
  await catchUp(runs, 2);
  expect(counted).toEqual(['r28', 'r29']);
});
