// Reads selected posts, each with its own result. Posts that are returned are counted, each once, however often the
// request names it.

import { ApiError } from '../../errors.ts'
import type { Reservation } from '../../licensing/usage/meter.ts'
import { plainContent } from '../../runtime/content-coding/content.ts'
import { accessThrough } from '../../scanning/access-through.ts'
import { requirePlatform } from '../../scanning/may-scan.ts'
import type { Platform } from '../../upstream/contract/platform.ts'
import { type Access, PUBLIC } from '../../upstream/contract/reach.ts'
import type { Choice } from '../../validation/chosen/choose-post.ts'
import type { ReadChoice } from '../../validation/chosen/chosen-posts.ts'
import { hangUpSignal } from '../hang-up.ts'
import { imagesOf } from '../images-of.ts'
import { type CountedResponse, metered } from '../metered.ts'
import type { Parts } from '../parts.ts'
import { throughConnection } from '../scan-profile/through-connection.ts'
import type { PostsRequest } from './schema.ts'

type Chosen = {
  readonly platform: Platform
  /** Whom the posts belong to. */
  readonly access: Access
  /** In the order of the request. */
  readonly choices: readonly Choice[]
  /** Choices that can be read, without duplicates. */
  readonly readable: readonly Choice[]
}

type Results = ReadonlyMap<string, ReadChoice>

const OK = Buffer.from('{"ok":true,"post":')
const [COMMA, END, CLOSE] = [Buffer.from(','), Buffer.from('}'), Buffer.from(']}}}')]

const writeChoice = (result: ReadChoice): readonly Buffer[] => {
  if (result.ok) return [OK, result.content.bytes, END]
  const { code, message, retryable } = result.error
  return [Buffer.from(JSON.stringify({ ok: false, error: { code, message, retryable } }))]
}

const compose = ({ platform, choices }: Chosen, resultOf: (choice: Choice) => ReadChoice): Buffer => {
  const posts = choices.flatMap((choice, at) => [...(at === 0 ? [] : [COMMA]), ...writeChoice(resultOf(choice))])
  const before = `{"ok":true,"data":{"body":{"platform":${JSON.stringify(platform.id)},"posts":[`
  return Buffer.concat([Buffer.from(before), ...posts, CLOSE])
}

/** The result of a choice that was not read. */
const unread = (choice: Choice, refusal: ApiError | undefined): ReadChoice => ({
  ok: false,
  error: choice.is === 'refused' ? choice.error : (refusal ?? new ApiError('internal_error')),
})

export const respondWithPosts = (parts: Parts) => {
  const { registry, metrics, now } = parts
  const { chosen } = parts.validations

  const response = (task: Chosen, results: Results, { granted, refusal }: Reservation): CountedResponse => {
    const found = [...results.values()].filter((result) => result.ok)
    for (const { cache } of found) metrics.countScan(task.platform.id, cache)
    if (refusal) metrics.countRefusal(refusal.code)
    return {
      content: plainContent(compose(task, (choice) => results.get(choice.key) ?? unread(choice, refusal))),
      // As old as the oldest post, and a `hit` only if all are.
      madeAt: Math.min(now(), ...found.map(({ foundAt }) => foundAt)),
      cache:
        results.size > 0 && [...results.values()].every((each) => each.ok && each.cache === 'hit') ? 'hit' : 'miss',
      units: Math.min(granted, found.length),
    }
  }

  return metered<Chosen>(parts, 'scans', {
    endpoint: 'posts',
    platformOf: ({ platform }) => platform.id,
    parse({ body }, caller, site) {
      const { platform: id, posts, connection } = body as PostsRequest
      const platform = requirePlatform(id, caller, registry)
      const choices = posts.map((written) => chosen.choose(platform, written))
      const readable = new Map(choices.flatMap((choice) => (choice.is === 'refused' ? [] : [[choice.key, choice]])))
      const task = { platform, choices, readable: [...readable.values()] }
      if (connection === undefined) return { ...task, access: PUBLIC }
      return throughConnection(parts, connection, caller, site).then((through) => ({
        ...task,
        access: accessThrough(through, platform),
      }))
    },
    // At least 1: the request counts against the burst limit even if nothing can be read.
    unitsOf: ({ readable }) => Math.max(1, readable.length),
    async perform(task, reply, caller, reservation) {
      const results = await chosen.read(task.readable.slice(0, reservation.granted), {
        ...{ licenseId: caller.license.id, signal: hangUpSignal(reply), access: task.access },
        images: imagesOf(parts, caller),
      })
      return response(task, results, reservation)
    },
  })
}
