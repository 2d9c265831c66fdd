import type { SandboxConfig } from '#sandbox/config.ts'
import { html } from '#sandbox/pages/html.ts'
import { pageLayout } from '#sandbox/pages/layout.ts'
import { testCards } from '#sandbox/pages/testCards.ts'

/** A delay for people: whole seconds, or milliseconds below one. */
const duration = (ms: number) => (ms < 1000 ? `${ms} ms` : `${Math.round(ms / 1000)} s`)

/** The page at the sandbox's address: how to try a payment, the test cards, and what else decides. */
export function rootPage({ merchant, delays }: Pick<SandboxConfig, 'merchant' | 'delays'>): string {
  return pageLayout(
    'Tarjetas y palancas',
    'copyCard.js',
    html`<main class="pay">
<h1>Acá se prueba el pago con tarjeta</h1>
<section class="ticket" aria-labelledby="steps">
  <h2 id="steps">En tres pasos</h2>
  <ol class="steps">
    <li>Abrí el comercio e ingresá con una cuenta de demostración.</li>
    <li>Elegí una deuda y tocá Pagar: el comercio te trae a esta pasarela.</li>
    <li>Pagá con una de las tarjetas de abajo. Cada una hace lo que dice su nombre.</li>
  </ol>
  <p><a class="main" href="${merchant.homeUrl}">Ir al comercio</a></p>
</section>
<section class="panel" aria-labelledby="levers">
  <h2 id="levers">Qué más decide</h2>
  <dl class="levers">
    <div><dt>$&nbsp;51,51</dt><dd>Ese importe se rechaza por falta de fondos.</dd></div>
    <div><dt>…,91</dt><dd>El emisor está caído: el pago queda en proceso ${duration(delays.issuerDown)}.</dd></div>
    <div><dt>…,25</dt><dd>El pago nace vencido.</dd></div>
    <div><dt>Cancelar</dt><dd>El botón de la página vuelve al comercio sin cobrar.</dd></div>
    <div><dt>10 min</dt><dd>Después de ese tiempo el pago vence.</dd></div>
    <div><dt>Esperas</dt><dd>La tarjeta lenta tarda ${duration(delays.slow)}, la anulación llega a los ${duration(delays.void)} y el aviso al comercio a los ${duration(delays.webhook)}.</dd></div>
  </dl>
  <p class="small">Para programas, solo desde esta máquina: <a href="/sandbox/log">los pagos de esta pasarela</a> en JSON, y <code>POST /sandbox/pay</code> con <code>token</code> y <code>card</code> paga sin navegador.</p>
</section>
${testCards('Copiar', null)}
</main>
<p class="unseen" role="status" aria-live="polite"></p>`,
  )
}
