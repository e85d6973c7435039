// Made by `npm run docs` from the service’s schemas. Do not edit.

/** A profile with up to 20 of its posts. */
export type Page = {
  readonly body: {
    readonly platform: string
    /** The canonical form. */
    readonly handle: string
    readonly variant: string
    readonly profile: Profile
    /** Newest first. */
    readonly posts: readonly Post[]
  }
  /** When the page was fetched from the platform. */
  readonly fetchedAt: string
  /** null on the last page. */
  readonly nextCursor: string | null
}

/** The profile that was scanned. */
export type Profile = {
  /** Id of the profile on the platform. */
  readonly id: string | null
  /** The canonical form. */
  readonly handle: string
  readonly displayName: string | null
  /** Page of the profile. */
  readonly url: string | null
  /** What the handle names. `community`: a subreddit, a group or a server. `list`: accounts that somebody chose. `collection`: a playlist, an album or a board. `feed`: posts that a program ranks. `section`: a part of a site or account. Show an unknown kind like `account`. */
  readonly kind?: 'account' | 'community' | 'hashtag' | 'search' | 'list' | 'collection' | 'feed' | 'section'
  /** Who made the list, collection or feed; null for everything else, and if unknown. */
  readonly owner?: Author | null
  /** The account that this one moved to, as reported by the platform. */
  readonly movedTo: Author | null
  /** Absolute http(s) URL. */
  readonly avatarUrl: string | null
  /** Absolute http(s) URL. */
  readonly bannerUrl: string | null
  /** Like `text` and `html` of a post. */
  readonly bio: {
    readonly text: string | null
    readonly html: string | null
  }
  /** Whether the platform has verified it. */
  readonly verified: boolean | null
  /** RFC 3339, UTC, milliseconds. */
  readonly createdAt: string | null
  /** At the time the page was fetched. */
  readonly counts: {
    /** null if the platform does not report it. */
    readonly followers: number | null
    /** null if the platform does not report it. */
    readonly following: number | null
    /** null if the platform does not report it. */
    readonly posts: number | null
  }
  /** Where and when the page was read. */
  readonly source: {
    /** `connected`: with the permission of the account’s owner. */
    readonly kind: 'official_api' | 'feed' | 'public_page' | 'sandbox' | 'connected'
    /** Id of the connected account; null unless `kind` is `connected`. */
    readonly connection: string | null
    /** RFC 3339, UTC, milliseconds. */
    readonly retrievedAt: string
  }
}

/** A post of any platform. */
export type Post = {
  /** Unique within the profile; never a number. */
  readonly id: string
  /** The kind of post, for layouts. `article` has a title and a body, which may be for members only. */
  readonly kind: 'text' | 'article' | 'image' | 'video' | 'audio' | 'gallery' | 'link' | 'poll'
  /** Page of the post on its platform. */
  readonly url: string | null
  readonly author: Author | null
  /** RFC 3339, UTC, milliseconds. */
  readonly publishedAt: string | null
  /** null if it was never edited, or the platform does not report it. */
  readonly editedAt: string | null
  /** BCP 47, as reported by the platform. */
  readonly language: string | null
  /** Hashtags, categories and keywords as written, without `#` and duplicates. */
  readonly tags: readonly string[]
  /** The title on the platform, in one line. It repeats the start of `text` only if the platform stores it as a title. */
  readonly title: string | null
  /** The platform’s excerpt or description in addition to the body, as plain text. */
  readonly summary: string | null
  /** The body as plain text, entities decoded, without the title. */
  readonly text: string | null
  /** The body as sanitized HTML: safe to insert into a page. */
  readonly html: string | null
  /** In the order of the post; may be empty. */
  readonly media: readonly Media[]
  readonly link: LinkCard | null
  /** With `kind: "poll"`. */
  readonly poll: Poll | null
  /** The post that this one reposts. */
  readonly repostOf: PostReference | null
  /** The post that this one replies to. */
  readonly replyTo: PostReference | null
  /** The post that this one quotes. */
  readonly quoteOf: PostReference | null
  /** At the time the page was fetched. */
  readonly metrics: {
    /** null if the platform does not report it. */
    readonly likes: number | null
    /** null if the platform does not report it. */
    readonly comments: number | null
    /** null if the platform does not report it. */
    readonly shares: number | null
    /** null if the platform does not report it. */
    readonly views: number | null
  }
  /** Whether it is pinned to the profile. */
  readonly pinned: boolean | null
  /** Whether it should be hidden until a reader asks. */
  readonly sensitive: boolean | null
  /** Where and when the post was read. */
  readonly source: {
    /** `connected`: with the permission of the account’s owner. */
    readonly kind: 'official_api' | 'feed' | 'public_page' | 'sandbox' | 'connected'
    /** Id of the connected account; null unless `kind` is `connected`. */
    readonly connection: string | null
    /** RFC 3339, UTC, milliseconds. */
    readonly retrievedAt: string
  }
}

