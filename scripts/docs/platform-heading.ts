// The heading of a platform's section: its name, with its id as the anchor.

import { createAnchors } from '../../packages/service/src/http/docs/heading-anchors.ts'
import type { Platform } from '../../packages/service/src/upstream/contract/platform.ts'

/** A name whose anchor is not the id, such as DEV, has an anchor of its own before it. */
export const platformHeading = ({ id, name }: Pick<Platform, 'id' | 'name'>): string =>
  createAnchors()(name) === id ? `## ${name}` : `## <a id="${id}"></a>${name}`
