// central-api media …: the images that the service passes on (`MEDIA=proxy`).

import { randomBytes } from 'node:crypto'
import { type Command, InvalidArgumentError } from 'commander'
import { actsBy } from '../audit/act.ts'
import { keysUnder } from '../licensing/keys/pepper.ts'
import { createMediaKeys, subjectOf } from '../media/media-key.ts'
import { subjectUrl } from '../media/subject-url.ts'
import { commandActor } from './command-actor.ts'
import type { Io } from './io.ts'
import { type OpenCore, withVerifiedPepper } from './open-parts.ts'
import { printJson } from './output/print-json.ts'
import { printable } from './output/printable.ts'

type JsonOption = { readonly json?: true }

const webUrl = (text: string): URL => {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol)) return url
  throw new InvalidArgumentError('It must be a URL that starts with http:// or https://.')
}

export const registerMedia = (media: Command, io: Io): void => {
  media
    .command('forget')
    .description('stop serving the images of a post, an account or a URL, within a second and for good')
    .argument('<url>', 'the URL of a post or an account as responses have it, or of one image', webUrl)
    .option('--json', 'print one JSON document')
    .action((url: URL, { json }: JsonOption) => withVerifiedPepper(io, (core) => forget(io, core, url, json)))
}

const forget = async (io: Io, core: OpenCore, written: URL, json: true | undefined): Promise<void> => {
  const url = subjectUrl(createMediaKeys({ keysFor: keysUnder(core.peppers) }), written)
  const act = actsBy(io.now, randomBytes)
  await core.store.mediaMarks.add(subjectOf(url).toString('hex'), act('media.forget', commandActor(io, 'media forget')))
  if (json) return printJson(io, { url })
  io.out(`Images of ${printable(url)} are no longer served.
Browsers and CDNs that have them may show them for up to a day.
`)
}
