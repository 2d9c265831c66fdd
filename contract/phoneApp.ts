/** Id of the installed app in both stores. */
export const APP_ID = 'uy.surtidor.app'

/** Beginning of the links into the installed app, where the setting `APP_LINK` gives no other. */
export const DEFAULT_APP_LINK = `${APP_ID}://open`

/**
 * Path of our page that posts a payment token to the gateway's hosted page: the browser over the
 * installed app opens addresses only.
 */
export const PHONE_PAYMENT_PATH = '/pagar'
