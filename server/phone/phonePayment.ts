import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HOSTED_PAGE, MERCHANT_ENDPOINTS } from '#contract/geopay.ts'
import { PHONE_PAYMENT_PATH } from '#contract/phoneApp.ts'
import type { Config } from '#server/config.ts'
import { escapeHtml } from '#server/http/escapeHtml.ts'
import { sendSmallPage } from '#server/http/smallPage.ts'

const STYLE = `:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; text-align: center; background: light-dark(#f7f4ee, #0d1a20); color: light-dark(#0f252d, #f2efe8); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 30rem; padding: 2rem 1.25rem; display: grid; gap: 1.25rem; justify-items: center; }
h1 { font-size: 1.5rem; line-height: 1.2; margin: 0; }
p { margin: 0; }
a { display: inline-block; min-height: 3rem; padding: 0 1.5rem; border-radius: 12px; font-weight: 600; line-height: 3rem; color: light-dark(#005868, #7fd0d8); }
a.main { background: light-dark(#005868, #7fd0d8); color: light-dark(#ffffff, #07151b); text-decoration: none; }`

/** Cookie of the browser over the installed app: the gateway's return leads back to the app. */
const RETURN_COOKIE = 'phoneReturn'
/** Seconds: twice the life of a payment token. */
const RETURN_COOKIE_SECONDS = 20 * 60

/**
 * Posts the token of the fragment to the gateway's page and removes it from the address. The page is
 * shown again by Back, without a token.
 */
const SCRIPT = `const token = decodeURIComponent(location.hash.slice(1))
history.replaceState(null, '', location.pathname)
if (token === '') {
  document.querySelector('h1').textContent = 'Acá no hay un pago para abrir'
  document.querySelector('p').textContent = 'Volvé a la app y tocá «Ir a pagar» de nuevo.'
} else {
  document.querySelector('input').value = token
  document.querySelector('form').submit()
}`

/** Serves the page that opens the gateway's for the installed app (docs/decisions/0026-phone.md). */
export function registerPhonePayment(http: FastifyInstance, { gateway }: Config): void {
  const pages = new URL(gateway.pagesUrl).origin
  http.get(PHONE_PAYMENT_PATH, (_request, reply) => {
    // The return is a POST of the gateway's page: a stricter cookie would not come with it.
    reply.setCookie(RETURN_COOKIE, '1', {
      path: MERCHANT_ENDPOINTS.return,
      httpOnly: true,
      secure: true,
      sameSite: 'none',
      maxAge: RETURN_COOKIE_SECONDS,
    })
    return sendSmallPage(reply, {
      style: STYLE,
      title: 'Abriendo el pago…',
      body: `<p>Te llevamos a la página donde ponés tu tarjeta.</p>
<form method="post" action="${escapeHtml(gateway.pagesUrl + HOSTED_PAGE)}" hidden><input type="hidden" name="token"></form>`,
      script: SCRIPT,
      formAction: pages,
    })
  })
}

/** Whether the gateway's return came to the browser over the installed app. */
export const isPhoneReturn = ({ cookies }: FastifyRequest): boolean =>
  cookies[RETURN_COOKIE] !== undefined

/**
 * Leads from the gateway's return back to the installed app. A browser may want a tap before it opens
 * another app, and it may have been a payment in this browser.
 * @param page route of the app with its query, as `/#/payment?geopayResponse=…`
 */
export function sendBackToApp(
  reply: FastifyReply,
  { appLink }: Config,
  page: string,
): FastifyReply {
  reply.clearCookie(RETURN_COOKIE, { path: MERCHANT_ENDPOINTS.return })
  const inApp = appLink + page
  return sendSmallPage(reply, {
    style: STYLE,
    title: 'Volviendo a Surtidor…',
    next: inApp,
    body: `<p>En la app te decimos cómo quedó tu pago.</p>
<a class="main" href="${escapeHtml(inApp)}">Volver a la app</a>
<a href="${escapeHtml(page)}">Seguir en el navegador</a>`,
  })
}
