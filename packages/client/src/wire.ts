// Made by `npm run docs` from the service’s schemas. Do not edit.

export type Page = {
  readonly body: {
    readonly platform: string
    /** In its canonical form. */
    readonly handle: string
    readonly variant: string
    readonly profile: Profile
    /** Newest first. */
    readonly posts: readonly Post[]
  }
  /** When the platform was asked. */
  readonly fetchedAt: string
  /** null on the last page. */
  readonly nextCursor: string | null
}

/** Whose posts they are. */
export type Profile = {
  /** As the platform numbers its accounts. */
  readonly id: string | null
  /** In its canonical form. */
  readonly handle: string
  readonly displayName: string | null
  /** The page of the profile. */
  readonly url: string | null
  /** Where the platform says that the account went. */
  readonly movedTo: Author | null
  /** Absolute http(s) address. */
  readonly avatarUrl: string | null
  /** Absolute http(s) address. */
  readonly bannerUrl: string | null
  /** As a post’s `text` and `html`. */
  readonly bio: {
    readonly text: string | null
    readonly html: string | null
  }
  /** Whether the platform vouches for it. */
  readonly verified: boolean | null
  /** RFC 3339, UTC, milliseconds. */
  readonly createdAt: string | null
  /** As they were when the page was fetched. */
  readonly counts: {
    /** null when the platform does not tell. */
    readonly followers: number | null
    /** null when the platform does not tell. */
    readonly following: number | null
    /** null when the platform does not tell. */
    readonly posts: number | null
  }
}

/** A post of any platform. */
export type Post = {
  /** Unique within the profile; never a number. */
  readonly id: string
  /** What a layout needs to know first; `article`: a title and a body of its own, though it may be for members alone. */
  readonly kind: 'text' | 'article' | 'image' | 'video' | 'audio' | 'gallery' | 'link' | 'poll'
  /** The post on its platform. */
  readonly url: string | null
  readonly author: Author | null
  /** RFC 3339, UTC, milliseconds. */
  readonly publishedAt: string | null
  /** null when it was never edited, or the platform does not tell. */
  readonly editedAt: string | null
  /** BCP 47, as the platform tells it. */
  readonly language: string | null
  /** Hashtags, categories and keywords as written, without `#`, each once. */
  readonly tags: readonly string[]
  /** What the platform calls a title, in one line; merely how `text` begins only where the platform stores it as a title. */
  readonly title: string | null
  /** The platform’s own excerpt or description beside a body, plain text. */
  readonly summary: string | null
  /** The body as plain text, entities decoded, without the title. */
  readonly text: string | null
  /** The same as HTML, sanitized: safe to put into a page. */
  readonly html: string | null
  /** In the order of the post; empty when there is none. */
  readonly media: readonly Media[]
  readonly link: LinkCard | null
  /** With `kind: "poll"`. */
  readonly poll: Poll | null
  /** The post that this one passes on. */
  readonly repostOf: PostReference | null
  /** The post that this one answers. */
  readonly replyTo: PostReference | null
  /** The post that this one quotes. */
  readonly quoteOf: PostReference | null
  /** As they were when the page was fetched. */
  readonly metrics: {
    /** null when the platform does not tell. */
    readonly likes: number | null
    /** null when the platform does not tell. */
    readonly comments: number | null
    /** null when the platform does not tell. */
    readonly shares: number | null
    /** null when the platform does not tell. */
    readonly views: number | null
  }
  /** Whether the profile shows it first. */
  readonly pinned: boolean | null
  /** Whether it should be covered until a reader asks. */
  readonly sensitive: boolean | null
  /** Where the post was read, and when. */
  readonly source: {
    readonly kind: 'official_api' | 'feed' | 'public_page' | 'sandbox'
    /** RFC 3339, UTC, milliseconds. */
    readonly retrievedAt: string
  }
}

/** Who wrote a post. */
export type Author = {
  /** As the platform numbers its accounts. */
  readonly id: string | null
  /** Without a leading @. */
  readonly handle: string | null
  readonly displayName: string | null
  /** The page of the account. */
  readonly url: string | null
  /** Absolute http(s) address. */
  readonly avatarUrl: string | null
}