/** The author of a post. */
export type Author = {
  /** Id of the account on the platform. */
  readonly id: string | null
  /** Without a leading @. */
  readonly handle: string | null
  readonly displayName: string | null
  /** Page of the account. */
  readonly url: string | null
  /** Absolute http(s) URL. */
  readonly avatarUrl: string | null
}

/** An image, video or audio file of a post. */
export type Media = {
  /** `gif`: a short looping video without sound. */
  readonly type: 'image' | 'video' | 'gif' | 'audio'
  /** The file itself; null if only a preview or a player is public. */
  readonly url: string | null
  /** A still or smaller image to show first. */
  readonly previewUrl: string | null
  /** A player for a frame, if there is no file that a page could play. */
  readonly embedUrl: string | null
  /** Pixels. */
  readonly width: number | null
  /** Pixels. */
  readonly height: number | null
  readonly durationSeconds: number | null
  /** Alternative text. */
  readonly alt: string | null
  /** When the URLs stop working; null if no expiry is known. */
  readonly expiresAt: string | null
  /** Like `url`, but always at the platform. */
  readonly originalUrl: string | null
  /** Widths in pixels that may be added to `url` as `?w=`; empty if the platform serves the file. */
  readonly sizes: readonly number[]
}

/** The external page that a post links to. */
export type LinkCard = {
  /** Absolute http(s) URL. */
  readonly url: string
  readonly title: string | null
  readonly description: string | null
  /** Absolute http(s) URL. */
  readonly imageUrl: string | null
}

/** A poll in a post. */
export type Poll = {
  /** In the order of the poll; `votes` is null while results are hidden. */
  readonly options: readonly {
    readonly text: string
    /** null if the platform does not report it. */
    readonly votes: number | null
  }[]
  /** Total votes. */
  readonly votes: number | null
  /** Number of voters, who may have several votes each. */
  readonly voters: number | null
  /** Whether several options may be chosen. */
  readonly multiple: boolean | null
  /** RFC 3339, UTC, milliseconds. */
  readonly endsAt: string | null
  /** Whether it had ended when the page was fetched. */
  readonly closed: boolean | null
}

/** A reference to another post. */
export type PostReference = {
  readonly id: string | null
  /** Absolute http(s) URL. */
  readonly url: string | null
  readonly author: Author | null
}

/** What the page says about itself. Plain text: escape it where you show it. */
export type Preview = {
  readonly title: string | null
  readonly description: string | null
  /** Absolute http(s) URL. */
  readonly imageUrl: string | null
  readonly siteName: string | null
  readonly author: string | null
  readonly publishedAt: string | null
  /** Absolute http(s) URL. */
  readonly canonicalUrl: string | null
  /** Absolute http(s) URL. */
  readonly oembedUrl: string | null
}

