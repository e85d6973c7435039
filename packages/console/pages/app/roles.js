// What an operator's role may do. The pages offer that and say of the rest which role it takes; the service refuses it anyhow.

/** @import { Operator } from '../../../service/src/http/admin/schemas.ts' */

import { h } from '../parts/element.js'

/** @typedef {Operator['role']} Role */
/** @typedef {{ readonly name: string, readonly role: Role }} Me who is signed in */

/**
 * One includes those before it.
 * @type {Readonly<Record<Role, string>>}
 */
export const ROLES = {
  read: 'looks at everything, and changes nothing',
  support: 'suspends and resumes licenses, rotates their keys, releases their sites and tries requests as they would',
  admin: 'does everything',
}
const ORDER = Object.keys(ROLES)

/**
 * Whether who is signed in may do what takes this role.
 * @param {{ readonly me: Me }} visit
 * @param {Role} needed
 */
export const may = ({ me }, needed) => ORDER.indexOf(me.role) >= ORDER.indexOf(needed)

/**
 * Stands where something would be offered.
 * @param {string} what such as `Rotating the key`
 * @param {Role} needed
 */
export const takesRole = (what, needed) => h('p', { class: 'quiet' }, `${what} takes the role ${needed}.`)
