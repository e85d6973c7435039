// What an error concerns: the groups of the documentation of errors.

import { ERROR_GROUPS } from '../../docs/error-guide/error-guide.ts'

export const ERROR_CLASSES = [
  'request',
  'license',
  'token',
  'limits',
  'platform',
  'link',
  'operator',
  'service',
] as const
export type ErrorClass = (typeof ERROR_CLASSES)[number]

const CLASS_OF: ReadonlyMap<string, ErrorClass> = new Map(
  ERROR_GROUPS.flatMap(({ title, codes }) => {
    const name = ERROR_CLASSES.find((each) => each === title.toLowerCase())
    return name === undefined ? [] : codes.map((code) => [code, name] as const)
  }),
)

/** A code of a later version counts as one of the service. */
export const errorClassOf = (code: string): ErrorClass => CLASS_OF.get(code) ?? 'service'