/** A platform that can be scanned, and its state. */
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
    /** Whether it has the credentials that it needs, or owners can connect accounts that it needs. */
    readonly configured: boolean
  }[]
  /** The variants of an account; `posts`, the default, is always among them. */
  readonly variants: readonly {
    /** The `variant` of a request. */
    readonly id: string
    /** Which posts it returns. */
    readonly meaning: string
  }[]
  /** The handles of an account: one example of each form; the first is the canonical form. */
  readonly handles: readonly string[]
  /** What can be scanned besides accounts, which come first. */
  readonly kinds?: readonly {
    /** The `kind` of the profile. */
    readonly id: 'account' | 'community' | 'hashtag' | 'search' | 'list' | 'collection' | 'feed' | 'section'
    /** What it is on this platform. */
    readonly meaning: string
    /** An example of each form; the first is canonical. */
    readonly handles: readonly string[]
    /** `posts`, the default, is always among them. */
    readonly variants: readonly {
      /** The `variant` of a request. */
      readonly id: string
      /** Which posts it returns. */
      readonly meaning: string
    }[]
    /** The order of its posts. `newest`: newest first. `owner`: as its owner arranged them. `ranked`: as the platform ranks them, which may change between two pages. */
    readonly order: 'newest' | 'owner' | 'ranked'
    /** If `many`, show the author of each post. */
    readonly authors: 'one' | 'many'
    /** Whether this service can scan it. */
    readonly configured: boolean
    /** The operator’s settings that it requires; any one of them, if they are alternatives. */
    readonly needs: readonly string[]
    /** What the service cannot read of it, and why. */
    readonly refuses: string | null
    /** `ready`: its best source works. `fallback`: another source is used, because the best one lacks something. `limited`: its budget is used up until `retryAt`. `not_configured`: the operator has not set it up. `failing`: its last scans failed, or its credentials are refused. */
    readonly state: 'ready' | 'fallback' | 'limited' | 'not_configured' | 'failing'
    /** When the state may end, if known; null otherwise. */
    readonly retryAt: string | null
  }[]
  /** What is recognized but cannot be scanned. */
  readonly unsupported?: readonly {
    /** The `details.kind` of the error `profile_unsupported`. */
    readonly kind: string
    /** Why it cannot be scanned, as in the error. */
    readonly says: string
    /** The URLs of such things, with their parts in braces. */
    readonly handles: readonly string[]
  }[]
  /** Whether this service can scan it. */
  readonly configured: boolean
  /** What the service cannot read from this platform, and why; null if it reports no limitation. */
  readonly refuses: string | null
  /** Whether its terms let a site keep copies of its images; null if unknown. */
  readonly keepsPictures: boolean | null
  /** `ready`: its best source works. `fallback`: another source is used, because the best one lacks something. `limited`: its budget is used up until `retryAt`. `not_configured`: the operator has not set it up. `failing`: its last scans failed, or its credentials are refused. */
  readonly state: 'ready' | 'fallback' | 'limited' | 'not_configured' | 'failing'
  /** When the state may end, if known; null otherwise. */
  readonly retryAt: string | null
}

export type TokenRequest = {
  /** `ck_live_…` or `ck_test_…`, or an imported key. */
  readonly licenseKey: string
  /** The site that uses the license. It counts against the sites of the plan. Without it, or with a misspelled name such as `site`, the token has no site, and none is counted. */
  readonly siteId?: string
}

