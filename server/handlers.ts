import type { CallName, calls } from '#contract/calls.ts'
import carFigures from '#server/car/carFigures.ts'
import carLog from '#server/car/carLog.ts'
import carReminders from '#server/car/carReminders.ts'
import cars from '#server/car/cars.ts'
import finishCarReminder from '#server/car/finishCarReminder.ts'
import importCarLog from '#server/car/importCarLog.ts'
import removeCarEntry from '#server/car/removeCarEntry.ts'
import saveCarEntry from '#server/car/saveCarEntry.ts'
import saveCarPurchase from '#server/car/saveCarPurchase.ts'
import saveCarReminder from '#server/car/saveCarReminder.ts'
import undoCarImport from '#server/car/undoCarImport.ts'
import accountStatus from '#server/financial/accountStatus.ts'
import movements from '#server/financial/movements.ts'
import type { Handler } from '#server/http/defineHandler.ts'
import branches from '#server/info/branches.ts'
import mapTiles from '#server/info/mapTiles.ts'
import prices from '#server/info/prices.ts'
import programmes from '#server/info/programmes.ts'
import promotions from '#server/info/promotions.ts'
import acceptInvitation from '#server/loyalty/acceptInvitation.ts'
import activeMembershipList from '#server/loyalty/activeMembershipList.ts'
import addVehicle from '#server/loyalty/addVehicle.ts'
import claimPurchase from '#server/loyalty/claimPurchase.ts'
import companyDrivers from '#server/loyalty/companyDrivers.ts'
import companyStatement from '#server/loyalty/companyStatement.ts'
import endCompanyDriver from '#server/loyalty/endCompanyDriver.ts'
import inviteDriver from '#server/loyalty/inviteDriver.ts'
import loyalties from '#server/loyalty/loyalties.ts'
import membershipRequest from '#server/loyalty/membershipRequest.ts'
import membershipRequestList from '#server/loyalty/membershipRequestList.ts'
import purchaseClaims from '#server/loyalty/purchaseClaims.ts'
import removeMembership from '#server/loyalty/removeMembership.ts'
import returnVoucher from '#server/loyalty/returnVoucher.ts'
import rewards from '#server/loyalty/rewards.ts'
import setVehicleLimit from '#server/loyalty/setVehicleLimit.ts'
import spendingCode from '#server/loyalty/spendingCode.ts'
import takeReward from '#server/loyalty/takeReward.ts'
import updateMembershipData from '#server/loyalty/updateMembershipData.ts'
import validateMembershipRequest from '#server/loyalty/validateMembershipRequest.ts'
import vouchers from '#server/loyalty/vouchers.ts'
import actOnObject from '#server/operator/actOnObject.ts'
import home from '#server/operator/home.ts'
import messagePicture from '#server/operator/messagePicture.ts'
import monthReport from '#server/operator/monthReport.ts'
import object from '#server/operator/object.ts'
import objects from '#server/operator/objects.ts'
import overdueEmails from '#server/operator/overdueEmails.ts'
import removeView from '#server/operator/removeView.ts'
import saveView from '#server/operator/saveView.ts'
import search from '#server/operator/search.ts'
import totals from '#server/operator/totals.ts'
import loginPasskey from '#server/passkey/loginPasskey.ts'
import loginPasskeyOptions from '#server/passkey/loginPasskeyOptions.ts'
import passkeys from '#server/passkey/passkeys.ts'
import registerPasskey from '#server/passkey/registerPasskey.ts'
import registerPasskeyOptions from '#server/passkey/registerPasskeyOptions.ts'
import removePasskey from '#server/passkey/removePasskey.ts'
import renamePasskey from '#server/passkey/renamePasskey.ts'
import secondFactorPasskey from '#server/passkey/secondFactorPasskey.ts'
import secondFactorPasskeyOptions from '#server/passkey/secondFactorPasskeyOptions.ts'
import getDebts from '#server/payments/getDebts.ts'
import getGEOPayAccessToken from '#server/payments/getGEOPayAccessToken.ts'
import getPayments from '#server/payments/getPayments.ts'
import openPaymentRequest from '#server/payments/openPaymentRequest.ts'
import processGEOPayResponse from '#server/payments/processGEOPayResponse.ts'
import pushSettings from '#server/push/pushSettings.ts'
import registerPush from '#server/push/registerPush.ts'
import removePush from '#server/push/removePush.ts'
import cancelPayment from '#server/station/cancelPayment.ts'
import captureRedemption from '#server/station/captureRedemption.ts'
import captureVoucher from '#server/station/captureVoucher.ts'
import closeShift from '#server/station/closeShift.ts'
import enrolTerminal from '#server/station/enrolTerminal.ts'
import heartbeat from '#server/station/heartbeat.ts'
import memberStatus from '#server/station/memberStatus.ts'
import paymentStatus from '#server/station/paymentStatus.ts'
import releaseRedemption from '#server/station/releaseRedemption.ts'
import reportSales from '#server/station/reportSales.ts'
import requestPayment from '#server/station/requestPayment.ts'
import reserveRedemption from '#server/station/reserveRedemption.ts'
import reverseRedemption from '#server/station/reverseRedemption.ts'
import rotateTerminalKey from '#server/station/rotateTerminalKey.ts'
import voidPayment from '#server/station/voidPayment.ts'
import addUser from '#server/user/addUser.ts'
import confirmAddUser from '#server/user/confirmAddUser.ts'
import confirmEmailChange from '#server/user/confirmEmailChange.ts'
import confirmResetPassword from '#server/user/confirmResetPassword.ts'
import confirmSecondFactor from '#server/user/confirmSecondFactor.ts'
import contact from '#server/user/contact.ts'
import dataViews from '#server/user/dataViews.ts'
import deleteAccount from '#server/user/deleteAccount.ts'
import endSession from '#server/user/endSession.ts'
import enrolSecondFactor from '#server/user/enrolSecondFactor.ts'
import exportData from '#server/user/exportData.ts'
import login from '#server/user/login.ts'
import logout from '#server/user/logout.ts'
import mailReceipt from '#server/user/mailReceipt.ts'
import markNotification from '#server/user/markNotification.ts'
import notificationPreferences from '#server/user/notificationPreferences.ts'
import notifications from '#server/user/notifications.ts'
import readNotification from '#server/user/readNotification.ts'
import requestEmailChange from '#server/user/requestEmailChange.ts'
import resetPassword from '#server/user/resetPassword.ts'
import roles from '#server/user/roles.ts'
import sentMessages from '#server/user/sentMessages.ts'
import sessions from '#server/user/sessions.ts'
import setNotificationPreference from '#server/user/setNotificationPreference.ts'
import updatePassword from '#server/user/updatePassword.ts'
import updateUser from '#server/user/updateUser.ts'
import userData from '#server/user/userData.ts'

/** The handler of each call; a call without one does not compile. */
export const handlers: { [Name in CallName]: Handler<(typeof calls)[Name]> } = {
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
}
