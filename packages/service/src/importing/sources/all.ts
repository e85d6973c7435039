// All sources of an import, in the order of the help text.

import type { Source } from '../source.ts'
import { csv } from './csv.ts'
import { edd } from './edd.ts'
import { freemius } from './freemius.ts'
import { keygen } from './keygen.ts'
import { lemonSqueezy } from './lemon-squeezy.ts'
import { woocommerceLicenseManager } from './woocommerce-license-manager.ts'

export const SOURCES: readonly Source[] = [csv, edd, freemius, lemonSqueezy, woocommerceLicenseManager, keygen]