/** A picture, film or recording of a post. */
export type Media = {
  /** `gif`: a short film without sound that loops. */
  readonly type: 'image' | 'video' | 'gif' | 'audio'
  /** The file itself; null where only a preview or a player is public. */
  readonly url: string | null
  /** A still or smaller picture to show first. */
  readonly previewUrl: string | null
  /** A player to put into a frame, where there is no file that a page could play. */
  readonly embedUrl: string | null
  /** Pixels. */
  readonly width: number | null
  /** Pixels. */
  readonly height: number | null
  readonly durationSeconds: number | null
  /** The description for those who do not see it. */
  readonly alt: string | null
  /** When the addresses stop working; null when nobody says that they do. */
  readonly expiresAt: string | null
}

/** The page elsewhere that a post points to. */
export type LinkCard = {
  /** Absolute http(s) address. */
  readonly url: string
  readonly title: string | null
  readonly description: string | null
  /** Absolute http(s) address. */
  readonly imageUrl: string | null
}

/** What a post asks its readers. */
export type Poll = {
  /** In the order of the poll; `votes` is null while they are hidden. */
  readonly options: readonly {
    readonly text: string
    /** null when the platform does not tell. */
    readonly votes: number | null
  }[]
  /** All together. */
  readonly votes: number | null
  /** People, who may have several votes each. */
  readonly voters: number | null
  /** Whether one may choose several. */
  readonly multiple: boolean | null
  /** RFC 3339, UTC, milliseconds. */
  readonly endsAt: string | null
  /** Whether it had ended when the page was fetched. */
  readonly closed: boolean | null
}

/** Another post that a post is about. */
export type PostReference = {
  readonly id: string | null
  /** Absolute http(s) address. */
  readonly url: string | null
  readonly author: Author | null
}

/** What the page tells of itself; plain text, to be escaped where it is shown. */
export type Preview = {
  readonly title: string | null
  readonly description: string | null
  /** Absolute http(s) address. */
  readonly imageUrl: string | null
  readonly siteName: string | null
  readonly author: string | null
  readonly publishedAt: string | null
  /** Absolute http(s) address. */
  readonly canonicalUrl: string | null
  /** Absolute http(s) address. */
  readonly oembedUrl: string | null
}

/** A platform that can be scanned, and how it is doing. */
export type Platform = {
  /** The `platform` of a request. */
  readonly id: string
  readonly name: string
  /** Where its posts usually come from. */
  readonly provenance: 'official_api' | 'feed' | 'public_page' | 'sandbox'
  /** Where its posts can come from, best first. */
  readonly sources: readonly {
    readonly id: string
    /** The `source.kind` of its posts. */
    readonly provenance: 'official_api' | 'feed' | 'public_page' | 'sandbox'
    /** The variants that it serves. */
    readonly variants: readonly string[]
    /** Whether it has the credentials that it needs. */
    readonly configured: boolean
  }[]
  /** `posts`, the default, is always among them. */
  readonly variants: readonly {
    /** The `variant` of a request. */
    readonly id: string
    /** Which posts it yields. */
    readonly meaning: string
  }[]
  /** One example of each form; the first is the canonical form. */
  readonly handles: readonly string[]
  /** Whether this service can scan it. */
  readonly configured: boolean
  /** What the service cannot read from it, and why; null if there is nothing to say. */
  readonly refuses: string | null
  /** Whether its terms let a site keep copies of its images; null if unknown. */
  readonly keepsPictures: boolean | null
  /** `ready`: its best source works. `fallback`: another source is used, because the best one lacks something. `limited`: its budget is used up until `retryAt`. `not_configured`: the operator has not set it up. `failing`: its last scans failed, or its credentials are refused. */
  readonly state: 'ready' | 'fallback' | 'limited' | 'not_configured' | 'failing'
  /** When the state may end, if known; null otherwise. */
  readonly retryAt: string | null
}

export type TokenRequest = {
  /** `ck_live_…` or `ck_test_…`, or the key that the customer had before. */
  readonly licenseKey: string
  /** The calling site; it counts against the plan’s sites. */
  readonly siteId?: string
}

