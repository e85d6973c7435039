import { userInfo } from 'node:os'

/** The name of the user that runs the process, or its numeric id if it has no name, as in most containers. */
export const userName = (): string => {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
