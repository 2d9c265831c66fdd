import type { Config } from '#server/config.ts'
import type { PushSenders } from '#server/push/pushJob.ts'
import { webPushSender } from '#server/push/webPush.ts'

/** The ways of pushing that the settings have credentials for. */
export const createPushSenders = (config: Config): PushSenders => ({
  web: webPushSender(config),
  android: undefined,
  ios: undefined,
})
