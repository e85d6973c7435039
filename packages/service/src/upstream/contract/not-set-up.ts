// The message of `platform_not_configured`: first that the operator has not set the platform up, then what the platform
// does not expose.

import type { Platform } from './platform.ts'
import { isOrAre } from './platform-name.ts'

type Named = Pick<Platform, 'name' | 'refuses'>

/** `what`: what the service lacks a credential for; the whole platform when absent. */
export const notSetUp = ({ name, refuses }: Named, what?: 'profile' | 'post'): string => {
  const forWhat = what === undefined ? '' : ` for this ${what}`
  const limits = refuses === undefined ? '' : ` ${refuses}`
  return `${name} ${isOrAre(name)} not set up${forWhat} on this service.${limits}`
}
