// The variant of a scan that names none: the one that a pasted URL shows.

import type { CompleteKind } from '../upstream/contract/kinds.ts'
import type { Platform } from '../upstream/contract/platform.ts'

/** `posts` unless the URL shows another variant that the kind has. A canonical handle shows none. `text`: cleaned by
 * `pastedHandle`. */
export const variantShown = (
  { variantsIn }: Pick<Platform, 'variantsIn'>,
  text: string,
  handle: string,
  { variants }: Pick<CompleteKind, 'variants'>,
): string => {
  const shown = text === handle ? undefined : variantsIn?.(text)
  return shown?.find((each) => Object.hasOwn(variants, each)) ?? 'posts'
}
