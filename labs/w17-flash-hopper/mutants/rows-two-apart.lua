return mutant {
  base = "reference", file = "flash.cu",
  replace = {{[[col = 16 * (i / 2) + 2 * r + (i % 2 ^ r / 4);]],
              [[col = 16 * (i / 2) + 2 * r + i % 2;]]},
             {[[uint32_t even = lane < 16 ? 0x6420 : 0x7531, odd = lane < 16 ? 0x7531 : 0x6420;]],
              [[uint32_t even = 0x6420, odd = 0x7531;]]}},
  fails = "profile",
  why = "eight lanes write rows of V turned over that are two apart: they meet in four places modulo 128",
}
