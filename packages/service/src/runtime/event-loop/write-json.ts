// Writes large JSON in slices. The result is what JSON.stringify returns, byte for byte.

import { allocateOwned, type OwnedBuffer } from './owned-bytes.ts'
import { yieldToLoop } from './yield-to-loop.ts'

/** Characters of a slice: 3 ms if each of them must be escaped. Shorter values are written in one go. */
export const SLICE = 64 * 1024
/** Characters that a value counts as, in addition to the characters in it. */
const VALUE = 16

const QUOTE = Buffer.from('"')

const isHighSurrogate = (unit: number): boolean => (unit & 0xfc00) === 0xd800

/** Where the slice that starts at `from` ends. It never ends within a surrogate pair: the halves would be escaped
 * separately. */
const endOfSlice = (text: string, from: number): number => {
  const to = Math.min(from + SLICE, text.length)
  return to < text.length && isHighSurrogate(text.charCodeAt(to - 1)) ? to - 1 : to
}

/** The text as a JSON string in UTF-8, quotes included. `characters`: without the quotes. */
export const writeText = async (text: string): Promise<{ readonly json: Buffer; readonly characters: number }> => {
  const parts = [QUOTE]
  let characters = 0
  for (let from = 0; from < text.length; ) {
    const to = endOfSlice(text, from)
    const part = JSON.stringify(text.slice(from, to)).slice(1, -1)
    characters += part.length
    parts.push(Buffer.from(part))
    from = to
    if (from < text.length) await yieldToLoop()
  }
  parts.push(QUOTE)
  return { json: Buffer.concat(parts), characters }
}

type Plain = Readonly<Record<string, unknown>>

/** About how many characters a value takes; counting stops above `most`. It runs for every value that is written, so it
 * makes no lists of an object's fields. */
const extentOf = (value: unknown, most: number): number => {
  if (typeof value === 'string') return value.length
  let extent = VALUE
  if (Array.isArray(value)) {
    for (const part of value) {
      if (extent > most) break
      extent += extentOf(part, most - extent)
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const name in value) {
      if (extent > most) break
      extent += extentOf((value as Plain)[name], most - extent)
    }
  }
  return extent
}

/** Plain data as JSON in UTF-8, after `before`. Fields that are undefined are left out. */
export const writeJson = async (value: Plain, before = ''): Promise<Buffer> => {
  const writer = createWriter()
  await writer.write(value, before)
  return joinPieces(writer.pieces).json
}

/** Each value as JSON, without separators. `ends`: the offset at which each of them ends. */
export const writeJsonEach = async (
  values: readonly Plain[],
): Promise<{ readonly json: OwnedBuffer; readonly ends: readonly number[] }> => {
  const writer = createWriter()
  const counts: number[] = []
  for (const value of values) {
    await writer.write(value, '')
    counts.push(writer.pieces.length)
  }
  const { json, ends } = joinPieces(writer.pieces)
  return { json, ends: counts.map((count) => ends[count - 1] ?? 0) }
}

type Pieces = readonly (string | Buffer)[]

const createWriter = () => {
  const pieces: (string | Buffer)[] = []
  let unpaused = 0

  const write = async (part: unknown, before: string): Promise<void> => {
    const extent = extentOf(part, SLICE)
    unpaused += extent
    if (unpaused > SLICE && pieces.length > 0) {
      await yieldToLoop()
      unpaused = extent
    }
    if (extent <= SLICE) pieces.push(before + JSON.stringify(part))
    else if (typeof part === 'string') pieces.push(before, (await writeText(part)).json)
    else if (Array.isArray(part))
      await writeAll(
        part.map((each) => ['', each] as const),
        `${before}[`,
        ']',
      )
    else {
      const fields = Object.entries(part as Plain).filter(([, each]) => each !== undefined)
      await writeAll(
        fields.map(([name, each]) => [`${JSON.stringify(name)}:`, each] as const),
        `${before}{`,
        '}',
      )
    }
  }

  const writeAll = async (parts: readonly (readonly [name: string, part: unknown])[], before: string, end: string) => {
    let sign = before
    for (const [name, part] of parts) {
      await write(part, sign + name)
      sign = ','
    }
    pieces.push(parts.length === 0 ? before + end : end)
  }

  return { pieces: pieces as Pieces, write }
}

/** `ends`: the offset at which each piece ends. */
const joinPieces = (pieces: Pieces): { readonly json: OwnedBuffer; readonly ends: readonly number[] } => {
  const json = allocateOwned(pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0))
  let at = 0
  const ends = pieces.map((piece) => {
    at += typeof piece === 'string' ? json.write(piece, at) : piece.copy(json, at)
    return at
  })
  return { json, ends }
}
