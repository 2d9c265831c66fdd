import { carFigures } from '#contract/car/carFigures.ts'
import { carLog } from '#contract/car/carLog.ts'
import { carReminders } from '#contract/car/carReminders.ts'
import { cars } from '#contract/car/cars.ts'
import { finishCarReminder } from '#contract/car/finishCarReminder.ts'
import { importCarLog } from '#contract/car/importCarLog.ts'
import { removeCarEntry } from '#contract/car/removeCarEntry.ts'
import { saveCarEntry } from '#contract/car/saveCarEntry.ts'
import { saveCarPurchase } from '#contract/car/saveCarPurchase.ts'
import { saveCarReminder } from '#contract/car/saveCarReminder.ts'
import { undoCarImport } from '#contract/car/undoCarImport.ts'
import { accountStatus } from '#contract/financial/accountStatus.ts'
import { movements } from '#contract/financial/movements.ts'
import { branches } from '#contract/info/branches.ts'
import { mapTiles } from '#contract/info/mapTiles.ts'
import { prices } from '#contract/info/prices.ts'
import { programmes } from '#contract/info/programmes.ts'
import { promotions } from '#contract/info/promotions.ts'
import { acceptInvitation } from '#contract/loyalty/acceptInvitation.ts'
import { activeMembershipList } from '#contract/loyalty/activeMembershipList.ts'
import { addVehicle } from '#contract/loyalty/addVehicle.ts'
import { claimPurchase } from '#contract/loyalty/claimPurchase.ts'
import { companyDrivers } from '#contract/loyalty/companyDrivers.ts'
import { companyStatement } from '#contract/loyalty/companyStatement.ts'
import { endCompanyDriver } from '#contract/loyalty/endCompanyDriver.ts'
import { inviteDriver } from '#contract/loyalty/inviteDriver.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { membershipRequest } from '#contract/loyalty/membershipRequest.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { purchaseClaims } from '#contract/loyalty/purchaseClaims.ts'
import { removeMembership } from '#contract/loyalty/removeMembership.ts'
import { returnVoucher } from '#contract/loyalty/returnVoucher.ts'
import { rewards } from '#contract/loyalty/rewards.ts'
import { setVehicleLimit } from '#contract/loyalty/setVehicleLimit.ts'
import { spendingCode } from '#contract/loyalty/spendingCode.ts'
import { takeReward } from '#contract/loyalty/takeReward.ts'
import { updateMembershipData } from '#contract/loyalty/updateMembershipData.ts'
import { validateMembershipRequest } from '#contract/loyalty/validateMembershipRequest.ts'
import { vouchers } from '#contract/loyalty/vouchers.ts'
import { actOnObject } from '#contract/operator/actOnObject.ts'
import { home } from '#contract/operator/home.ts'
import { messagePicture } from '#contract/operator/messagePicture.ts'
import { monthReport } from '#contract/operator/monthReport.ts'
import { object } from '#contract/operator/object.ts'
import { objects } from '#contract/operator/objects.ts'
import { overdueEmails } from '#contract/operator/overdueEmails.ts'
import { removeView } from '#contract/operator/removeView.ts'
import { saveView } from '#contract/operator/saveView.ts'
import { search } from '#contract/operator/search.ts'
import { totals } from '#contract/operator/totals.ts'
import { loginPasskey } from '#contract/passkey/loginPasskey.ts'
import { loginPasskeyOptions } from '#contract/passkey/loginPasskeyOptions.ts'
import { passkeys } from '#contract/passkey/passkeys.ts'
import { registerPasskey } from '#contract/passkey/registerPasskey.ts'
import { registerPasskeyOptions } from '#contract/passkey/registerPasskeyOptions.ts'
import { removePasskey } from '#contract/passkey/removePasskey.ts'
import { renamePasskey } from '#contract/passkey/renamePasskey.ts'
import { secondFactorPasskey } from '#contract/passkey/secondFactorPasskey.ts'
import { secondFactorPasskeyOptions } from '#contract/passkey/secondFactorPasskeyOptions.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { openPaymentRequest } from '#contract/payments/openPaymentRequest.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { pushSettings } from '#contract/push/pushSettings.ts'
import { registerPush } from '#contract/push/registerPush.ts'
import { removePush } from '#contract/push/removePush.ts'
import { cancelPayment } from '#contract/station/cancelPayment.ts'
import { captureRedemption } from '#contract/station/captureRedemption.ts'
import { captureVoucher } from '#contract/station/captureVoucher.ts'
import { closeShift } from '#contract/station/closeShift.ts'
import { enrolTerminal } from '#contract/station/enrolTerminal.ts'
import { heartbeat } from '#contract/station/heartbeat.ts'
import { memberStatus } from '#contract/station/memberStatus.ts'
import { paymentStatus } from '#contract/station/paymentStatus.ts'
import { releaseRedemption } from '#contract/station/releaseRedemption.ts'
import { reportSales } from '#contract/station/reportSales.ts'
import { requestPayment } from '#contract/station/requestPayment.ts'
import { reserveRedemption } from '#contract/station/reserveRedemption.ts'
import { reverseRedemption } from '#contract/station/reverseRedemption.ts'
import { rotateTerminalKey } from '#contract/station/rotateTerminalKey.ts'
import { voidPayment } from '#contract/station/voidPayment.ts'
import { addUser } from '#contract/user/addUser.ts'
import { confirmAddUser } from '#contract/user/confirmAddUser.ts'
import { confirmEmailChange } from '#contract/user/confirmEmailChange.ts'
import { confirmResetPassword } from '#contract/user/confirmResetPassword.ts'
import { confirmSecondFactor } from '#contract/user/confirmSecondFactor.ts'
import { contact } from '#contract/user/contact.ts'
import { dataViews } from '#contract/user/dataViews.ts'
import { deleteAccount } from '#contract/user/deleteAccount.ts'
import { endSession } from '#contract/user/endSession.ts'
import { enrolSecondFactor } from '#contract/user/enrolSecondFactor.ts'
import { exportData } from '#contract/user/exportData.ts'
import { login } from '#contract/user/login.ts'
import { logout } from '#contract/user/logout.ts'
import { mailReceipt } from '#contract/user/mailReceipt.ts'
import { markNotification } from '#contract/user/markNotification.ts'
import { notificationPreferences } from '#contract/user/notificationPreferences.ts'
import { notifications } from '#contract/user/notifications.ts'
import { readNotification } from '#contract/user/readNotification.ts'
import { requestEmailChange } from '#contract/user/requestEmailChange.ts'
import { resetPassword } from '#contract/user/resetPassword.ts'
import { roles } from '#contract/user/roles.ts'
import { sentMessages } from '#contract/user/sentMessages.ts'
import { sessions } from '#contract/user/sessions.ts'
import { setNotificationPreference } from '#contract/user/setNotificationPreference.ts'
import { updatePassword } from '#contract/user/updatePassword.ts'
import { updateUser } from '#contract/user/updateUser.ts'
import { userData } from '#contract/user/userData.ts'

