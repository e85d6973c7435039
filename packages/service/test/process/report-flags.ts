// Loaded before the command: each flag of V8 that a process sets while it runs is a line in the file that FLAGS_FILE names.

import { appendFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import v8 from 'node:v8'

const { FLAGS_FILE = '' } = process.env
const { setFlagsFromString } = v8

v8.setFlagsFromString = (flags) => {
  appendFileSync(FLAGS_FILE, `${flags}\n`)
  setFlagsFromString(flags)
}
syncBuiltinESMExports()
