// Short links of anybody, which may lead to anything. Those of one platform stand with it.

import { compileAddresses } from './compile-addresses.ts'

export const SHORTENERS = compileAddresses({
  patterns: {},
  short: ['bit.ly/{code}', 'buff.ly/{code}', 'ow.ly/{code}', 'tinyurl.com/{code}', 'dlvr.it/{code}', 'is.gd/{code}'],
})
