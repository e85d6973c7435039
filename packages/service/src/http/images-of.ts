// Whose URLs of images a response names, if the service passes images on: the platforms' for a license whose plan says
// so, or that has used up what may be fetched for it.

import type { ImagesOf } from '../post/served-media.ts'
import type { Caller } from './caller.ts'
import type { Parts } from './parts.ts'

export const imagesOf = (
  { imageQuota }: Pick<Parts, 'imageQuota'>,
  { license, plan }: Pick<Caller, 'license' | 'plan'>,
): ImagesOf | undefined => (imageQuota && !imageQuota.mayProxy(license, plan) ? 'platform' : undefined)
