import type { TestCard } from '#sandbox/cards.ts'
import { CARDS } from '#sandbox/cards.ts'
import type { Html } from '#sandbox/pages/html.ts'
import { html } from '#sandbox/pages/html.ts'

/** Groups of the help panel with their cards. */
const GROUPS: readonly [string, (card: TestCard) => boolean][] = [
  ['Se aprueban', ({ code, lever }) => code === '00' && (lever === 'plain' || lever === 'slow')],
  ['Se rechazan', ({ code, lever }) => code !== '00' && lever === 'plain'],
  ['El emisor no contesta', ({ lever }) => lever === 'issuerDown'],
  ['Avisos al comercio', ({ lever }) => lever.startsWith('webhook')],
  ['Vuelta al comercio', ({ lever }) => /^(badSignature|alteredAmount|pageClosed)$/.test(lever)],
  ['Anulaciones', ({ lever }) => lever.startsWith('voided')],
]

/** The help panel with all test cards. Its buttons need scripts; typing a number does not. */
export function testCards(): Html {
  return html`<section class="help" aria-labelledby="help">
  <h2 id="help">Tarjetas de prueba</h2>
  <p>La tarjeta decide qué pasa. Sirve cualquier vencimiento futuro y cualquier código de 3 números.</p>
  ${GROUPS.map(([title, belongs]) => group(title, CARDS.filter(belongs)))}
  <p class="magic">También deciden algunos importes: <b>51,51</b> se rechaza, los que terminan en <b>,91</b> encuentran al emisor caído y los que terminan en <b>,25</b> vencen enseguida.</p>
</section>`
}

function group(title: string, cards: readonly TestCard[]): Html {
  return html`<details ${title === 'Se aprueban' || title === 'Se rechazan' ? html`open` : null}>
  <summary>${title}</summary>
  <ul>${cards.map(line)}</ul>
</details>`
}

function line({ number, name, does }: TestCard): Html {
  const spaced = number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
  return html`<li>
    <div><strong>${name}</strong> <span class="digits">${spaced}</span> <span class="does">${does}</span></div>
    <button type="button" class="use" data-number="${spaced}" hidden>Usar<span class="unseen"> ${name}</span></button>
  </li>`
}
