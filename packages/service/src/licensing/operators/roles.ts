// What each operator role may do. Each role includes the ones before it.

import type { OperatorRole } from '../../storage/store.ts'

export const OPERATOR_ROLES = {
  read: 'views everything and changes nothing',
  support: 'suspends and resumes licenses, rotates their keys, releases their sites and tests requests as a license',
  admin: 'has full access',
} as const satisfies Record<OperatorRole, string>

export const ROLE_NAMES = Object.keys(OPERATOR_ROLES) as readonly OperatorRole[]

export const mayDo = (role: OperatorRole, needed: OperatorRole): boolean =>
  ROLE_NAMES.indexOf(role) >= ROLE_NAMES.indexOf(needed)
