// The endpoints of the admin API, in the order of the docs.

import type { AdminRoute } from './admin-route.ts'
import { listAudit } from './audit.ts'
import { addConnectApp, listConnectApps, removeConnectApp } from './connections/connect-apps.ts'
import { disconnectAccount, listConnections } from './connections/connections.ts'
import { showHealth } from './health/show-health.ts'
import { changePlans, resumeLicenses, suspendLicenses } from './licenses/bulk.ts'
import { changeLicense } from './licenses/change-license.ts'
import { createLicense } from './licenses/create-license.ts'
import { deleteLicense } from './licenses/delete-license.ts'
import { listLicenses } from './licenses/list-licenses.ts'
import { rotateKey } from './licenses/rotate-key.ts'
import { resumeLicense, revokeLicense, suspendLicense } from './licenses/set-status.ts'
import { showLicense } from './licenses/show-license.ts'
import { showUsage } from './licenses/show-usage.ts'
import { showUsageDetails } from './licenses/show-usage-details.ts'
import { listSites, releaseSite } from './licenses/sites.ts'
import { forgetMedia, showMedia } from './media/media.ts'
import { createOperator, listOperators, revokeOperator, showMe } from './operators.ts'
import { showOverview } from './overview.ts'
import { listPlans, putPlan } from './plans.ts'
import { pauseCredential, resumeCredential, retryCredential } from './platforms/credentials.ts'
import { listPlatforms, showPlatform } from './platforms/platforms.ts'
import { recognizeAs } from './playground/recognize-as.ts'
import { tryRequest } from './playground/try-request.ts'
import { showUsageOfAll } from './show-usage-of-all.ts'
import { listSigningKeys, rotateSigningKey } from './signing-keys.ts'
import { listRequests } from './traffic/list-requests.ts'
import { showTraffic } from './traffic/show-traffic.ts'
import { showMonth } from './usage.ts'
import { listDeliveries, resendDelivery, testWebhook } from './webhooks/deliveries.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateWebhookSecret,
  showWebhook,
} from './webhooks/webhooks.ts'

export const ADMIN_ROUTES: readonly AdminRoute[] = [
  showMe,
  showOverview,
  showHealth,
  showTraffic,
  listRequests,
  listLicenses,
  createLicense,
  suspendLicenses,
  resumeLicenses,
  changePlans,
  showLicense,
  changeLicense,
  suspendLicense,
  resumeLicense,
  revokeLicense,
  deleteLicense,
  rotateKey,
  tryRequest,
  recognizeAs,
  showUsage,
  showUsageDetails,
  listSites,
  releaseSite,
  listConnections,
  disconnectAccount,
  listConnectApps,
  addConnectApp,
  removeConnectApp,
  showMedia,
  forgetMedia,
  listPlans,
  putPlan,
  showMonth,
  showUsageOfAll,
  listPlatforms,
  showPlatform,
  retryCredential,
  pauseCredential,
  resumeCredential,
  listSigningKeys,
  rotateSigningKey,
  listOperators,
  createOperator,
  revokeOperator,
  listAudit,
  listWebhooks,
  createWebhook,
  showWebhook,
  changeWebhook,
  rotateWebhookSecret,
  testWebhook,
  listDeliveries,
  resendDelivery,
  deleteWebhook,
]
