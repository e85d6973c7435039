// The player's URL in embed HTML. Embeds that are scripts have none.

import { absoluteUrl } from '../../post/absolute-url.ts'
import { stringOrNull } from '../../post/build-post.ts'

const PLAYER = /<(?:iframe|embed)\b[^<>]{0,500}?\bsrc=["']((?:https:)?\/\/[^"'<>]{1,2000})["']/i

export const playerOf = (html: unknown): string | null =>
  absoluteUrl(PLAYER.exec(stringOrNull(html) ?? '')?.[1]?.replaceAll('&amp;', '&'))
