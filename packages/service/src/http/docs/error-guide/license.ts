import type { Advice } from './advice.ts'

/** The license does not allow the request. */
export const LICENSE_ADVICE = {
  license_malformed: {
    happened:
      'The text is not a license key. It is too short or too long, or it starts like a key of this service (`ck_live_`, `ck_test_`) but its length or check digits are wrong. The service first removes white space, line breaks, quotes and invisible characters. The most common cause is a typo or an incomplete copy. The service did not look up the license.',
    todo: 'Do not send it again. Ask the user to paste the complete key again. Do not validate the format yourself, because keys from other shops are valid here, too. Wrong keys are rate limited by IP address, so a client that repeats them gets `rate_limited`.',
  },
  license_unknown: {
    happened:
      'The key is well-formed but belongs to no license. It may belong to another installation, it may have been rotated and its overlap is over, or it may be a key from another shop, which has no check digits, with a typo. Wrong and unknown keys get the same response.',
    todo: 'Do not send it again. Ask for the current key and check the base URL. Wrong keys are rate limited by IP address, so a client that repeats them gets `rate_limited`.',
  },
  license_suspended: {
    happened: 'The operator has suspended the license. Existing tokens stop working within a second.',
    todo: 'Stop sending requests and show the operator’s contact. No data is lost: when the license is resumed, the same key and unexpired tokens work again. Try at most once an hour.',
  },
  license_expired: {
    happened: 'The license has expired. Existing tokens stopped working at the same time.',
    todo: 'Stop sending requests and tell the user to renew the license. Keep showing cached posts. After the renewal, the same key works again. Try at most once an hour.',
  },
  license_revoked: {
    happened: 'The license was revoked permanently. The key never works again.',
    todo: 'Stop sending requests, delete the key and the token, and ask for another license.',
  },
  site_limit_reached: {
    happened:
      'The license is already used by as many sites as its plan allows. Different spellings of a site count once. `localhost`, `*.test`, `*.local`, copies such as `staging.*`, `staging2.*`, `dev.*` and `test.*`, and the copies of hosting providers (`*.wpengine.com`, `*.kinsta.cloud`, `*.pantheonsite.io`, `*.ddev.site` and others, listed in the API’s guide) never count. At most 1,000 of these can use a license in an hour. A plan without a site limit allows up to 10,000 sites.',
    todo: 'Do not repeat the request for this site. Release a site that is no longer used: by its uninstallation, with `release` of account, or by the operator. Or move to a plan with more sites. The next request then works. The license’s other sites are not affected.',
  },
  platform_not_in_plan: {
    happened:
      'The license may not scan this platform: the plan does not include it, or the license is a test license, which can only scan the `sandbox`.',
    todo: 'Do not repeat the request with this license. Offer the included platforms, or a plan that includes this one. For development and tests, use `"platform": "sandbox"`.',
  },
} as const satisfies Record<string, Advice>
