// The same customers as six programs export them: a model of what spreadsheets, pandas and mysqldump do to a table. It is
// independent of the code that reads such files.

/** The value of a cell. An integer is a bigint. */
type Value = string | bigint | boolean | Date | null
export type Customers = { readonly columns: readonly string[]; readonly rows: Iterable<readonly Value[]> }

export type Writer = {
  readonly program: string
  /** The text in chunks. */
  write(customers: Customers): Iterable<string>
  /** The order of its numeric dates, if the file does not say. */
  readonly dateOrder?: 'day-first' | 'month-first'
}

const two = (number: number): string => String(number).padStart(2, '0')
const timeOf = (date: Date): string => `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`
const hasTime = (date: Date): boolean => timeOf(date) !== '00:00'
const isoDay = (date: Date): string => date.toISOString().slice(0, 10)
const german = (date: Date): string =>
  `${two(date.getUTCDate())}.${two(date.getUTCMonth() + 1)}.${date.getUTCFullYear()}`
const british = (date: Date): string =>
  `${two(date.getUTCDate())}/${two(date.getUTCMonth() + 1)}/${date.getUTCFullYear()}`
const american = (date: Date): string => `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}`
const withTime = (day: (date: Date) => string) => (date: Date) =>
  hasTime(date) ? `${day(date)} ${timeOf(date)}` : day(date)

type Spreadsheet = {
  readonly program: string
  readonly separator: string
  readonly lineEnd: string
  readonly beginning?: string
  readonly trueAndFalse: readonly [string, string]
  readonly date: (date: Date) => string
  /** Whether it quotes every text. */
  readonly quotesAll?: true
  readonly endsOpen?: true
  /** Empty rows after the last one. */
  readonly emptiedRows?: number
  readonly dateOrder?: 'day-first' | 'month-first'
}

