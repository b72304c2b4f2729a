return mutant {
  base = "reference", file = "mixed.c",
  replace = {
    {[==[return of_bits(sign | bits_of(of_bits(mag) * 0x1p112f));]==],
     [==[return of_bits(sign | (mag ? mag + (112u << 23) : 0));]==]},
  },
  fails = "correct", message = "fp16 code",
  why = "a subnormal is given the leading 1 of the normals",
}