export type TokenData = {
  /** Send it as `Authorization: Bearer …`. */
  readonly token: string
  readonly tokenType: 'Bearer'
  /** Seconds of life left. */
  readonly expiresIn: number
  readonly expiresAt: string
  readonly license: {
    readonly id: string
    readonly plan: string
    readonly status: 'active' | 'suspended' | 'expired' | 'revoked'
    readonly mode: 'live' | 'test'
    readonly expiresAt: string | null
  }
}

export type ScanRequest = {
  /** An id that GET /platforms lists. */
  readonly platform: string
  /** Any form people paste: name, @name, @name@host, the URL of a profile or feed, an embed code. */
  readonly handle: string
  /** Which posts: `posts` (default) or another that the platform offers. */
  readonly variant?: string
  /** The calling site; default: the one in the token. */
  readonly siteId?: string
  /** The nextCursor of the page before. */
  readonly cursor?: string
}

export type LoadMoreRequest = {
  /** An id that GET /platforms lists. */
  readonly platform: string
  /** Any form people paste: name, @name, @name@host, the URL of a profile or feed, an embed code. */
  readonly handle: string
  /** Which posts: `posts` (default) or another that the platform offers. */
  readonly variant?: string
  /** The calling site; default: the one in the token. */
  readonly siteId?: string
  /** The nextCursor of the page before. */
  readonly cursor: string
}

export type ChosenRequest = {
  /** An id that GET /platforms lists. */
  readonly platform: string
  /** The chosen posts. */
  readonly posts: readonly string[]
  /** The calling site; default: the one in the token. */
  readonly siteId?: string
}

export type ChosenPosts = {
  readonly body: {
    readonly platform: string
    /** In the order asked: of each the post, or why it cannot be had. */
    readonly posts: readonly ({
      readonly ok: true
      readonly post: Post
    } | {
      readonly ok: false
      readonly error: {
        /** As of an answer. */
        readonly code: 'invalid_json' | 'invalid_request' | 'cursor_required' | 'invalid_cursor' | 'not_found' | 'method_not_allowed' | 'payload_too_large' | 'unsupported_media_type' | 'license_malformed' | 'license_unknown' | 'license_suspended' | 'license_expired' | 'license_revoked' | 'site_limit_reached' | 'platform_not_in_plan' | 'token_missing' | 'token_malformed' | 'token_invalid' | 'token_expired' | 'quota_exceeded' | 'rate_limited' | 'platform_unknown' | 'variant_unknown' | 'handle_malformed' | 'profile_not_found' | 'profile_private' | 'profile_unsupported' | 'post_not_found' | 'unsupported_post_url' | 'platform_not_configured' | 'platform_rate_limited' | 'platform_unauthorized' | 'platform_error' | 'platform_timeout' | 'link_malformed' | 'link_blocked' | 'link_unresolvable' | 'link_unreachable' | 'link_tls_error' | 'link_status' | 'link_redirects' | 'link_too_large' | 'link_timeout' | 'forbidden' | 'conflict' | 'idempotency_key_in_use' | 'idempotency_key_reused' | 'unavailable' | 'internal_error'
        /** English, for people; may change. */
        readonly message: string
        /** Whether this post may be had later. */
        readonly retryable: boolean
      }
    })[]
  }
}

export type ValidateRequest = {
  /** http or https. */
  readonly url: string
  /** Default: true. Without its body an address may be of any size: no more is read than the preview needs. */
  readonly withBody?: boolean
  /** The calling site; default: the one in the token. */
  readonly siteId?: string
}

export type FoundLink = {
  /** Always; what is not valid is an error. */
  readonly valid: true
  /** The raw content found: text in Unicode, anything else as base64. Absent with `"withBody": false`. */
  readonly body?: string
  /** Of `body`, and absent with it. */
  readonly bodyEncoding?: 'text' | 'base64'
  /** The address that answered, after redirects. */
  readonly url: string
  /** The HTTP status of that answer, 200 to 299. */
  readonly status: number
  /** Its Content-Type, as it was sent. */
  readonly contentType: string | null
  /** null where it was not read to its end, which it is with its body. */
  readonly bytes: number | null
  readonly preview: Preview
}

