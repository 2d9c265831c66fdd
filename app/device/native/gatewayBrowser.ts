import { Browser } from '@capacitor/browser'
import { serverOrigin } from '#app/device/platform.ts'
import { PHONE_PAYMENT_PATH } from '#contract/phoneApp.ts'

/**
 * Opens the gateway's page in a browser over the app. That browser opens addresses only, so the server
 * has a page that posts the token; the fragment of an address is sent to no server.
 */
export const showGateway = (token: string): Promise<void> =>
  Browser.open({
    url: `${serverOrigin()}${PHONE_PAYMENT_PATH}#${encodeURIComponent(token)}`,
    presentationStyle: 'fullscreen',
  })

export const closeGateway = (): Promise<void> => Browser.close().catch(() => undefined)

export const onGatewayClosed = (closed: () => void): void =>
  void Browser.addListener('browserFinished', closed)
