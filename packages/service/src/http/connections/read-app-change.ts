// Checks which fields of `app` came together: those of an application to add, or of one to remove.

import type { NewOwnApp } from '../../connect/own-apps.ts'
import { ApiError } from '../../errors.ts'
import type { ConnectionsBody } from './schema.ts'

type Written = NonNullable<ConnectionsBody['app']>
export type AppChange =
  | { readonly is: 'new'; readonly app: NewOwnApp }
  | { readonly is: 'removed'; readonly id: string }

const invalid = (field: string, message: string): ApiError =>
  new ApiError('invalid_request', { details: [{ field: `app.${field}`, message }] })

const ADDS = ['platform', 'clientId', 'clientSecret'] as const
const REMOVES = ['id', 'remove'] as const

/** Throws `invalid_request`, with the first field that is missing or too much. */
export const readAppChange = (app: Written): AppChange => {
  const isRemoval = REMOVES.some((field) => app[field] !== undefined)
  if (isRemoval) {
    for (const field of [...ADDS, 'label'] as const)
      if (app[field] !== undefined) throw invalid(field, 'does not belong to an application that is removed')
    if (app.remove === undefined) throw invalid('remove', 'is required to remove an application')
    if (app.id === undefined) throw invalid('id', 'is required to remove an application')
    return { is: 'removed', id: app.id }
  }
  const { platform, clientId, clientSecret, label = null } = app
  if (platform === undefined) throw invalid('platform', 'is required to add an application')
  if (clientId === undefined) throw invalid('clientId', 'is required to add an application')
  if (clientSecret === undefined) throw invalid('clientSecret', 'is required to add an application')
  return { is: 'new', app: { platform, clientId, clientSecret, label } }
}
