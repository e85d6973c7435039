// Stores the posts of packages/feed/fixtures in a site, with copies of their images, as a refresh would.

import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { POSTS, PROFILE } from '../../../feed/fixtures/posts.ts'
import type { Site } from './start-site.ts'

const PICTURES = fileURLToPath(new URL('./drop-ins/pictures.php', import.meta.url))

/** PHP that decodes a value. */
export const inPhp = (value: unknown): string =>
  `json_decode(base64_decode('${Buffer.from(JSON.stringify(value)).toString('base64')}'), true)`

type Stored = {
  readonly profile: object
  readonly posts: readonly (object & { readonly url?: unknown })[]
  readonly platform: string
}

/** Stores the posts with these names, or all of them, as those of a profile. Returns the attribute that shows the profile. */
export const storePosts = (
  site: Site,
  handle: string,
  names?: readonly string[],
  { platform = 'mastodon', copiesImages = true, namespace = 'CentralPosts' } = {},
) => {
  const named = names === undefined ? POSTS : names.flatMap((name) => POSTS.filter((post) => post.name === name))
  const posts = named.map((post) => ({ ...post, url: String(post.url).replace('@rye.and.salt', `@${handle}`) }))
  return storePage(site, handle, { profile: PROFILE, posts, platform }, { copiesImages, namespace })
}

/** Stores a page of any posts. */
export const storePage = async (
  site: Site,
  handle: string,
  { profile, posts, platform }: Stored,
  { copiesImages = true, namespace = 'CentralPosts' } = {},
) => {
  await copyFile(PICTURES, join(site.content, 'mu-plugins/pictures.php'))
  await site.php(
    `use ${namespace}\\{Images, Items, Reference, Settings}; Settings::save(['copies' => ['${platform}' => '1']]); $keys = []; $later = time() + 9999999;
     $copy = function ($reference) { if (!${copiesImages}) return; Images::copy(['pictures_due' => 0] + Items::find([$reference->key()])[$reference->key()], microtime(true) + 60); };
     foreach (${inPhp(posts)} as $post) {
       $reference = Reference::of_post('${platform}', $post); Items::put($reference, $post); $keys[] = $reference->key(); $copy($reference); }
     $profile = new Reference('profile', '${platform}', '${handle}'); Items::mark_used([$profile], time());
     Items::put($profile, ['profile' => ${inPhp(profile)}, 'posts' => $keys], $later); $copy($profile); return true;`,
    { user: 1 },
  )
  return `${platform}:${handle}`
}
