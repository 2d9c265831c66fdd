import type { CallName } from '#contract/calls.ts'

/** Descriptions of the calls for integrators. The first sentence is the summary in the list of calls. */
export const summaries: { [Name in CallName]: string } = {
  login:
    'Una persona muestra quién es y recibe una sesión. Niega con 05 un correo o una contraseña que no van juntos, y a quien decide sin su segundo factor; con 86 a quien no confirmó su registro.',
  logout: 'Termina la sesión con la que se llama.',
  userData: 'Los datos de quien llama y sus afiliaciones.',
  roles: 'Los roles de quien llama, con las páginas de la app que le abren.',
  notifications: 'Los avisos de quien llama, del más nuevo al más viejo.',
  movements: 'Las compras de una afiliación en un período.',
  accountStatus: 'El estado de cuenta de puntos de una afiliación en un período.',
  mapTiles:
    'De dónde salen las teselas del mapa: dirección y crédito; vacío si el servidor no tiene ninguna configurada.',
  branches: 'Las estaciones de la red, con sus servicios y precios.',
  loyalties: 'Las afiliaciones activas de quien llama, con sus puntos.',
  membershipRequest:
    'Un conductor pide entrar a un programa. Niega con 05 un programa que no existe, una solicitud que ya espera o una afiliación vigente.',
  membershipRequestList: 'Las solicitudes de afiliación que quien llama puede ver.',
  validateMembershipRequest:
    'El auspiciante o la red autoriza o rechaza una solicitud. Niega con 05 una solicitud ajena, propia o ya decidida.',
  removeMembership:
    'Un conductor deja un programa, o saca un vehículo sin dejarlo. Su historia queda, y sus puntos se guardan 12 meses por si vuelve. Dejarlo dos veces es dejarlo una. Niega con 05 lo que no existe o es de otra persona.',
  updateMembershipData:
    'Un conductor cambia la cuenta bancaria de sus afiliaciones. Vale para todas las que estén en vigencia. Niega con 05 a quien no tiene ninguna.',
  activeMembershipList:
    'Busca afiliaciones activas por código, RUT o tarjeta. Niega con 05 un código que no existe o es de otra persona.',
  getDebts: 'Lo que quien llama tiene para pagar.',
  getGEOPayAccessToken:
    'Empieza a pagar una deuda: el token que abre la página de la pasarela. Los importes salen de la deuda: lo que se mande además de la referencia solo puede coincidir, si no, 05.',
  processGEOPayResponse:
    'Entrega lo que el navegador trajo de la pasarela y dice cómo quedó el pago. Decide lo que la pasarela contesta de servidor a servidor, nunca lo que trajo el navegador; repetirla no tiene efecto.',
  getPayments: 'Los pagos de quien llama en un período, y cómo quedó cada uno.',
  addUser:
    'Registra a una persona; recibe un código por correo para confirmar. Contesta igual si el correo ya tenía cuenta. Niega con 05 lo que haya que corregir.',
  confirmAddUser:
    'Confirma un registro con el código del correo. Niega con 05, siempre con la misma frase, un código que no vale. Con un código vacío pide otro y contesta 00 a quien sea.',
  updatePassword:
    'Cambia la contraseña de quien llama; sus otras sesiones terminan. Con la contraseña actual contesta con otra sesión; sin ella vale hasta 5 minutos después del ingreso.',
  resetPassword: 'Pide por correo un código para elegir otra contraseña. Contesta 00 a quien sea.',
  confirmResetPassword:
    'Elige otra contraseña con el código del correo. Niega con 05, siempre con la misma frase, un código que no vale.',
  readNotification:
    'Un aviso entero; queda leído. Niega con 05, con la misma frase, el que no existe y el de otra persona.',
  markNotification:
    'Marca un aviso como leído, no leído, borrado o restaurado. Marcarlo dos veces es marcarlo una; lo borrado solo vuelve si se restaura.',
  updateUser:
    'Cambia los datos de quien llama que se manden, y ningún otro. Contesta como userData. Niega con 05 lo que haya que corregir.',
  contact:
    'Manda un mensaje a la red, sobre una estación o en general. Niega con 05 una estación que no existe; con HTTP 429 el sexto mensaje de una hora.',
  enrolSecondFactor:
    'Da la clave de un segundo factor nuevo, que rige cuando se confirma. Niega con 05 una contraseña equivocada y, si ya hay uno, un código equivocado de él.',
  confirmSecondFactor:
    'Muestra el segundo factor de la sesión, o pone en vigencia el nuevo, con un código de la app de códigos. La sesión sigue con el token que responde. Niega con 05 un código equivocado o ya usado.',
  exportData: 'Todo lo que se guarda de quien llama.',
  deleteAccount:
    'Borra la cuenta de quien llama y lo que la ley no manda guardar. No tiene vuelta atrás. Niega con 05 una contraseña equivocada o un pago en curso.',
  gatewayReport:
    'La comparación de cada noche con la pasarela de pagos. Niega con 05 a quien ingresó sin segundo factor.',
  contactMessages:
    'Los mensajes que la gente mandó con contact. Niega con 05 a quien ingresó sin segundo factor.',
  sentMessages:
    'Los mensajes que la persona mandó con contact, con su estado y la respuesta de la red.',
  answerMessage:
    'Contesta un mensaje de contactMessages o, sin texto, lo cierra. Le avisa a quien lo mandó. Niega con 05 a quien ingresó sin segundo factor.',
  sessions:
    'Las sesiones abiertas de quien llama: aparato, desde cuándo y último uso. Dónde se abrieron no se guarda.',
  endSession:
    'Cierra otra sesión de quien llama, o todas las demás. Cerrarla dos veces es cerrarla una. Niega con 05 la que no existe, la de otra persona y la que se está usando.',
  requestEmailChange:
    'Pide cambiar el correo de quien llama: manda un código al correo de ahora y otro al nuevo. Contesta igual si el nuevo ya tiene cuenta. Niega con 05 una contraseña equivocada.',
  confirmEmailChange:
    'Cambia el correo de quien llama con los dos códigos; sus otras sesiones terminan. Niega con 05, siempre con la misma frase, un código que no vale. Por siete días el correo anterior puede deshacerlo.',
  notificationPreferences: 'Qué avisos recibe quien llama, por tipo y medio.',
  setNotificationPreference:
    'Apaga o prende un tipo de aviso de quien llama. Niega con 05 los que no se pueden apagar: pagos y seguridad.',
  addVehicle:
    'Agrega un vehículo a una afiliación vigente, hasta diez; una matrícula va una sola vez en cada afiliación.',
  pushSettings:
    'La clave pública con la que un navegador se suscribe a los avisos, y el dispositivo que registró la sesión con la que se llama.',
  registerPush:
    'Registra el dispositivo de la sesión con la que se llama para que le lleguen avisos, hasta que la sesión termine. Niega con 05 una dirección que no es de un servicio de avisos conocido.',
  removePush:
    'Deja de mandar avisos al dispositivo de la sesión con la que se llama. Repetirla no tiene efecto.',
  registerPasskeyOptions:
    'Lo que el navegador necesita para crear una llave de acceso (passkey) de quien llama. Niega con 05 sin la contraseña cuando el ingreso tiene más de cinco minutos, y a quien opera sin segundo factor ni código de activación.',
  registerPasskey:
    'Agrega la llave de acceso que creó el navegador, y se lo avisa a su dueño. Niega con 05 la que no se creó en esta sesión, para este sitio y hace menos de cinco minutos.',
  loginPasskeyOptions:
    'Lo que el navegador necesita para ingresar con una llave de acceso. No nombra ninguna cuenta.',
  loginPasskey:
    'Ingresa con una llave de acceso y responde como login. La sesión de quien opera ya mostró su segundo factor. Niega con 05 una llave desconocida, quitada o copiada, y un desafío usado o vencido.',
  secondFactorPasskeyOptions:
    'Lo que el navegador necesita para mostrar el segundo factor con una llave de acceso, y qué segundos factores tiene quien llama.',
  secondFactorPasskey:
    'Muestra el segundo factor de la sesión con una llave de acceso. La sesión sigue con el token que responde. Niega con 05 la llave de otra cuenta y un desafío de otra sesión.',
  passkeys: 'Las llaves de acceso de quien llama: nombre, desde cuándo y último uso.',
  renamePasskey: 'Le cambia el nombre a una llave de acceso de quien llama.',
  removePasskey:
    'Quita una llave de acceso de quien llama, y se lo avisa. Niega con 05 la que no existe, la de otra persona y el único segundo factor de quien opera.',
}
