import { NOT_FISCAL } from '#contract/entities/receipt.ts'

/** The texts of an email. Values of a request appear as `{{value}}` placeholders only. */
export interface EmailTemplate {
  subject: string
  /** One paragraph each. */
  lines: readonly string[]
  /** Shows `{{code}}` large, to be typed. */
  code?: boolean
  /** The text of a button that opens `{{link}}`. */
  button?: string
  /** Shown last and smaller. */
  note: string
}

/** Of every email about the security of an account. */
const CIRCUMSTANCES = 'Fue el {{when}} (hora de Montevideo), desde {{device}}.'
const IGNORE_IF_NOT_YOU = 'Si no fuiste vos, no hagas nada: sin este código nadie puede seguir.'

/** The `name` lets the owner of the address see that a registration is not their own. */
export const CONFIRM: EmailTemplate = {
  subject: 'Confirmá tu cuenta',
  lines: [
    'Para terminar tu registro en Surtidor, ingresá este código en los próximos 10 minutos.',
    'El registro está a nombre de {{name}}.',
  ],
  code: true,
  button: 'Confirmar mi cuenta',
  note: 'Si no sos vos o no te registraste, no hagas nada: sin este código nadie puede seguir.',
}

/** The same, while the code of another registration with this email is valid too. */
export const CONFIRM_ONE_OF_SEVERAL: EmailTemplate = {
  ...CONFIRM,
  lines: [
    ...CONFIRM.lines,
    'Ojo: en estos minutos nos llegó otro registro con tu correo, y también te mandamos su código. Cada código vale para los datos y la contraseña que se escribieron con él: usá solo el del registro que hiciste vos.',
  ],
}

/** To the account that has the email of a new registration. */
export const EMAIL_TAKEN: EmailTemplate = {
  subject: 'Alguien quiso registrarse con tu correo',
  lines: [
    'Recibimos un registro con este correo, y ya tenés una cuenta con nosotros. No cambiamos nada.',
    'Si fuiste vos, ingresá con tu contraseña de siempre o pedí una nueva.',
  ],
  button: 'Ir a Surtidor',
  note: 'Si no fuiste vos, no hace falta que hagas nada.',
}

/** To the account that has the document of a new registration, under another email. */
export const DOCUMENT_TAKEN: EmailTemplate = {
  subject: 'Alguien quiso registrarse con tu cédula',
  lines: [
    'Recibimos un registro con tu número de cédula desde otro correo. Tu cuenta es esta, y no cambiamos nada.',
    'Si fuiste vos, ingresá con este correo.',
  ],
  button: 'Ir a Surtidor',
  note: 'Si no fuiste vos, no hace falta que hagas nada.',
}

/** To an operator whose account has its first second factor. */
export const SECOND_FACTOR_ADDED: EmailTemplate = {
  subject: 'Tu cuenta tiene un segundo factor',
  lines: [
    'Desde ahora, además de tu contraseña, te pedimos un código de tu teléfono. Cerramos las sesiones que tenías abiertas en otros lados.',
    CIRCUMSTANCES,
  ],
  button: 'No fui yo: cambiar mi contraseña',
  note: 'Si no fuiste vos, alguien sabe tu contraseña: cambiala ya y avisale a quien administra la red, que puede borrar ese segundo factor.',
}

/** To an operator whose second factor was replaced. */
export const SECOND_FACTOR_CHANGED: EmailTemplate = {
  subject: 'Tu segundo factor cambió',
  lines: [
    'Desde ahora ingresás con los códigos de una clave nueva. Los de la anterior ya no sirven, y cerramos las sesiones que tenías abiertas en otros lados.',
    CIRCUMSTANCES,
  ],
  button: 'No fui yo: cambiar mi contraseña',
  note: 'Si no fuiste vos, cambiá tu contraseña ya y avisale a quien administra la red, que puede borrar ese segundo factor.',
}

/** To an operator whose second factor was guessed wrong several times. */
export const SECOND_FACTOR_GUESSED: EmailTemplate = {
  subject: 'Alguien probó códigos de tu segundo factor',
  lines: [
    'Se escribieron cinco códigos equivocados en tu cuenta, con tu contraseña correcta. Con cada uno más hay que esperar el doble.',
    CIRCUMSTANCES,
    'Si fuiste vos, fijate que la hora de tu teléfono esté bien y probá con el código siguiente.',
  ],
  button: 'No fui yo: cambiar mi contraseña',
  note: 'Si no fuiste vos, alguien sabe tu contraseña: cambiala ya y avisale a quien administra la red.',
}

