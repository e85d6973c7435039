// packages/selector/src/error-sentences.ts: the sentences for site owners about errors that a scan can return.

import { readFileSync } from 'node:fs'
import { SCAN_ERROR_CODES } from '../../packages/service/src/platforms/sandbox/scan-errors.ts'
import type { GeneratedDocument } from './document.ts'

const MESSAGES = new URL('../../docs/samples/messages.json', import.meta.url)
/** Codes of errors before a scan: the exchange of the key, and the connection to the service. */
const BEFORE_SCANS: readonly string[] = ['license_malformed', 'license_unknown', 'network_error', 'unexpected_answer']
const LINE_WIDTH = 120

const row = ([code, sentence]: readonly [string, string]): string => {
  const line = `  ${code}: '${sentence}',\n`
  return line.length <= LINE_WIDTH + 1 ? line : `  ${code}:\n    '${sentence}',\n`
}

const write = (): string => {
  const messages = JSON.parse(readFileSync(MESSAGES, 'utf8')) as Readonly<Record<string, string>>
  const codes: readonly string[] = [...SCAN_ERROR_CODES, ...BEFORE_SCANS]
  const rows = Object.entries(messages)
    .filter(([code]) => codes.includes(code))
    .map(row)
  return `// Made by \`npm run docs\` from docs/samples/messages.json. Do not edit.

/** Code → what to say to an editor: of all that can become of a scan. */
export const ERROR_SENTENCES: Readonly<Record<string, string>> = {
${rows.join('')}}
`
}

export const selectorSentences: GeneratedDocument = {
  path: 'packages/selector/src/error-sentences.ts',
  generate: write,
}
