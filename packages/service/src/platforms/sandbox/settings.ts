import type { Static } from 'typebox'
import { Type } from '../../parsing/type.ts'

export const SandboxSettings = Type.Object({
  BASE_URL: Type.String({
    default: '',
    description: 'Public URL of the service; the sandbox’s pages and files load from there.',
  }),
})
export type SandboxSettings = Static<typeof SandboxSettings>