/** To a person who added a passkey. */
export const PASSKEY_ADDED: EmailTemplate = {
  subject: 'Agregaste una llave de acceso',
  lines: [
    'Desde ahora podés ingresar a Surtidor con una llave de acceso nueva, además de tu contraseña de siempre.',
    CIRCUMSTANCES,
  ],
  button: 'No fui yo: cambiar mi contraseña',
  note: 'Si no fuiste vos, alguien entró a tu cuenta: elegí ya una contraseña nueva con el botón. Eso quita todas las llaves y cierra todas las sesiones. Si trabajás en la consola, avisale además a quien administra la red, que puede quitar la tuya.',
}

/** To a person who removed a passkey. */
export const PASSKEY_REMOVED: EmailTemplate = {
  subject: 'Quitaste una llave de acceso',
  lines: [
    'Con esa llave ya no se puede ingresar a tu cuenta. Tu contraseña sigue siendo la de siempre.',
    CIRCUMSTANCES,
  ],
  button: 'No fui yo: cambiar mi contraseña',
  note: 'Si no fuiste vos, alguien entró a tu cuenta: elegí ya una contraseña nueva con el botón.',
}

/** To a person whose second factor and passkeys an operator removed. */
export const FACTOR_RESET: EmailTemplate = {
  subject: 'Quitamos tu segundo factor y tus llaves de acceso',
  lines: [
    'El equipo de Surtidor quitó el segundo factor y las llaves de acceso de tu cuenta, y cerró tus sesiones. Ahora ingresás con tu contraseña.',
  ],
  button: 'No lo pedí: cambiar mi contraseña',
  note: 'Si no lo pediste, cambiá tu contraseña ya y escribinos.',
}

/** To a driver whose passkeys a reset of the password removed. */
export const PASSKEYS_RESET: EmailTemplate = {
  subject: 'Quitamos tus llaves de acceso',
  lines: [
    'Elegiste una contraseña nueva por correo, y con eso quitamos todas las llaves de acceso de tu cuenta: así no entra nadie que haya agregado una sin que lo supieras.',
    CIRCUMSTANCES,
    'Podés volver a agregar las tuyas en Mis Datos. En tus dispositivos, borrá las viejas del gestor de contraseñas.',
  ],
  button: 'No fui yo: cambiar mi contraseña',
  note: 'Si no fuiste vos, alguien lee tu correo: cambiá ya su contraseña y la de Surtidor.',
}

/**
 * To the email of a registration whose document has an account. It names neither the account nor the
 * field that is taken.
 */
export const NOT_REGISTERED: EmailTemplate = {
  subject: 'No pudimos completar tu registro',
  lines: [
    'Con los datos que nos diste no pudimos crear una cuenta nueva. Puede que ya tengas una con otro correo.',
    'Revisá tus datos e intentá de nuevo. Si el problema sigue, acercate a una estación de la red con tu cédula.',
  ],
  button: 'Ir a Surtidor',
  note: 'Si no fuiste vos, no hace falta que hagas nada.',
}

export const RESET_PASSWORD: EmailTemplate = {
  subject: 'Elegí una contraseña nueva',
  lines: ['Ingresá este código en los próximos 10 minutos y elegí tu contraseña nueva.'],
  code: true,
  button: 'Elegir mi contraseña',
  note: IGNORE_IF_NOT_YOU,
}

export const PASSWORD_CHANGED: EmailTemplate = {
  subject: 'Tu contraseña cambió',
  lines: [
    'La contraseña de tu cuenta cambió recién, y cerramos las otras sesiones que tenías abiertas.',
    CIRCUMSTANCES,
  ],
  button: 'Ir a Surtidor',
  note: 'Si no fuiste vos, pedí ya una contraseña nueva desde la pantalla de ingreso, con «Olvidé mi contraseña», y cambiá también la de tu correo.',
}

/** `account` and `earlier` are each the bank and the last digits. */
export const BANK_ACCOUNT_CHANGED: EmailTemplate = {
  subject: 'Tu cuenta bancaria cambió',
  lines: [
    'La cuenta en la que los programas te pagan lo que te devuelven es ahora {{account}}. Antes era {{earlier}}.',
    CIRCUMSTANCES,
    'Si no fuiste vos, tenés 7 días para deshacerlo: elegí una contraseña nueva, la cuenta vuelve a ser la de antes y cerramos todas tus sesiones. Si hubo más de un cambio, usá el correo del primero: deshace también los que siguieron.',
  ],
  button: 'No fui yo: deshacer el cambio',
  note: 'Si fuiste vos, no hace falta que hagas nada.',
}

/** A change that leaves no account. */
export const BANK_ACCOUNT_REMOVED: EmailTemplate = {
  ...BANK_ACCOUNT_CHANGED,
  subject: 'Se quitó tu cuenta bancaria',
  lines: [
    'Los programas ya no tienen una cuenta donde pagarte lo que te devuelven. La que había era {{earlier}}.',
    ...BANK_ACCOUNT_CHANGED.lines.slice(1),
  ],
}

