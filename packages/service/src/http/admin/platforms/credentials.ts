// The three commands for a credential. Each takes effect in all processes immediately. Repeating one is not an error.

import { OperatorError } from '../../../licensing/licenses/operator-error.ts'
import { type AdminRoute, adminRoute } from '../admin-route.ts'
import { describeCredential, OperatorCredential } from './operator-platform.ts'
import { requirePlatform } from './require-platform.ts'

type Command = 'retry' | 'pause' | 'resume'

const OPERATION_IDS: Readonly<Record<Command, string>> = {
  retry: 'tryACredentialAgain',
  pause: 'pauseACredential',
  resume: 'resumeACredential',
}

const command = (name: Command, summary: string, description: string): AdminRoute =>
  adminRoute({
    method: 'POST',
    path: `/platforms/:platform/credentials/:credential/${name}`,
    role: 'admin',
    operationId: OPERATION_IDS[name],
    summary,
    description,
    data: OperatorCredential,
    example: { path: `/platforms/youtube/credentials/$CREDENTIAL/${name}` },
    handle:
      ({ registry, upstreams: { pool }, act, now }) =>
      async ({ params: { platform = '', credential: id = '' }, actor }) => {
        requirePlatform(registry, platform)
        const credential = pool.list(platform).find((each) => each.id === id)
        if (credential === undefined) {
          throw new OperatorError('not_found', `There is no credential "${id}" of ${platform}`)
        }
        if (name === 'retry' && pool.recordOf(credential).state === 'paused') {
          throw new OperatorError('conflict', `Credential "${id}" is paused. Resume it before you retry it`)
        }
        await pool.command(id, name, act(`credential.${name}`, actor))
        return describeCredential(credential, pool.recordOf(credential), now())
      },
  })

export const retryCredential = command(
  'retry',
  'Try a credential again',
  'A refused or expired credential is used again by the next call that needs it, instead of at `until`. A used-up budget stays used up until it resets.',
)
export const pauseCredential = command(
  'pause',
  'Pause a credential',
  'No call uses it until it is resumed, also after a restart of the service.',
)
export const resumeCredential = command('resume', 'Resume a credential', 'Uses a paused credential again.')
