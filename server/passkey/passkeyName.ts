import type { AnonymousCaller } from '#server/http/defineHandler.ts'
import { deviceKind } from '#server/http/deviceName.ts'

/** Stores of passkeys by the model that they state (github.com/passkeydeveloper/passkey-authenticator-aaguids). */
const STORES: Record<string, string> = {
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'Contraseñas de Apple',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'Contraseñas de Apple',
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Gestor de contraseñas de Google',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
}

/**
 * The first name of a passkey: its store, or the browser that added it. Both come from fixed lists, so
 * that no text of the caller gets into an email.
 */
export function firstNameOf(
  aaguid: string,
  { header, userAgent }: Pick<AnonymousCaller, 'header' | 'userAgent'>,
): string {
  const kind = STORES[aaguid] ?? deviceKind(header, userAgent)
  return kind.charAt(0).toUpperCase() + kind.slice(1)
}
