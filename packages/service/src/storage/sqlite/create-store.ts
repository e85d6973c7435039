// The store on embedded SQLite: what each of its records is, asked of the thread that has the files.

import { Kysely, sql } from 'kysely'
import { keepOwed } from '../keep-owed.ts'
import { alarmRecords } from '../records/alarms.ts'
import { answerRecords } from '../records/answers.ts'
import { auditRecords } from '../records/audit.ts'
import { budgetRecords } from '../records/budgets.ts'
import { changeRecords } from '../records/changes.ts'
import { copyRecords } from '../records/copies.ts'
import { credentialRecords } from '../records/credentials.ts'
import { deliveryRecords } from '../records/deliveries.ts'
import { goneProfileRecords } from '../records/gone-profiles.ts'
import { grantRecords } from '../records/grants.ts'
import { keyRecords } from '../records/keys.ts'
import { licenseRecords } from '../records/licenses.ts'
import type { Locks } from '../records/locks.ts'
import { operatorRecords } from '../records/operators.ts'
import { pageRecords } from '../records/pages.ts'
import { planRecords } from '../records/plans.ts'
import { rewriteRow } from '../records/rewrite-row.ts'
import { signingKeyRecords } from '../records/signing-keys.ts'
import { siteRecords } from '../records/sites.ts'
import { startSettingRecords } from '../records/start-settings.ts'
import { usageRecords } from '../records/usage.ts'
import { webhookEventRecords } from '../records/webhook-events.ts'
import { webhookRecords } from '../records/webhooks.ts'
import type { Database } from '../schema.ts'
import type { Decision, Store } from '../store.ts'
import { askTogether } from './ask-together.ts'
import type { Connection } from './connection.ts'
import { sqliteDialect } from './dialect.ts'
import { findHolders } from './license-words.ts'

/** A transaction that changes something is the only one from its begin on. */
const SQLITE_LOCKS: Locks = {
  lockLicense: async () => {},
  lockLicenses: async () => {},
  takeTurn: async () => {},
}

/** The store over a connection to its files, which it closes. */
export const createSqliteStore = (connection: Connection): Store => {
  const db = new Kysely<Database>({ dialect: sqliteDialect(connection) })
  const { change, records } = auditRecords(db, SQLITE_LOCKS)
  const usage = keepOwed({
    call: (charges, refunds) => ({
      decisions: connection.run({ op: 'settle', charges, refunds }).then(({ rows }) => rows as Decision[]),
      // A transaction that fails has counted nothing.
      find: async () => undefined,
    }),
  })

  return {
    backend: 'sqlite',
    async ping() {
      await sql`select 1`.execute(db)
    },
    tryWrite: () => rewriteRow(db),
    async close() {
      usage.close()
      await connection.close()
    },
    async backup(target) {
      const { writeBackup } = await import('./backup.ts')
      return writeBackup(target, (file) => connection.run({ op: 'backup', file }))
    },
    plans: planRecords(db, change),
    licenses: licenseRecords(db, change, { name: sql`lower(coalesce(licenses.name, ''))`, findHolders }),
    keys: keyRecords(db, change),
    sites: siteRecords(db, change),
    grants: grantRecords(db),
    signingKeys: signingKeyRecords(db, change),
    usage: { ...usageRecords(db), settle: usage.settle },
    credentials: credentialRecords(db, change),
    audit: records,
    answers: answerRecords(db),
    operators: operatorRecords(db, change),
    startSettings: startSettingRecords(db, change),
    webhooks: webhookRecords(db, change),
    webhookEvents: webhookEventRecords(db),
    deliveries: deliveryRecords(db),
    alarms: alarmRecords(db),
    budgets: budgetRecords(db),
    goneProfiles: goneProfileRecords(db),
    pages: pageRecords(db, askTogether(connection)),
    changes: { ...changeRecords(db), onHint: () => () => {} },
    copies: copyRecords(db),
  }
}
