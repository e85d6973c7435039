// What every backend of the store must do; runs against real backends.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { StoreError } from '@central-api/service/storage/store-error.ts'
import { auditSuite } from './audit-suite.ts'
import { budgetsSuite } from './budgets-suite.ts'
import { changesSuite } from './changes-suite.ts'
import { connectTicketsSuite } from './connect-tickets-suite.ts'
import { connectionsSuite } from './connections-suite.ts'
import { countedBudgetsSuite } from './counted-budgets-suite.ts'
import { credentialsSuite } from './credentials-suite.ts'
import { dailyUsageSuite } from './daily-usage-suite.ts'
import { distinctUsesSuite } from './distinct-uses-suite.ts'
import type { OpenTwo } from './fixture.ts'
import { goneProfilesSuite } from './gone-profiles-suite.ts'
import { licenseListSuite } from './license-list-suite.ts'
import { licenseSearchSuite } from './license-search-suite.ts'
import { licensesSuite } from './licenses-suite.ts'
import { mediaMarksSuite } from './media-marks-suite.ts'
import { pagesSuite } from './pages-suite.ts'
import { personsSuite } from './persons-suite.ts'
import { requestsSuite } from './requests-suite.ts'
import { responsesSuite } from './responses-suite.ts'
import { sweepSuite } from './sweep-suite.ts'
import { usageSuite } from './usage-suite.ts'
import { webhooksSuite } from './webhooks-suite.ts'

/** Runs the suite over stores from `open`. */
export const storeSuite = (backend: string, open: OpenTwo): void => {
  describe(`the store on ${backend}`, () => {
    licensesSuite(open)
    licenseListSuite(open)
    licenseSearchSuite(open)
    auditSuite(open)
    responsesSuite(open)
    requestsSuite(open)
    usageSuite(open)
    dailyUsageSuite(open)
    credentialsSuite(open)
    connectionsSuite(open)
    budgetsSuite(open)
    connectTicketsSuite(open)
    distinctUsesSuite(open)
    countedBudgetsSuite(open)
    goneProfilesSuite(open)
    mediaMarksSuite(open)
    webhooksSuite(open)
    pagesSuite(open)
    changesSuite(open)
    personsSuite(open)
    sweepSuite(open)

    test('a closed store is unavailable', async () => {
      const { stores, dispose: disposeClosed } = await open()
      await stores[0].close()
      const unavailable = (error: unknown) => error instanceof StoreError && error.kind === 'unavailable'
      await assert.rejects(stores[0].ping(), unavailable)
      await assert.rejects(stores[0].usage.commit([], []), unavailable)
      await disposeClosed()
    })
  })
}
