/** What a device stores beside a passkey to name its account: the bytes of the person's id. */
export const userHandleOf = (personId: string): Buffer =>
  Buffer.from(personId.replaceAll('-', ''), 'hex')
