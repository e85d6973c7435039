// What the tests of licenses on the command line share.

import type { TestCli } from '../fixture.ts'

export type Made = { readonly id: string; readonly key: string }

export const ID = /lic_[0-9A-Za-z]{20}/
export const KEY = /ck_live_[0-9A-Za-z]{38}/

/** A license of the plan `pro`. */
export const create = (cli: TestCli, ...options: string[]): Promise<Made> =>
  cli.json<Made>('license', 'create', '--plan', 'pro', ...options)

/** What differs from run to run, under names. */
export const masked = (text: string): string =>
  text.replaceAll(new RegExp(ID, 'g'), 'ID').replaceAll(new RegExp(KEY, 'g'), 'KEY')
