import { CARD_GROUPS, type TestCard } from '#sandbox/cards.ts'
import { type Html, html } from '#sandbox/pages/html.ts'

/**
 * The help panel with the test cards. Its buttons are hidden until the script shows them.
 * @param action label of the button of each card
 * @param note what stands below the cards
 */
export function testCards(action: string, note: Html | null): Html {
  return html`<section class="help" aria-labelledby="help">
  <h2 id="help">Tarjetas de prueba</h2>
  <p>La tarjeta decide qué pasa. Sirve cualquier vencimiento futuro y cualquier código de 3 números.</p>
  ${CARD_GROUPS.map(([title, cards]) => group(title, cards, action))}
  ${note}
</section>`
}

function group(title: string, cards: readonly TestCard[], action: string): Html {
  return html`<details ${title === 'Se aprueban' || title === 'Se rechazan' ? html`open` : null}>
  <summary>${title}</summary>
  <ul>${cards.map((card) => listItem(card, action))}</ul>
</details>`
}

function listItem({ number, name, description }: TestCard, action: string): Html {
  const spaced = number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
  return html`<li>
    <div><strong>${name}</strong> <span class="digits">${spaced}</span> <span class="does">${description}</span></div>
    <button type="button" class="use" data-number="${spaced}" hidden>${action}<span class="unseen"> ${name}</span></button>
  </li>`
}
