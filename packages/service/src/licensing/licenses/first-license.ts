// Creates a license in an empty store, so that the service can be tried immediately. Created once for all processes of
// a store; its key is shown only then.

import { SERVICE } from '../../audit/act.ts'
import type { MadeLicense } from './license-lifecycle.ts'
import type { Licenses } from './licenses.ts'

/** undefined when the store has a license, or another process has just created one. */
export const makeFirstLicense = (licenses: Pick<Licenses, 'createFirst'>): Promise<MadeLicense | undefined> =>
  licenses.createFirst({ plan: 'pro', mode: 'test', name: 'Made at the first start' }, SERVICE)
