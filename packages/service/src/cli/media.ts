// central-api media …: the images that the service passes on (`MEDIA=proxy`).

import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { type Command, InvalidArgumentError } from 'commander'
import { actsBy } from '../audit/act.ts'
import type { Config } from '../config/read-config.ts'
import { keysUnder } from '../licensing/keys/pepper.ts'
import { OperatorError } from '../licensing/licenses/operator-error.ts'
import { mediaFolder } from '../media/media-folder.ts'
import { createMediaKeys, subjectOf } from '../media/media-key.ts'
import { SubjectError, subjectUrl } from '../media/subject-url.ts'
import { commandActor } from './command-actor.ts'
import type { Io } from './io.ts'
import { type OpenCore, withVerifiedPepper } from './open-parts.ts'
import { printJson } from './output/print-json.ts'
import { printable } from './output/printable.ts'

type JsonOption = { readonly json?: true }

const MAX_SHOWN = 200

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

/** Copies of the folder of this machine that belong to the subject, and the folder; undefined if there is none. */
const countCopies = async (config: Config, subject: string) => {
  const folder = config.mediaS3Url ? undefined : mediaFolder(config)
  if (folder === undefined) return undefined
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  return { folder, count: names.filter((name) => /[\\/][^\\/]*\./.test(name) && name.includes(subject)).length }
}

/** As much of a URL as fits on a few lines. */
const shown = (url: string): string => {
  const text = printable(url)
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}

const whatIsThere = (found: Awaited<ReturnType<typeof countCopies>>): string => {
  if (found === undefined) return 'Check that responses have this URL: the command cannot tell.'
  const { folder, count } = found
  return count > 0
    ? `${count} ${count === 1 ? 'copy' : 'copies'} of them in ${folder} will be deleted within the hour.`
    : `There is no copy of them in ${folder}. Check that responses have this URL: the command cannot tell.`
}

const platformUrl = ({ peppers, config }: OpenCore, written: URL): string => {
  try {
    const keys = createMediaKeys({ keysFor: keysUnder(peppers) })
    return subjectUrl({ keys, bases: [config.baseUrl, config.mediaBaseUrl], allow: config.egressAllow }, written)
  } catch (error) {
    throw error instanceof SubjectError ? new OperatorError('invalid', `The URL ${error.message}`) : error
  }
}

const forget = async (io: Io, core: OpenCore, written: URL, json: true | undefined): Promise<void> => {
  const url = platformUrl(core, written)
  const subject = subjectOf(url).toString('hex')
  const act = actsBy(io.now, randomBytes)
  await core.store.mediaMarks.add(subject, act('media.forget', commandActor(io, 'media forget')))
  const found = await countCopies(core.config, subject)
  if (json) return printJson(io, { url, copies: found?.count ?? null })
  io.out(`It is recorded that images of ${shown(url)} must not be served any more.
${whatIsThere(found)}
Browsers and CDNs that have them may show them for up to a day.
`)
}