export type TokenData = {
  /** Send it as `Authorization: Bearer …`. */
  readonly token: string
  readonly tokenType: 'Bearer'
  /** Seconds until it expires. */
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

export type RecognizeRequest = {
  /** What a person pasted or typed: a URL, a name, a hashtag, an embed code. */
  readonly text: string
}

export type Recognized = {
  /** What the text can mean, the likeliest first, and what this license cannot scan last. Empty if it names no profile, or several. A URL at a host that belongs to a platform has one match; a name alone and the URL of a website can have many. */
  readonly matches: readonly {
    /** The `platform` of a request. */
    readonly platform: string
    /** Its name, for people. */
    readonly name: string
    /** The `handle` of a request, in the canonical form. */
    readonly handle: string
    /** What the handle names: the `kind` of the profile. */
    readonly kind: 'account' | 'community' | 'hashtag' | 'search' | 'list' | 'collection' | 'feed' | 'section'
    /** What it is on this platform. */
    readonly meaning: string
    /** `posts`, the default, is always among them. */
    readonly variants: readonly {
      /** The `variant` of a request. */
      readonly id: string
      /** Which posts it returns. */
      readonly meaning: string
    }[]
    /** The variant that the text shows, such as the tab of a URL; otherwise `posts`. */
    readonly variant: string
    /** The order of its posts. `newest`: newest first. `owner`: as its owner arranged them. `ranked`: as the platform ranks them, which may change between two pages. */
    readonly order: 'newest' | 'owner' | 'ranked'
    /** If `many`, show the author of each post. */
    readonly authors: 'one' | 'many'
    /** Whether this license can scan it now: the state of the kind as in `GET /platforms`, or `not_in_plan` if a scan would be `platform_not_in_plan`. */
    readonly state: 'ready' | 'fallback' | 'limited' | 'not_configured' | 'failing' | 'not_in_plan'
  }[]
  /** Platforms that have what the text names, and where the service cannot scan it. */
  readonly unsupported: readonly {
    /** The `platform` of a request. */
    readonly platform: string
    /** Its name, for people. */
    readonly name: string
    /** The `details.kind` of the error `profile_unsupported`. */
    readonly kind: string
    /** Why it cannot be scanned, as in the error. */
    readonly says: string
  }[]
}

export type ScanRequest = {
  /** Id of a platform, from `GET /platforms`. */
  readonly platform: string
  /** Any form that people paste: name, @name, @name@host, the URL of a profile or feed, or an embed code. */
  readonly handle: string
  /** Which posts: `posts` (default) or another variant of the platform. */
  readonly variant?: string
  /** Id of a connected account of the license, which is then read with its own permission. `handle` is its handle, or `me`. Without it, the license’s own connection of the account is used if there is one that the site may use; `source.connection` names it. */
  readonly connection?: string
  /** The site that uses the license; default: the one in the token. */
  readonly siteId?: string
  /** `nextCursor` of the previous page. */
  readonly cursor?: string
}

export type LoadMoreRequest = {
  /** Id of a platform, from `GET /platforms`. */
  readonly platform: string
  /** Any form that people paste: name, @name, @name@host, the URL of a profile or feed, or an embed code. */
  readonly handle: string
  /** Which posts: `posts` (default) or another variant of the platform. */
  readonly variant?: string
  /** Id of a connected account of the license, which is then read with its own permission. `handle` is its handle, or `me`. Without it, the license’s own connection of the account is used if there is one that the site may use; `source.connection` names it. */
  readonly connection?: string
  /** The site that uses the license; default: the one in the token. */
  readonly siteId?: string
  /** `nextCursor` of the previous page. */
  readonly cursor: string
}

export type ChosenRequest = {
  /** Id of a platform, from `GET /platforms`. */
  readonly platform: string
  /** The selected posts. */
  readonly posts: readonly string[]
  /** Id of a connected account of the license, whose posts are read with its own permission. The URL of a post often does not say whose it is, so send the `source.connection` of the post if it has one. */
  readonly connection?: string
  /** The site that uses the license; default: the one in the token. */
  readonly siteId?: string
}

export type ChosenPosts = {
  readonly body: {
    readonly platform: string
    /** In the order of the request: each post, or its error. */
    readonly posts: readonly ({
      readonly ok: true
      readonly post: Post
    } | {
      readonly ok: false
      readonly error: {
        /** As in an error response. */
        readonly code: 'invalid_json' | 'invalid_request' | 'cursor_required' | 'invalid_cursor' | 'not_found' | 'method_not_allowed' | 'payload_too_large' | 'unsupported_media_type' | 'license_malformed' | 'license_unknown' | 'license_suspended' | 'license_expired' | 'license_revoked' | 'site_limit_reached' | 'platform_not_in_plan' | 'token_missing' | 'token_malformed' | 'token_invalid' | 'token_expired' | 'quota_exceeded' | 'rate_limited' | 'platform_unknown' | 'variant_unknown' | 'handle_malformed' | 'profile_not_found' | 'profile_private' | 'profile_unsupported' | 'post_not_found' | 'unsupported_post_url' | 'platform_not_configured' | 'platform_rate_limited' | 'platform_unauthorized' | 'platform_error' | 'platform_timeout' | 'platform_not_connectable' | 'return_not_allowed' | 'connection_limit_reached' | 'connection_unknown' | 'connection_required' | 'connection_ended' | 'link_malformed' | 'link_blocked' | 'link_unresolvable' | 'link_unreachable' | 'link_tls_error' | 'link_status' | 'link_redirects' | 'link_too_large' | 'link_timeout' | 'forbidden' | 'conflict' | 'idempotency_key_in_use' | 'idempotency_key_reused' | 'unavailable' | 'internal_error'
        /** English, for people. May change. */
        readonly message: string
        /** Whether this post may be available later. */
        readonly retryable: boolean
      }
    })[]
  }
}

export type ValidateRequest = {
  /** http or https. */
  readonly url: string
  /** Default: true. Without its body a page may have any size, since only the part that the preview needs is read. */
  readonly withBody?: boolean
  /** The site that uses the license; default: the one in the token. */
  readonly siteId?: string
}

export type FoundLink = {
  /** Always true; anything else is an error. */
  readonly valid: true
  /** The raw content: text in Unicode, anything else as base64. Absent with `"withBody": false`. */
  readonly body?: string
  /** Encoding of `body`; absent without it. */
  readonly bodyEncoding?: 'text' | 'base64'
  /** The final URL, after redirects. */
  readonly url: string
  /** HTTP status of the final response, 200 to 299. */
  readonly status: number
  /** Its Content-Type, as sent. */
  readonly contentType: string | null
  /** null if it was not read to its end, which can only happen without its body. */
  readonly bytes: number | null
  readonly preview: Preview
}

export type ValidatePostRequest = {
  /** http or https. */
  readonly url: string
  /** Default: true. Without its body a page may have any size, since only the part that the preview needs is read. */
  readonly withBody?: boolean
  /** The site that uses the license; default: the one in the token. */
  readonly siteId?: string
}

export type FoundPost = {
  /** Always true; anything else is an error. */
  readonly valid: true
  /** The raw content: text in Unicode, anything else as base64. Absent with `"withBody": false`. */
  readonly body?: string
  /** Encoding of `body`; absent without it. */
  readonly bodyEncoding?: 'text' | 'base64'
  /** The canonical URL of the post. */
  readonly url: string
  /** HTTP status of the final response, 200 to 299. */
  readonly status: number
  /** Its Content-Type, as sent. */
  readonly contentType: string | null
  /** null if it was not read to its end, which can only happen without its body. */
  readonly bytes: number | null
  readonly preview: Preview
  /** The platform, or the provider of the registry; null if only the page itself offers an embed. */
  readonly platform: string | null
  readonly post: Post | null
  /** The oEmbed of the platform or the page. */
  readonly embed: {
    readonly type: 'photo' | 'video' | 'link' | 'rich'
    /** Sanitized: safe to insert into a page. */
    readonly html: string | null
    /** Pixels. */
    readonly width: number | null
    /** Pixels. */
    readonly height: number | null
    readonly providerName: string | null
  } | null
}

export type AccountRequest = {
  /** A site that no longer uses the license, in any spelling. Its slot becomes free. */
  readonly release?: string
}

export type Account = {
  readonly license: {
    readonly id: string
    /** Name of the license. */
    readonly name: string | null
    /** Name of the plan. */
    readonly plan: string
    /** Always `active` here: a request with any other status gets an error. */
    readonly status: 'active' | 'suspended' | 'expired' | 'revoked'
    /** A test license can only scan the sandbox and has no limits. */
    readonly mode: 'live' | 'test'
    /** null for never. */
    readonly expiresAt: string | null
  }
  readonly usage: {
    /** This month. */
    readonly scans: {
      /** The limit of the plan; null for a test license, which has no limit. */
      readonly limit: number | null
      readonly used: number
      /** When the quota resets. */
      readonly until: string
    }
    /** This month. */
    readonly validations: {
      /** The limit of the plan; null for a test license, which has no limit. */
      readonly limit: number | null
      readonly used: number
      /** When the quota resets. */
      readonly until: string
    }
    /** This minute. */
    readonly burst: {
      /** The limit of the plan; null for a test license, which has no limit. */
      readonly limit: number | null
      readonly used: number
      /** When the quota resets. */
      readonly until: string
    }
    /** Sites that count against the plan. */
    readonly sites: {
      /** null for no limit. */
      readonly limit: number | null
      readonly used: number
    }
    /** Connected accounts of the license, those of its other sites included. */
    readonly connections: {
      /** null for no limit. */
      readonly limit: number | null
      readonly used: number
    }
    /** Images that were fetched for the license this month. When the limit is reached, responses name the URLs of the platforms. */
    readonly media: {
      /** `proxy`: responses name URLs of images of the service. `none`: they name those of the platforms. */
      readonly mode: 'none' | 'proxy'
      /** Bytes; null for no limit. */
      readonly limit: number | null
      /** Bytes. */
      readonly used: number
      /** When the quota resets. */
      readonly until: string
    }
  }
  /** Sites that count against the plan, oldest first. Local and staging sites never count. */
  readonly sites: readonly {
    /** The canonical form. */
    readonly site: string
    /** When it first used the license. */
    readonly firstSeenAt: string
  }[]
  /** Connected accounts that the site of the token may use. The endpoint connections shows more. */
  readonly connections?: readonly {
    /** For `connection` of a scan. */
    readonly id: string
    /** Id of the platform. */
    readonly platform: string
    /** The canonical form. */
    readonly handle: string
    /** `limited`: the platform’s rate limit is reached. `ending`: the owner must connect again before `endsAt`. `ended`: the owner must connect again. */
    readonly state: 'connected' | 'limited' | 'ending' | 'ended'
    /** When the permission ends and the service cannot renew it; null if it does not end. */
    readonly endsAt: string | null
  }[]
  /** Platforms that this license may scan now, ordered by id. */
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
      /** Whether it has the credentials that it needs, or owners can connect accounts that it needs. */
      readonly configured: boolean
    }[]
    /** The variants of an account; `posts`, the default, is always among them. */
    readonly variants: readonly {
      /** The `variant` of a request. */
      readonly id: string
      /** Which posts it returns. */
      readonly meaning: string
    }[]
    /** The handles of an account: one example of each form; the first is the canonical form. */
    readonly handles: readonly string[]
    /** What can be scanned besides accounts, which come first. */
    readonly kinds?: readonly {
      /** The `kind` of the profile. */
      readonly id: 'account' | 'community' | 'hashtag' | 'search' | 'list' | 'collection' | 'feed' | 'section'
      /** What it is on this platform. */
      readonly meaning: string
      /** An example of each form; the first is canonical. */
      readonly handles: readonly string[]
      /** `posts`, the default, is always among them. */
      readonly variants: readonly {
        /** The `variant` of a request. */
        readonly id: string
        /** Which posts it returns. */
        readonly meaning: string
      }[]
      /** The order of its posts. `newest`: newest first. `owner`: as its owner arranged them. `ranked`: as the platform ranks them, which may change between two pages. */
      readonly order: 'newest' | 'owner' | 'ranked'
      /** If `many`, show the author of each post. */
      readonly authors: 'one' | 'many'
      /** Whether this service can scan it. */
      readonly configured: boolean
      /** The operator’s settings that it requires; any one of them, if they are alternatives. */
      readonly needs: readonly string[]
      /** What the service cannot read of it, and why. */
      readonly refuses: string | null
    }[]
    /** What is recognized but cannot be scanned. */
    readonly unsupported?: readonly {
      /** The `details.kind` of the error `profile_unsupported`. */
      readonly kind: string
      /** Why it cannot be scanned, as in the error. */
      readonly says: string
      /** The URLs of such things, with their parts in braces. */
      readonly handles: readonly string[]
    }[]
    /** Whether this service can scan it. */
    readonly configured: boolean
    /** What the service cannot read from this platform, and why; null if it reports no limitation. */
    readonly refuses: string | null
    /** Whether its terms let a site keep copies of its images; null if unknown. */
    readonly keepsPictures: boolean | null
  }[]
}