/** Every call by name. The server routes these and no others. */
export const calls = {
  login,
  logout,
  userData,
  roles,
  notifications,
  movements,
  accountStatus,
  branches,
  mapTiles,
  prices,
  programmes,
  promotions,
  loyalties,
  membershipRequest,
  membershipRequestList,
  validateMembershipRequest,
  removeMembership,
  updateMembershipData,
  activeMembershipList,
  spendingCode,
  rewards,
  takeReward,
  vouchers,
  returnVoucher,
  getDebts,
  getGEOPayAccessToken,
  processGEOPayResponse,
  getPayments,
  addUser,
  confirmAddUser,
  updatePassword,
  resetPassword,
  confirmResetPassword,
  readNotification,
  markNotification,
  updateUser,
  contact,
  enrolSecondFactor,
  confirmSecondFactor,
  exportData,
  mailReceipt,
  dataViews,
  deleteAccount,
  sentMessages,
  messagePicture,
  home,
  overdueEmails,
  monthReport,
  objects,
  object,
  search,
  totals,
  saveView,
  removeView,
  actOnObject,
  sessions,
  endSession,
  requestEmailChange,
  confirmEmailChange,
  notificationPreferences,
  setNotificationPreference,
  addVehicle,
  companyStatement,
  companyDrivers,
  inviteDriver,
  acceptInvitation,
  endCompanyDriver,
  setVehicleLimit,
  claimPurchase,
  purchaseClaims,
  pushSettings,
  registerPush,
  removePush,
  registerPasskeyOptions,
  registerPasskey,
  loginPasskeyOptions,
  loginPasskey,
  secondFactorPasskeyOptions,
  secondFactorPasskey,
  passkeys,
  renamePasskey,
  removePasskey,
  enrolTerminal,
  rotateTerminalKey,
  heartbeat,
  memberStatus,
  reportSales,
  closeShift,
  reserveRedemption,
  captureRedemption,
  releaseRedemption,
  reverseRedemption,
  captureVoucher,
  requestPayment,
  paymentStatus,
  cancelPayment,
  voidPayment,
  openPaymentRequest,
  cars,
  carLog,
  carFigures,
  saveCarPurchase,
  saveCarEntry,
  removeCarEntry,
  importCarLog,
  undoCarImport,
  carReminders,
  saveCarReminder,
  finishCarReminder,
} as const
export type CallName = keyof typeof calls