/** After an undo. */
export const BANK_ACCOUNT_RESTORED: EmailTemplate = {
  subject: 'Deshicimos el cambio de tu cuenta bancaria',
  lines: [
    'La cuenta en la que los programas te pagan lo que te devuelven es otra vez {{account}}. Tu contraseña cambió y cerramos todas las sesiones.',
    CIRCUMSTANCES,
    'Si esa no es tu cuenta, fijate si tenés un correo de un cambio anterior y deshacé ese también.',
  ],
  button: 'Ir a Surtidor',
  note: 'Si no fuiste vos, alguien lee tu correo: cambiá ya su contraseña y la de Surtidor.',
}

/** To the present address of an account. `email` is the new address, shortened. */
export const EMAIL_CHANGE_OLD: EmailTemplate = {
  subject: 'Código para cambiar tu correo',
  lines: [
    'Pediste que tu cuenta de Surtidor pase a usar el correo {{email}}.',
    'Para confirmarlo, ingresá este código y el que mandamos al correo nuevo, en los próximos 10 minutos.',
    CIRCUMSTANCES,
    'Si no fuiste vos, alguien conoce tu contraseña: detené el cambio y elegí otra ya mismo.',
  ],
  code: true,
  button: 'No fui yo: detener el cambio',
  note: 'No le des este código a nadie, tampoco a quien diga que llama de Surtidor.',
}

/** To the new address of an account. */
export const EMAIL_CHANGE_NEW: EmailTemplate = {
  subject: 'Confirmá tu correo nuevo',
  lines: [
    'Pidieron usar este correo para una cuenta de Surtidor. Para confirmarlo, ingresá este código en los próximos 10 minutos.',
  ],
  code: true,
  note: IGNORE_IF_NOT_YOU,
}

/** To the account that has the new address of a change already. */
export const EMAIL_CHANGE_TAKEN: EmailTemplate = {
  subject: 'Alguien quiso usar tu correo en otra cuenta',
  lines: [
    'Pidieron usar este correo para otra cuenta de Surtidor, y ya tenés una con él. No cambiamos nada.',
    'Si fuiste vos, ingresá a tu cuenta con este correo.',
  ],
  button: 'Ir a Surtidor',
  note: 'Si no fuiste vos, no hace falta que hagas nada.',
}

/** To the old address after a change. `email` is the new address, shortened. */
export const EMAIL_CHANGED_OLD: EmailTemplate = {
  subject: 'Tu cuenta ya no usa este correo',
  lines: [
    'Tu cuenta de Surtidor pasó a usar el correo {{email}}, con un código que mandamos acá y otro que mandamos allá. Cerramos las otras sesiones que tenías abiertas.',
    CIRCUMSTANCES,
    'Si no fuiste vos, tenés 7 días para deshacerlo: elegí una contraseña nueva y tu cuenta vuelve a este correo.',
  ],
  button: 'No fui yo: recuperar mi cuenta',
  note: 'Si fuiste vos, no hace falta que hagas nada.',
}

/** To the new address after a change. */
export const EMAIL_CHANGED_NEW: EmailTemplate = {
  subject: 'Tu cuenta ya usa este correo',
  lines: [
    'Desde ahora ingresás a Surtidor con este correo y tu contraseña de siempre.',
    CIRCUMSTANCES,
  ],
  button: 'Ir a Surtidor',
  note: 'Por 7 días, desde tu correo anterior se puede deshacer el cambio. Si no fuiste vos, usá ese correo.',
}

export const MESSAGE_RECEIVED: EmailTemplate = {
  subject: 'Recibimos tu mensaje',
  lines: ['Gracias por escribirnos sobre «{{title}}». Lo va a leer una persona de la red.'],
  note: 'No hace falta que contestes este correo.',
}

export const MESSAGE_ANSWERED: EmailTemplate = {
  subject: 'Contestamos tu mensaje',
  lines: ['Nos escribiste «{{title}}». Esto te contestamos:', '{{answer}}'],
  button: 'Ver mis mensajes',
  note: 'No hace falta que contestes este correo: si te quedó algo, escribinos de nuevo desde la app.',
}

export const MESSAGE_CLOSED: EmailTemplate = {
  subject: 'Leímos tu mensaje',
  lines: [
    'Leímos lo que nos escribiste, «{{title}}», y lo dejamos cerrado porque no necesita una respuesta.',
  ],
  button: 'Ver mis mensajes',
  note: 'No hace falta que contestes este correo: si te quedó algo, escribinos de nuevo desde la app.',
}

/** `summary` says of what the receipt is, and whether its charge stands; its facts follow. */
export const RECEIPT: EmailTemplate = {
  subject: 'Tu comprobante',
  lines: ['{{summary}}'],
  button: 'Ir a Surtidor',
  note: NOT_FISCAL,
}
