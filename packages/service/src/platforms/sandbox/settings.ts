import type { Static } from 'typebox'
import { Type } from '../../parsing/type.ts'

export const SandboxSettings = Type.Object({
  BASE_URL: Type.String({ default: '', description: 'Where the service is reached; the sandbox loads from there.' }),
})
export type SandboxSettings = Static<typeof SandboxSettings>
