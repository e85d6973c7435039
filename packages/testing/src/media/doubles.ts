// Parts of the media proxy that do nothing, for tests of the others.

import type { GoneImages } from '@central-api/service/media/gone-images.ts'
import type { MediaRenewals } from '@central-api/service/media/media-renewals.ts'
import type { Once } from '@central-api/service/media/once.ts'

export const NOTHING_GONE: Pick<GoneImages, 'has' | 'refuse'> = { has: () => false, refuse: async () => {} }

export const NO_RENEWALS: MediaRenewals = {
  peek: () => undefined,
  find: async () => ({ status: 404 }),
  idle: async () => {},
}

/** For copies that no other process has. */
export const makeAlone: Once = ({ make }) => make()