export type ConnectRequest = {
  /** An id that `GET /platforms` lists. */
  readonly platform: string
  /** The server of the account, for platforms with many servers, such as `mastodon`. */
  readonly host?: string
  /** The account that is expected. Its server replaces `host`. On `bluesky`, no other account can be connected. */
  readonly handle?: string
  /** The URL that the browser returns to, with `connection` or `connect_error` added to its query. It must be below a site of the license or an origin in `CONNECT_RETURN_ORIGINS`; a test license may use `localhost`. Without it the service shows a page at the end. */
  readonly returnTo?: string
  /** Only this site may use the connection. Default: every site of the license. A connection that is renewed keeps its site, and an account that another site connected for itself ends as `connection_other_site`. */
  readonly siteId?: string
  /** Your name for the connection. */
  readonly label?: string
  /** `private`: also posts that the platform does not show to anybody. Default: public posts only. */
  readonly include?: readonly ('private')[]
  /** The client id of the application, or the id of one of the license’s own, if there are several. */
  readonly app?: string
  /** The id of the connection to renew, which this site may use. The same account must come back. */
  readonly reconnect?: string
}

export type ConnectStart = {
  /** Open it in the browser of the person. It works once. */
  readonly url: string
  /** When the URL stops working. */
  readonly expiresAt: string
  /** Names this consent in `connections`. It gives no access. */
  readonly ticket: string
}

