/** The name of the account that a device stores beside a passkey: the bytes of the person's id. */
export const userHandleOf = (personId: string): Buffer =>
  Buffer.from(personId.replaceAll('-', ''), 'hex')
