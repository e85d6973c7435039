// The one document that --json prints.

import type { Io } from '../io.ts'

/** JSON.stringify leaves these as they are, and a terminal may obey them. */
const OBEYED = /[\u007f-\u009f\u2028\u2029]/g

export const printJson = (io: Pick<Io, 'out'>, value: unknown): void => {
  const text = JSON.stringify(value, undefined, 2)
  io.out(`${text.replace(OBEYED, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`)
}
