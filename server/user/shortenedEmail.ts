/**
 * An email address of which its owner recognises the beginning and the domain: `an•••@correo.uy`. A
 * dot in the shown part is left out, so that mail programs make no link of it.
 */
export function shortened(email: string): string {
  const [local = '', domain = ''] = email.split('@')
  return `${local.replaceAll('.', '').slice(0, 2)}•••@${domain}`
}
