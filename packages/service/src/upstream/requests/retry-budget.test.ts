import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRetryBudget, RETRY_BUDGET } from './retry-budget.ts'

const spendAll = ({ spend }: ReturnType<typeof createRetryBudget>): number => {
  let spent = 0
  while (spend()) spent += 1
  return spent
}

test('a service that has just started may retry five times', () => {
  assert.equal(spendAll(createRetryBudget()), RETRY_BUDGET.atStart)
})

test('every tenth call earns exactly one retry', () => {
  const budget = createRetryBudget()
  spendAll(budget)
  for (let round = 0; round < 1_000; round += 1) {
    for (let call = 0; call < 9; call += 1) budget.countCall()
    assert.equal(budget.spend(), false)
    budget.countCall()
    assert.equal(budget.spend(), true)
  }
})

test('at most 105 of 1,000 failing calls are retried', () => {
  const budget = createRetryBudget()
  let retries = 0
  for (let call = 0; call < 1_000; call += 1) {
    budget.countCall()
    while (budget.spend()) retries += 1
  }
  assert.equal(retries, 105)
})

test('saves up ten retries at most', () => {
  const budget = createRetryBudget()
  for (let call = 0; call < 100_000; call += 1) budget.countCall()
  assert.equal(spendAll(budget), 10)
})
