/**
 * The words of `responseHeader.reason`, with what each says to an integrator (`/docs`). A word is
 * stable, its sentence is not: programs compare the word. A refusal that no program has to tell from
 * others has none.
 */
export const REFUSAL_REASONS = {
  invalid_request: 'Falta un campo, o uno no tiene la forma esperada.',
  card_number: 'El pedido trae un número de tarjeta, que va solo en la pasarela.',
  audit_number_reused: 'El número de auditoría ya se usó en esta sesión con otro cuerpo.',
  role_missing: 'El rol de quien llama no puede hacer esta llamada.',
  not_found: 'No existe, o es de otra persona.',

  wrong_credentials: 'El correo o la contraseña del ingreso no son correctos.',
  unconfirmed: 'La contraseña es correcta, pero la cuenta no está confirmada (código 86).',
  use_a_browser: 'Quien opera la red ingresa desde un navegador, no desde la app del teléfono.',
  wrong_password: 'La contraseña actual de la cuenta no es correcta.',
  password_required: 'La sesión no es reciente: hace falta también la contraseña actual.',
  weak_password: 'La contraseña nueva es fácil de adivinar: hay que elegir otra.',
  wrong_code: 'El código que fue por correo no es correcto, ya se usó o venció.',
  link_used: 'El enlace del correo ya se usó.',
  link_expired: 'El enlace del correo venció.',

  second_factor_missing:
    'La sesión tiene que mostrar su segundo factor antes de cualquier otra llamada.',
  second_factor_first: 'Esta llamada pide mostrar antes el segundo factor que la cuenta ya tiene.',
  second_factor_required: 'Falta el código del segundo factor que se reemplaza.',
  wrong_second_factor: 'El código o la llave del segundo factor no es correcto, o ya se usó.',
  enrolment_code_required: 'Falta el código de activación del primer segundo factor.',
  wrong_enrolment_code: 'El código de activación no es correcto, ya se usó o venció.',
  only_second_factor: 'Es el único segundo factor de quien opera la red: no se puede quitar.',

  passkey_unknown: 'Ninguna cuenta tiene esa llave de acceso: el dispositivo puede olvidarla.',
  passkey_refused: 'La llave de acceso no se pudo comprobar.',
  passkey_copied: 'El contador de la llave de acceso no avanzó: puede haber una copia en uso.',
  passkey_limit: 'La cuenta ya tiene todas las llaves de acceso que puede tener.',
  challenge_expired: 'El desafío de la llave de acceso venció: hay que pedir otro.',
  challenge_used: 'El desafío de la llave de acceso ya se usó: hay que pedir otro.',

  email_taken: 'Ese correo ya es de otra cuenta.',
  invalid_mobile: 'El celular no existe en la numeración de su país.',
  invalid_birthdate:
    'La fecha de nacimiento no se acepta para una cuenta, o ya no se puede corregir.',

  request_pending: 'La persona ya tiene una solicitud pendiente.',
  already_member: 'Ya hay una afiliación a ese programa.',
  request_decided: 'La solicitud ya no espera esa decisión.',
  own_request: 'Nadie decide sobre su propia solicitud.',
  card_unusable: 'El número de tarjeta de fidelidad no se puede usar.',
  vehicle_taken: 'La matrícula ya está en esa afiliación.',
  vehicle_limit: 'La afiliación ya tiene todos los vehículos que puede tener.',

  underage: 'Para pagar con tarjeta hay que ser mayor de edad.',
  debt_changed: 'La deuda no es la que dice el pedido: hay que pedir la lista de nuevo.',
  debt_voided: 'La deuda se anuló: no hay nada que pagar.',
  debt_paid: 'La deuda ya está paga.',
  payment_pending: 'Hay un pago cuyo resultado todavía no se sabe.',
  payment_expired: 'El tiempo para pagar terminó, y no se cobró nada.',
  gateway_unavailable: 'La pasarela no contestó o no abrió el pago; no se cobró nada.',
  invalid_gateway_response: 'La respuesta de la pasarela no es legible, auténtica o de ese pago.',
} as const satisfies Record<string, string>
export type RefusalReason = keyof typeof REFUSAL_REASONS
