// The tab of an account's page → the variant that it shows.

import { variantsOfTabs } from '../../urls/variants-of-tabs.ts'
import { HOST } from './canonicalize-name.ts'

export const variantsIn = variantsOfTabs(HOST, [
  [/^\/[^/]+\/_created$/, 'created'],
  [/^\/[^/]+\/_saved$/, 'saved'],
])
