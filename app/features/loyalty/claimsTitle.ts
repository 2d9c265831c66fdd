/** The name of the claims of missing purchases, on their screen and wherever a text or a link leads there. */
export const CLAIMS_TITLE = '¿Te falta una compra?'
