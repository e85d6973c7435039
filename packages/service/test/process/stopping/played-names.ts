// Every name has one public address.

import type { Resolve } from '../../../src/egress/resolve.ts'

export { resolveHost } from '../../../src/egress/resolve.ts'
export const resolveBySystem: Resolve = async () => ['93.184.215.14']