export type ConnectionsRequest = {
  /** The connection to change. */
  readonly id?: string
  /** Its new name; null for none. Requires `id`. */
  readonly label?: string | null
  /** Ends the connection. Requires `id`. */
  readonly disconnect?: true
  /** An application of your own: `platform`, `clientId` and `clientSecret` add one, or replace the secret of the one with that client id; `id` and `remove` remove one. */
  readonly app?: {
    /** Id of the platform. */
    readonly platform?: string
    /** Client id of your application at the platform. */
    readonly clientId?: string
    /** Its secret. It is never returned. */
    readonly clientSecret?: string
    /** A name for it. */
    readonly label?: string
    /** An application of the license. Requires `remove`. */
    readonly id?: string
    /** Removes it and ends the connections that were made with it. Requires `id`. */
    readonly remove?: true
  }
  /** The ticket of a consent: returns what became of it. */
  readonly ticket?: string
}

export type Connections = {
  /** Platforms on which the license can connect accounts now. */
  readonly connectable: readonly {
    /** For `platform` of `connect`. */
    readonly platform: string
    /** Name of the platform. */
    readonly name: string
    /** Whether `connect` needs `host` or `handle`: the platform has many servers. */
    readonly needsHost: boolean
    /** Whether `connect` accepts `handle` or `host` and can do without: accounts choose their server. Without them, that of the platform itself asks the owner. */
    readonly acceptsHandle: boolean
  }[]
  /** Applications of the license’s own, if the operator accepts them. */
  readonly apps: readonly {
    /** For `app` of `connect`. */
    readonly id: string
    /** Id of the platform. */
    readonly platform: string
    /** Its client id at the platform. */
    readonly clientId: string
    /** Name that the license gave it. */
    readonly label: string | null
  }[]
  /** In the order in which they were connected. */
  readonly connections: readonly {
    /** For `connection` of a scan. */
    readonly id: string
    /** Id of the platform. */
    readonly platform: string
    readonly account: {
      /** The platform’s id of the account. */
      readonly id: string
      /** The canonical form. */
      readonly handle: string
      /** null if unknown. */
      readonly displayName: string | null
      /** Page of the account; null if unknown. */
      readonly url: string | null
      /** null if unknown. */
      readonly avatarUrl: string | null
    }
    /** Name that the license gave it. */
    readonly label: string | null
    /** The only site that may use it; null for every site of the license. */
    readonly siteId: string | null
    /** `limited`: the platform’s rate limit is reached. `ending`: the owner must connect again before `endsAt`. `ended`: the owner must connect again. */
    readonly state: 'connected' | 'limited' | 'ending' | 'ended'
    /** When the permission ends and the service cannot renew it; null if it does not end. */
    readonly endsAt: string | null
    /** Why it ends or ended. */
    readonly reason: 'expired' | 'removed_by_owner' | 'password_changed' | 'checkpoint' | 'role_lost' | 'scope_missing' | 'account_gone' | 'app_closed' | null
    /** Granted permissions, in the platform’s words. */
    readonly scopes: readonly string[]
    /** Requested permissions that the owner did not grant. */
    readonly missing: readonly string[]
    /** When posts were last read through it, rounded down to the hour; null for never. */
    readonly lastReadAt: string | null
  }[]
  /** Only if the request has `ticket`. */
  readonly ticket?: {
    /** `open`: the person has not finished. `failed`: it was refused, or its time is over. `unknown`: there is no such ticket, or it is over for almost an hour. */
    readonly state: 'open' | 'connected' | 'failed' | 'unknown'
    /** Ids of the connections that it brought. */
    readonly connections: readonly string[]
    /** Names of chosen accounts that were not connected: the plan had no place left, or another site connected them for itself. */
    readonly leftOut: readonly string[]
    /** Why it failed, as in `connect_error`. */
    readonly error: string | null
  }
}
