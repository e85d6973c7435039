// The records that are the same for every backend.

import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'
import { alarmRecords } from './alarms.ts'
import { auditRecords } from './audit.ts'
import { budgetRecords } from './budgets.ts'
import { connectAppRecords } from './connect-apps.ts'
import { connectGrantRecords } from './connect-grants.ts'
import { connectTicketRecords } from './connect-tickets.ts'
import { connectionRecords } from './connections.ts'
import { copyRecords } from './copies.ts'
import { credentialRecords } from './credentials.ts'
import { deliveryRecords } from './deliveries.ts'
import { distinctUseRecords } from './distinct-uses.ts'
import { goneProfileRecords } from './gone-profiles.ts'
import { grantRecords } from './grants.ts'
import type { JsonRows } from './json-rows.ts'
import { keyRecords } from './keys.ts'
import type { Locks } from './locks.ts'
import { mediaMarkRecords } from './media-marks.ts'
import { operatorRecords } from './operators.ts'
import { personRecords } from './persons.ts'
import { planRecords } from './plans.ts'
import { requestRecords } from './requests.ts'
import { responseRecords } from './responses.ts'
import { rewriteRow } from './rewrite-row.ts'
import { signingKeyRecords } from './signing-keys.ts'
import { siteRecords } from './sites.ts'
import { startSettingRecords } from './start-settings.ts'
import { trafficRecords } from './traffic.ts'
import { webhookEventRecords } from './webhook-events.ts'
import { webhookRecords } from './webhooks.ts'

/** Also returns `change`, which writes audit entries for changes. */
export const commonRecords = (db: Kysely<Database>, locks: Locks, jsonRows: JsonRows) => {
  const { change, records: audit } = auditRecords(db, locks)
  const records = {
    tryWrite: () => rewriteRow(db),
    audit,
    plans: planRecords(db, change),
    keys: keyRecords(db, change),
    sites: siteRecords(db, change),
    grants: grantRecords(db),
    signingKeys: signingKeyRecords(db, change),
    credentials: credentialRecords(db, change),
    connections: connectionRecords(db, change),
    connectApps: connectAppRecords(db, change),
    connectGrants: connectGrantRecords(db),
    responses: responseRecords(db),
    persons: personRecords(db, change),
    operators: operatorRecords(db, change),
    startSettings: startSettingRecords(db, change),
    webhooks: webhookRecords(db, change),
    webhookEvents: webhookEventRecords(db),
    deliveries: deliveryRecords(db),
    alarms: alarmRecords(db),
    connectTickets: connectTicketRecords(db),
    budgets: budgetRecords(db),
    distinctUses: distinctUseRecords(db, locks),
    goneProfiles: goneProfileRecords(db),
    mediaMarks: mediaMarkRecords(db, change),
    requests: requestRecords(db, jsonRows, locks),
    traffic: trafficRecords(db, jsonRows),
    copies: copyRecords(db),
  }
  return { change, records }
}
