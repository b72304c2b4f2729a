return mutant {
  base = "reference", file = "flash.cu",
  replace = {{[[row * ROW + ((chunk ^ row % 8) << 4), pack_bf16(v[0], v[1]),]],
              [[row * ROW + (chunk << 4), pack_bf16(v[0], v[1]),]]}},
  fails = "correct",
  why = "the sums lie row by row where the map of O has a swizzle",
}
