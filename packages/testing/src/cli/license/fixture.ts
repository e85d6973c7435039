// Shared by the tests of the license commands.

import type { TestCli } from '../fixture.ts'

export type Created = { readonly id: string; readonly key: string }

export const ID = /lic_[0-9A-Za-z]{20}/
export const KEY = /ck_live_[0-9A-Za-z]{38}/

/** A license of the plan `pro`. */
export const create = (cli: TestCli, ...options: string[]): Promise<Created> =>
  cli.json<Created>('license', 'create', '--plan', 'pro', ...options)

/** Replaces ids and keys, which differ in each run. */
export const masked = (text: string): string =>
  text.replaceAll(new RegExp(ID, 'g'), 'ID').replaceAll(new RegExp(KEY, 'g'), 'KEY')
