import { userInfo } from 'node:os'

/** The user that the process runs as; its number where the machine has no name for it, as in most containers. */
export const userName = (): string => {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
