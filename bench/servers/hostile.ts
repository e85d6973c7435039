// An upstream with responses that are designed to block the event loop.

import { startHostileSite } from '../../packages/service/test/hostile/hostile-site.ts'

const site = await startHostileSite()
process.stdout.write(`${site.origin}\n`)
process.on('SIGINT', () => process.exit(0))
