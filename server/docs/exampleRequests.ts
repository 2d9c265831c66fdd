import type { RequestOf } from '#contract/service.ts'
import type { ServiceName, services } from '#contract/services.ts'

/**
 * An example request of each call, for the page of integrators. Its dates are those of the demo data
 * at the fixed date of the tests; `shiftExampleDates` moves them to today.
 */
export const examples: { [Name in ServiceName]: RequestOf<(typeof services)[Name]> } = {
  login: { user: 'ana@demo.surtidor.uy', password: 'demo-surtidor', link: '' },
  logout: {},
  userData: {},
  roles: {},
  notifications: { count: 10, type: '5' },
  movements: {
    loyaltyCode: '60000001',
    dateFrom: '20260609000000',
    dateTo: '20260907235959',
    branchCode: '',
    clientRUT: '',
  },
  accountStatus: {
    loyaltyCode: '60000001',
    dateFrom: '20260609000000',
    dateTo: '20260907235959',
    branchCode: '',
    clientRUT: '',
  },
  branches: {},
  loyalties: {},
  membershipRequest: {
    request: {
      programme: 'uber',
      vehicle: { mark: 'fiat', plate: 'SBA 1234', fuel: 'super' },
      clientRUT: '',
      clientCardNumber: '',
      accountBank: 'Brou',
      accountBankType: 'CA',
      accountBankNumber: '001234567-00001',
      accountBankBranch: '',
      accountName: '',
    },
  },
  membershipRequestList: { reference: '', state: 'PENDING' },
  validateMembershipRequest: {
    reference: 'la de una solicitud de membershipRequestList',
    authorized: true,
    observations: '',
    additionalData: null,
  },
  removeMembership: { loyaltyCode: '60000001', clientId: '', vehicleId: '', observations: '' },
  updateMembershipData: {
    accountBank: 'Brou',
    accountBankType: 'CA',
    accountBankNumber: '001234567-00001',
    accountBankBranch: '',
    accountName: '',
  },
  activeMembershipList: { loyaltyCode: '60000001', clientRUT: '', clientCardNumber: '' },
  getDebts: { type: '2' },
  getGEOPayAccessToken: {
    geopayNetId: 'SURTIDOR',
    geopayMerchantId: '900001',
    debtData: { reference: 'la de una deuda de getDebts' },
  },
  processGEOPayResponse: {
    geopayResponse: 'el campo data que trajo el navegador desde la pasarela',
  },
  getPayments: { accessToken: '', dateFrom: '20260609000000', dateTo: '20260907235959' },
  addUser: {
    user: {
      email: 'gala@example.com',
      firstName: 'Gala',
      firstSurname: 'Ferreira',
      documentNumber: '1.234.567-2',
      birthdate: '19900314',
      sex: 'F',
      mobile: '099 123 456',
      address: 'Rivera 2345, Montevideo, Uruguay',
    },
    password: 'una frase que recuerdo',
    link: '',
    consent: true,
  },
  confirmAddUser: { user: 'gala@example.com', code: 'el que llegó por correo', link: '' },
  updatePassword: {
    user: 'ana@demo.surtidor.uy',
    password: 'otra frase que recuerdo',
    currentPassword: 'demo-surtidor',
  },
  resetPassword: { user: 'ana@demo.surtidor.uy', link: '' },
  confirmResetPassword: {
    user: 'ana@demo.surtidor.uy',
    password: 'otra frase que recuerdo',
    code: 'el que llegó por correo',
    link: '',
  },
  updateUser: { user: { firstName: 'Ana', mobile: '099 765 432' } },
  readNotification: { notificationId: 'el id de una de notifications' },
  markNotification: { notificationId: 'el id de una de notifications', option: 'unread' },
  contact: {
    text: 'El surtidor 3 no imprime el ticket.',
    title: 'Ticket',
    type: 'complaint',
    branchCode: '',
  },
  enrolSecondFactor: { password: 'demo-surtidor', secondFactor: '' },
  confirmSecondFactor: { code: '123456' },
  exportData: {},
  deleteAccount: { password: 'demo-surtidor' },
  gatewayReport: { count: 30 },
  contactMessages: { count: 50 },
}