export type ValidatePostRequest = {
  /** http or https. */
  readonly url: string
  /** Default: true. Without its body an address may be of any size: no more is read than the preview needs. */
  readonly withBody?: boolean
  /** The calling site; default: the one in the token. */
  readonly siteId?: string
}

export type FoundPost = {
  /** Always; what is not valid is an error. */
  readonly valid: true
  /** The raw content found: text in Unicode, anything else as base64. Absent with `"withBody": false`. */
  readonly body?: string
  /** Of `body`, and absent with it. */
  readonly bodyEncoding?: 'text' | 'base64'
  /** The post’s own address. */
  readonly url: string
  /** The HTTP status of that answer, 200 to 299. */
  readonly status: number
  /** Its Content-Type, as it was sent. */
  readonly contentType: string | null
  /** null where it was not read to its end, which it is with its body. */
  readonly bytes: number | null
  readonly preview: Preview
  /** The platform, or the provider of the registry; null where only the page itself offers an embed. */
  readonly platform: string | null
  readonly post: Post | null
  /** Where the platform, or the page, has oEmbed. */
  readonly embed: {
    readonly type: 'photo' | 'video' | 'link' | 'rich'
    /** Sanitized, safe to put into a page. */
    readonly html: string | null
    /** Pixels. */
    readonly width: number | null
    /** Pixels. */
    readonly height: number | null
    readonly providerName: string | null
  } | null
}

export type AccountRequest = {
  /** A site that will not call again, in any spelling: its place is free from then on. */
  readonly release?: string
}

export type Account = {
  readonly license: {
    readonly id: string
    /** Whose it is. */
    readonly name: string | null
    /** The plan’s name. */
    readonly plan: string
    /** `active`: others get an error. */
    readonly status: 'active' | 'suspended' | 'expired' | 'revoked'
    /** A test license scans only the sandbox, and never runs out. */
    readonly mode: 'live' | 'test'
    /** null for never. */
    readonly expiresAt: string | null
  }
  readonly usage: {
    /** Of this month. */
    readonly scans: {
      /** What the plan allows; null for a test license, which never runs out. */
      readonly limit: number | null
      readonly used: number
      /** When counting begins anew. */
      readonly until: string
    }
    /** Of this month. */
    readonly validations: {
      /** What the plan allows; null for a test license, which never runs out. */
      readonly limit: number | null
      readonly used: number
      /** When counting begins anew. */
      readonly until: string
    }
    /** Of this minute. */
    readonly burst: {
      /** What the plan allows; null for a test license, which never runs out. */
      readonly limit: number | null
      readonly used: number
      /** When counting begins anew. */
      readonly until: string
    }
    /** Places that are taken. */
    readonly sites: {
      /** null for any number. */
      readonly limit: number | null
      readonly used: number
    }
  }
  /** Those that count, the oldest first; local and staging sites never do. */
  readonly sites: readonly {
    /** In its canonical spelling. */
    readonly site: string
    /** When it first used the license. */
    readonly firstSeenAt: string
  }[]
  /** What this license may scan now, in the order of their ids. */
  readonly platforms: readonly {
    /** The `platform` of a request. */
    readonly id: string
    readonly name: string
    /** Where its posts usually come from. */
    readonly provenance: 'official_api' | 'feed' | 'public_page' | 'sandbox'
    /** Where its posts can come from, best first. */
    readonly sources: readonly {
      readonly id: string
      /** The `source.kind` of its posts. */
      readonly provenance: 'official_api' | 'feed' | 'public_page' | 'sandbox'
      /** The variants that it serves. */
      readonly variants: readonly string[]
      /** Whether it has the credentials that it needs. */
      readonly configured: boolean
    }[]
    /** `posts`, the default, is always among them. */
    readonly variants: readonly {
      /** The `variant` of a request. */
      readonly id: string
      /** Which posts it yields. */
      readonly meaning: string
    }[]
    /** One example of each form; the first is the canonical form. */
    readonly handles: readonly string[]
    /** Whether this service can scan it. */
    readonly configured: boolean
    /** What the service cannot read from it, and why; null if there is nothing to say. */
    readonly refuses: string | null
    /** Whether its terms let a site keep copies of its images; null if unknown. */
    readonly keepsPictures: boolean | null
  }[]
}
