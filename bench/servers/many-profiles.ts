// The service as `central-api serve` runs it, with a platform that has any number of profiles and responds immediately,
// so that only the service is measured.

import { readConfig } from '../../packages/service/src/config/read-config.ts'
import { createLog } from '../../packages/service/src/observability/create-log.ts'
import { Type } from '../../packages/service/src/parsing/type.ts'
import { buildPost, buildProfile } from '../../packages/service/src/post/build-post.ts'
import { createService } from '../../packages/service/src/service.ts'
import { platform, source } from '../../packages/service/src/upstream/contract/platform.ts'

const POSTS = Array.from({ length: 5 }, (_, n) => buildPost({ id: String(n), text: 'Some words to read. '.repeat(15) }))

const all = source({
  id: 'all',
  provenance: 'sandbox',
  account: async ({ handle }) => ({ id: handle, profile: buildProfile({ handle }), keep: undefined }),
  posts: async () => ({ posts: POSTS, next: '5' }),
})

const bodies = platform({
  id: 'made',
  name: 'Made up',
  handles: ['1'],
  variants: { posts: 'all' },
  settings: Type.Object({}),
  canonicalize: (input) => (/^\d+$/.test(input) ? input : undefined),
  sources: [all],
})

const log = createLog('warn', process.stderr, false)
const service = await createService({ config: readConfig(process.env), log, platforms: [bodies] })
process.stdout.write(`${await service.start()}\n`)
process.on('SIGINT', async () => {
  await service.stop()
  process.exit(0)
})
