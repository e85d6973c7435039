import type { Connection } from './connection.ts'

/** What people know an account by: its handle, unless that is a number, such as the one of a Facebook Page. */
export const accountName = ({ handle, displayName }: Pick<Connection, 'handle' | 'displayName'>): string =>
  /^\d+$/.test(handle) ? (displayName ?? handle) : handle
