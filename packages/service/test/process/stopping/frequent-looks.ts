// Renewals that are looked for several times a second.

export { createRenewals } from '../../../src/connect/renewal/renewals.ts'
export const RENEWAL_INTERVAL_MS = 200
