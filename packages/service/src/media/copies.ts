// Copies of images, kept as long as the terms of their platform allow, within a limit of bytes, and not once something
// that they belong to was forgotten. The name of a copy says what it belongs to, so that no table is needed.

import type { ConnectionReach } from '../upstream/contract/reach.ts'
import type { MediaHome, StoredImage } from './home/media-home.ts'
import { type MediaKey, type MediaKeys, type Subject, subjectOf } from './media-key.ts'
import type { MediaMarks } from './media-marks.ts'

export type Copies = {
  find(key: MediaKey): Promise<Buffer | undefined>
  /** Whether a copy of it may be kept. */
  mayKeep(key: MediaKey): boolean
  /** Never rejects. */
  keep(key: MediaKey, bytes: Buffer): Promise<void>
  /** Deletes all of an account. */
  drop(connection: ConnectionReach): Promise<void>
  /** Deletes what must not be kept any more, and the copies that were not used for the longest time. */
  sweep(): Promise<void>
}

export type CopiesOptions = {
  readonly home: MediaHome
  readonly keys: Pick<MediaKeys, 'subjectsOf'>
  readonly marks: Pick<MediaMarks, 'isForgotten'>
  /** Milliseconds that copies of a platform may be kept; 0 for never. */
  readonly keptMs: (platform: string) => number
  readonly maxBytes: number
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly onHomeError: (error: unknown) => void
}

/** What remains when the limit is exceeded, so that not every copy causes a sweep. */
const KEPT_SHARE = 0.9

export const createCopies = ({ home, keys, marks, keptMs, maxBytes, now, onHomeError }: CopiesOptions): Copies => {
  /** `platform/ab/post.account.image` and, for a connected account, its connection. */
  const nameOf = (key: MediaKey): string => {
    const subjects = keys.subjectsOf(key).map((subject) => subject.toString('hex'))
    return `${key.platform}/${subjects[2]?.slice(0, 2)}/${subjects.join('.')}`
  }

  const isOver = (platform: string, storedAt: number): boolean => now() - storedAt >= keptMs(platform)

  const mustGo = ({ name, storedAt }: StoredImage): boolean => {
    const [platform = '', , subjects = ''] = name.split('/')
    const named: readonly Subject[] = subjects.split('.').map((subject) => Buffer.from(subject, 'hex'))
    return isOver(platform, storedAt) || marks.isForgotten(named)
  }

  return {
    async find(key) {
      if (keptMs(key.platform) === 0) return undefined
      try {
        const found = await home.get(nameOf(key))
        return found && !isOver(key.platform, found.storedAt) ? found.bytes : undefined
      } catch (error) {
        onHomeError(error)
        return undefined
      }
    },
    mayKeep: ({ platform }) => keptMs(platform) > 0,
    async keep(key, bytes) {
      await home.put(nameOf(key), bytes).catch(onHomeError)
    },
    async drop(connection) {
      const end = `.${subjectOf(connection).toString('hex')}`
      try {
        for await (const { name } of home.list()) if (name.endsWith(end)) await home.remove(name)
      } catch (error) {
        onHomeError(error)
      }
    },
    async sweep() {
      try {
        const kept: StoredImage[] = []
        for await (const image of home.list()) {
          if (mustGo(image)) await home.remove(image.name)
          else kept.push(image)
        }
        let bytes = kept.reduce((sum, image) => sum + image.bytes, 0)
        if (bytes <= maxBytes) return
        for (const image of kept.toSorted((one, other) => one.usedAt - other.usedAt)) {
          if (bytes <= KEPT_SHARE * maxBytes) return
          await home.remove(image.name)
          bytes -= image.bytes
        }
      } catch (error) {
        onHomeError(error)
      }
    },
  }
}
