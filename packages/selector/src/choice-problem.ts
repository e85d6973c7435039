// Validates a selection as the value of a form control, and returns the validation message.

import type { Problem } from './form-control.ts'
import type { Say } from './strings.ts'

/** Numbers of posts. */
type Limits = { readonly required: boolean; readonly min: number; readonly max: number }

/** Without flags and message if the selection is valid. */
export const problemOf = (count: number, { required, min, max }: Limits, say: Say): Omit<Problem, 'anchor'> => {
  const flags = {
    valueMissing: required && count === 0,
    rangeUnderflow: count > 0 && count < min,
    rangeOverflow: count > max,
  }
  if (flags.valueMissing) return { flags, message: say('valueMissing') }
  if (flags.rangeUnderflow) return { flags, message: say.plural('tooFew', { count: min }) }
  return { flags, message: flags.rangeOverflow ? say.plural('full', { count: max }) : '' }
}
