import { hash } from 'node:crypto'

/** The SHA-256 of a text: what is stored of tokens, binders and keys of delays and limits. */
export const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer')
