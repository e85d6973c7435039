// The permissions of each role. The console hides actions that a role does not allow and names the role that they require.
// This is for convenience only: the service enforces the roles.

/** @import { Operator } from '../../../service/src/http/admin/schemas.ts' */

import { h } from '../parts/element.js'

/** @typedef {Operator['role']} Role */
/** @typedef {{ readonly name: string, readonly role: Role }} Me the operator who is signed in */

/**
 * Each role includes the ones before it.
 * @type {Readonly<Record<Role, string>>}
 */
export const ROLES = {
  read: 'views everything and changes nothing',
  support: 'suspends and resumes licenses, rotates their keys, releases their sites and tests requests as a license',
  admin: 'has full access',
}
const ORDER = Object.keys(ROLES)

/**
 * Whether the signed-in operator has this role or a higher one.
 * @param {{ readonly me: Me }} visit
 * @param {Role} needed
 */
export const may = ({ me }, needed) => ORDER.indexOf(me.role) >= ORDER.indexOf(needed)

/**
 * A note in place of an action that the operator's role does not allow.
 * @param {string} action such as `Rotating the key`
 * @param {Role} needed
 */
export const requiresRole = (action, needed) => h('p', { class: 'quiet' }, `${action} requires the ${needed} role.`)