const spreadsheet = (options: Spreadsheet): Writer => {
  const { program, separator, lineEnd, beginning = '', trueAndFalse, date, dateOrder, emptiedRows = 0 } = options
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
  const mustQuote = (text: string): boolean => text.includes(separator) || /["\r\n]/.test(text)
  const cell = (value: Value): string => {
    if (value === null) return ''
    if (typeof value === 'boolean') return trueAndFalse[value ? 0 : 1]
    if (typeof value === 'bigint') return String(value)
    if (value instanceof Date) return date(value)
    return options.quotesAll || mustQuote(value) ? quoted(value) : value
  }
  return {
    program,
    ...(dateOrder && { dateOrder }),
    *write({ columns, rows }) {
      yield beginning + columns.map(cell).join(separator)
      for (const row of rows) yield lineEnd + row.map(cell).join(separator)
      for (let emptied = 0; emptied < emptiedRows; emptied += 1) yield lineEnd + separator.repeat(columns.length - 1)
      if (!options.endsOpen) yield lineEnd
    },
  }
}

const pandas: Writer = {
  program: 'pandas',
  *write({ columns, rows }) {
    // With its index, and with integers as floating point in a column with missing values.
    yield `,${columns.join(',')}\n`
    let index = 0
    for (const row of rows) {
      const cells = row.map((value, at) => {
        if (value === null) return ''
        if (typeof value === 'boolean') return value ? 'True' : 'False'
        if (typeof value === 'bigint') return columns[at] === 'environment' ? `${value}.0` : String(value)
        if (value instanceof Date) return `${isoDay(value)} ${timeOf(value)}:00`
        return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
      })
      yield `${index},${cells.join(',')}\n`
      index += 1
    }
  },
}

const ROWS_OF_INSERT = 4_000

const mysqldump: Writer = {
  program: 'mysqldump',
  *write({ columns, rows }) {
    const escaped = (text: string) =>
      text.replace(
        /[\\'"\n\r\0]/g,
        (sign) => `\\${({ '\n': 'n', '\r': 'r', '\0': '0' } as Record<string, string>)[sign] ?? sign}`,
      )
    const literal = (value: Value): string => {
      if (value === null) return 'NULL'
      if (typeof value === 'boolean') return value ? '1' : '0'
      if (typeof value === 'bigint') return String(value)
      return `'${value instanceof Date ? `${isoDay(value)} ${timeOf(value)}:00` : escaped(value)}'`
    }
    yield '-- MySQL dump 10.13  Distrib 8.0.39, for Linux (x86_64)\n--\n-- Host: localhost    Database: shop\n'
    yield '/*!40101 SET NAMES utf8mb4 */;\nDROP TABLE IF EXISTS `licenses`;\nCREATE TABLE `licenses` (\n'
    yield columns
      .map((column) => `  \`${column}\` varchar(2000) DEFAULT NULL COMMENT 'it''s; (of) the shop',\n`)
      .join('')
    yield '  PRIMARY KEY (`' +
      columns[0] +
      '`)\n) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;\nLOCK TABLES `licenses` WRITE;\n'
    let count = 0
    for (const row of rows) {
      const isFirst = count % ROWS_OF_INSERT === 0
      yield `${isFirst ? `${count === 0 ? '' : ';\n'}INSERT INTO \`licenses\` VALUES ` : ','}(${row.map(literal).join(',')})`
      count += 1
    }
    yield ';\nUNLOCK TABLES;\n-- Dump completed on 2026-11-27 12:00:00\n'
  },
}

export const WRITERS: readonly Writer[] = [
  spreadsheet({
    program: 'Excel in German',
    separator: ';',
    lineEnd: '\r\n',
    beginning: '\ufeff',
    trueAndFalse: ['WAHR', 'FALSCH'],
    date: withTime(german),
    emptiedRows: 3,
  }),
  spreadsheet({
    program: 'Numbers',
    separator: ',',
    lineEnd: '\r\n',
    trueAndFalse: ['TRUE', 'FALSE'],
    date: withTime(british),
    dateOrder: 'day-first',
  }),
  spreadsheet({
    program: 'LibreOffice',
    separator: ',',
    lineEnd: '\n',
    trueAndFalse: ['TRUE', 'FALSE'],
    date: withTime(isoDay),
    quotesAll: true,
  }),
  spreadsheet({
    program: 'Google Sheets',
    separator: ',',
    lineEnd: '\r\n',
    trueAndFalse: ['TRUE', 'FALSE'],
    date: withTime(american),
    endsOpen: true,
    dateOrder: 'month-first',
  }),
  pandas,
  mysqldump,
]

const WORDS = ['Café Étoile', 'Studio "North", Ltd.', "Zoë's; Söhne", 'Garten\\Hof', '山田 商店', 'Müller & Co']
const keyOf = (at: number): string => {
  let [key, rest] = ['', BigInt(at + 1) * 0x9e3779b97f4a7c15n * 0xbf58476d1ce4e5b9n + 0x94d049bb133111ebn]
  for (; rest > 0n; rest /= 62n)
    key += '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'[Number(rest % 62n)]
  return key
}
const dayOf = (at: number, year: number): Date => new Date(Date.UTC(year, at % 12, 1 + (at % 28)))
const minuteOf = (at: number): Date => new Date(Date.UTC(2023, at % 12, 1 + (at % 28), at % 24, at % 60))

/** The fields of Freemius's API: booleans, missing numbers, ids above 2^53. */
export const freemiusCustomers = (count: number): Customers => ({
  columns: ['id', 'secret_key', 'plan_id', 'user_email', 'expiration', 'created', 'is_cancelled', 'environment'],
  rows: Array.from({ length: count }, (_, at) => [
    12_345_678_901_234_567_000n + BigInt(at),
    `sk_${keyOf(at)}`,
    at % 3 === 0 ? 77n : 78n,
    at % 5 === 0 ? null : `customer${at}@example.com`,
    at % 4 === 0 ? null : dayOf(at, 2031),
    minuteOf(at),
    at % 7 === 0,
    at % 11 === 0 ? null : at % 13 === 0 ? 1n : 0n,
  ]),
})

/** Our own columns: status words, and texts with all cell and line separators. */
export const ownCustomers = (count: number): Customers => ({
  columns: [
    'externalId',
    'key',
    'plan',
    'status',
    'name',
    'email',
    'notes',
    'expires_at',
    'created_at',
    'metadata.order',
  ],
  rows: Array.from({ length: count }, (_, at) => [
    `shop-${at}`,
    keyOf(at),
    at % 3 === 0 ? 'starter' : 'pro',
    ['active', 'suspended', 'revoked', null][at % 4] ?? null,
    WORDS[at % WORDS.length] ?? null,
    at % 5 === 0 ? null : `customer${at}@example.com`,
    at % 6 === 0 ? `Pays late,\nsays "soon"; since ${at}` : null,
    at % 4 === 0 ? null : dayOf(at, 2031),
    minuteOf(at),
    at % 2 === 0 ? null : `${9_007_199_254_740_993n + BigInt(at)}`,
  ]),
})
