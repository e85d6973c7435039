// Parses PostgreSQL's 64-bit integers, which arrive as text. Ours are counts and milliseconds, far below 2^53, so they
// fit into numbers.

import { type CustomTypesConfig, types } from 'pg'

const INT8 = 20
const INT8_ARRAY = 1016

const PARSERS: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [INT8, Number],
  [INT8_ARRAY, (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number))],
])

export const NUMBERS: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && PARSERS.get(oid)) || types.getTypeParser(oid, format),
}
