// Formats a JSON log line for people at a terminal: time, mark, message and fields on one line, the stack of an error below.

/** Paints a text, for example dim. */
type Paint = (text: string) => string

export type LineStyle = {
  /** The time zone of the shown time, such as `Europe/Berlin`. */
  readonly timeZone: string
  /** For the time and the names of fields. */
  readonly dim: Paint
  /** For warnings. */
  readonly yellow: Paint
  /** For errors. */
  readonly red: Paint
}

const plain: Paint = (text) => text

const PLAIN: LineStyle = { timeZone: 'UTC', dim: plain, yellow: plain, red: plain }

/** The mark of each level, and its color. Levels without a row have neither. */
const MARKS: Readonly<Record<string, readonly [mark: string, color: 'dim' | 'yellow' | 'red']>> = {
  trace: ['· ', 'dim'],
  debug: ['· ', 'dim'],
  warn: ['! ', 'yellow'],
  error: ['✗ ', 'red'],
  fatal: ['✗ ', 'red'],
}

/** Control characters could start an escape sequence; an error may contain text from an unknown host. Line breaks and tabs stay in a stack. */
const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu
const CONTROLS_OF_STACK = /(?![\n\t])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

const escaped = (character: string): string => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`

const clockTime = (time: string, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeStyle: 'medium', timeZone }).format(Date.parse(time))

type Field = readonly [name: string, value: unknown]

/** The fields of nested objects get names with dots. Fields without a value are left out. */
const flatten = (value: object, prefix = ''): readonly Field[] =>
  Object.entries(value).flatMap(([name, each]): readonly Field[] => {
    if (each === null || each === undefined) return []
    const isNested = typeof each === 'object' && !Array.isArray(each)
    return isNested ? flatten(each, `${prefix}${name}.`) : [[prefix + name, each]]
  })

/** Quotes texts with spaces, so that each field can be told from the next. */
const shownValue = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return (/[\s"]/.test(text) && typeof value === 'string' ? JSON.stringify(text) : text).replace(CONTROLS, escaped)
}

/** The fields of a line of the log; undefined for any other output of the process. */
const parseLine = (line: string): Readonly<Record<string, unknown>> | undefined => {
  if (!line.startsWith('{')) return undefined
  try {
    const fields = JSON.parse(line) as Record<string, unknown>
    return Number.isNaN(Date.parse(String(fields.time))) ? undefined : fields
  } catch {
    return undefined
  }
}

/** Returns a line that is not one of the log unchanged. */
export const formatLogLine = (line: string, style: LineStyle = PLAIN): string => {
  const parsed = parseLine(line)
  if (parsed === undefined) return line
  const { level, time, msg, err, ...rest } = parsed
  const [mark, color] = MARKS[String(level)] ?? ['', undefined]
  const message = `${mark}${String(msg ?? '').replace(CONTROLS, escaped)}`
  const fields = flatten(rest).map(([name, value]) => ` ${style.dim(`${name}=`)}${shownValue(value)}`)
  const stack = typeof err === 'object' && err !== null && 'stack' in err ? `\n${err.stack}` : ''
  return [
    style.dim(clockTime(String(time), style.timeZone)),
    ' ',
    color === undefined ? message : style[color](message),
    ...fields,
    stack.replace(CONTROLS_OF_STACK, escaped),
    '\n',
  ].join('')
}
