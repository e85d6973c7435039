// The license that makes an empty store useful at once. Made once for all processes that serve from the store, and its
// key is shown that once.

import { SERVICE } from '../../audit/act.ts'
import type { MadeLicense } from './license-lifecycle.ts'
import type { Licenses } from './licenses.ts'

/** undefined where the store has a license, or another process just made this one. */
export const makeFirstLicense = (licenses: Pick<Licenses, 'createFirst'>): Promise<MadeLicense | undefined> =>
  licenses.createFirst({ plan: 'pro', mode: 'test', name: 'Made at the first start' }, SERVICE)
