// Prints the JSON document of --json.

import type { Io } from '../io.ts'

/** JSON.stringify does not escape these characters, but a terminal may interpret them. */
const CONTROLS = /[\u007f-\u009f\u2028\u2029]/g

export const printJson = (io: Pick<Io, 'out'>, value: unknown): void => {
  const text = JSON.stringify(value, undefined, 2)
  io.out(`${text.replace(CONTROLS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`)
}
