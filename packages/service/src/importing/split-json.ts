// Splits a stream of JSON values: API pages saved into one file, or JSON lines. Only the incomplete value is kept in
// memory.

import { ImportError } from './import-error.ts'

export type JsonText = {
  /** Where it starts, counted from 1. */
  readonly line: number
  readonly text: string
}

/** The longest value in characters; a page of an API has a few hundred thousand. */
const MAX_CHARACTERS = 16 * 1024 * 1024

/** Yields the values in batches. Throws `ImportError` for anything else, or an incomplete value. */
export async function* splitJson(parts: AsyncIterable<string>): AsyncGenerator<readonly JsonText[]> {
  let buffered = ''
  /** The start of the current value: its index in `buffered`, and its line in the file. */
  let beganAt = -1
  let beganLine = 1
  let [at, line, depth] = [0, 1, 0]
  let inString = false
  let escaped = false

  const take = (): readonly JsonText[] => {
    const values: JsonText[] = []
    for (; at < buffered.length; at += 1) {
      const character = buffered.charCodeAt(at)
      if (character === 0x0a) line += 1
      if (inString) {
        if (escaped) escaped = false
        else if (character === 0x5c) escaped = true
        else if (character === 0x22) inString = false
      } else if (character === 0x22 && depth > 0) inString = true
      else if (character === 0x7b || character === 0x5b) {
        if (depth === 0) [beganAt, beganLine] = [at, line]
        depth += 1
      } else if ((character === 0x7d || character === 0x5d) && depth > 0) {
        depth -= 1
        if (depth === 0) values.push({ line: beganLine, text: buffered.slice(beganAt, at + 1) })
      } else if (depth === 0 && character > 0x20 && character !== 0x2c) {
        throw new ImportError(`Line ${line} is not a JSON object or list`, 'Save the API responses unchanged')
      }
    }
    buffered = depth === 0 ? '' : buffered.slice(beganAt)
    at = buffered.length
    beganAt = 0
    if (buffered.length > MAX_CHARACTERS) {
      throw new ImportError(
        `The JSON value that begins in line ${beganLine} is longer than 16 MB`,
        'Give each license a line of its own: jq -c ".data[]" FILE > NEW',
      )
    }
    return values
  }

  for await (const part of parts) {
    buffered += part
    yield take()
  }
  if (depth > 0) {
    throw new ImportError(
      `The JSON value that begins in line ${beganLine} has no end`,
      'The file was cut off. Export it again',
    )
  }
}
